package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.SampledTrace;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLimitTest {
    private static final String LOSS = "stack samples in the times of zones";

    @TempDir
    Path folder;

    private long lost(int mostSamples) throws IOException {
        Path file = folder.resolve("sampled.fxt");
        FirstReading first = new FirstReading(ZoneFilter.ALL, 0, new SampleZones(ZoneFilter.ALL, mostSamples));
        TraceReader.read(file, first);
        return TraceReader.read(file, first.statistics(0)).losses().entries().stream()
                .filter(entry -> entry.subject().equals(LOSS))
                .mapToLong(LossAccount.Entry::count)
                .sum();
    }

    @Test
    void shouldCountSamplesOverTheLimitAsALoss() throws IOException {
        SampledTrace.write(folder.resolve("sampled.fxt"));

        assertEquals(0, lost(1000));
        long withNone = lost(0);
        assertTrue(withNone > 1, withNone + " samples");
        assertEquals(withNone - 1, lost(1));
    }
}
