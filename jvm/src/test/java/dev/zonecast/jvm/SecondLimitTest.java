package dev.zonecast.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SecondLimitTest {
    private final SecondLimit limit = new SecondLimit(3);

    private long taken(long second, int events) {
        return IntStream.range(0, events).filter(i -> limit.takes(second)).count();
    }

    @Test
    void shouldTakeSoManyOfEachSecondAndCountTheOthers() {
        assertEquals(3, taken(7, 10));
        assertEquals(2, taken(8, 2));
        assertEquals(3, taken(20, 4));

        assertEquals(7 + 1, limit.newlyLeftOut());
        assertEquals(0, limit.newlyLeftOut());
    }

    @Test
    void shouldCountALateEventInTheNewestSecond() {
        assertEquals(2, taken(8, 2));

        assertTrue(limit.takes(7));
        assertFalse(limit.takes(8));
    }
}
