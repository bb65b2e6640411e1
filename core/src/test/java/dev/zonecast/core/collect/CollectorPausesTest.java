package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pause follows the rate at which threads record. */
class CollectorPausesTest {
    private static final long MICROS = 1_000;

    @ParameterizedTest
    @CsvSource({
        "1000, 1024, 1000",
        "1000, 256, 4000",
        "4000, 1024, 4000",
        "20000, 4096, 5000",
        "20000, 10000000, 1000",
        "1000, 1, 20000",
        "1000, 0, 20000",
        "20000, 2147483647, 1000"
    })
    void aboutAThousandRecordsAPass(long lastMicros, int read, long nextMicros) {
        assertEquals(nextMicros * MICROS, CollectorPauses.next(lastMicros * MICROS, read));
    }
}
