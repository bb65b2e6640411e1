package dev.zonecast.core.gpu;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ZoneLaneTest {
    private static final long SERIAL = 7L << 16;

    @Test
    void shouldKnowTheTokenOfAnOpenZone() {
        long[] tokens = {SERIAL, SERIAL | 1};

        assertTrue(ZoneLane.isOpen(tokens, 2, SERIAL | 1));
        assertFalse(ZoneLane.isOpen(tokens, 1, SERIAL | 1), "ended");
        assertFalse(ZoneLane.isOpen(tokens, 2, SERIAL << 1 | 1), "another zone at that depth");
    }

    /** What a thread on an AArch64 may see of a stack that another thread has just made longer. */
    @Test
    void shouldNotLookBehindAnOldArrayWhenTheDepthIsNew() {
        assertFalse(ZoneLane.isOpen(new long[32], 33, SERIAL | 32));
    }
}
