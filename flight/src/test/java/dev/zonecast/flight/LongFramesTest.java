package dev.zonecast.flight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class LongFramesTest {
    @Test
    void shouldGoOnWhenFramesAreMoreThanAnIntCounts() {
        LongFrames frames = new LongFrames(1_500, 0, Integer.MAX_VALUE - 2L);
        for (int i = 0; i < 6; i++) {
            assertNull(frames.reason(i * 1_000L));
        }

        assertEquals("frame of 2 us", frames.reason(7_000));
    }
}
