package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FrameCountersTest {
    private final FrameCounters counters = new FrameCounters("Vulkan", "");

    @Test
    void shouldPublishAtAnyTimeBeforeTheFirstFrame() {
        assertTrue(counters.publishWithoutFrames(7));
    }

    @Test
    void shouldPublishWholeFramesWhileThereAreSome() {
        long now = Long.MAX_VALUE;

        counters.frameEnds(now);

        assertFalse(counters.publishWithoutFrames(now + FrameCounters.LONGEST_FRAME_NANOS));
        assertTrue(counters.publishWithoutFrames(now + FrameCounters.LONGEST_FRAME_NANOS + 1));
        assertTrue(counters.publishWithoutFrames(now), "until the next frame");
        counters.frameEnds(now);
        assertFalse(counters.publishWithoutFrames(now));
    }
}
