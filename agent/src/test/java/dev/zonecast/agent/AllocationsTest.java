package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllocationsTest {
    private static final long LIMIT = 1 << 20;

    private final Allocations allocations = new Allocations(() -> LIMIT);

    @Test
    void shouldNotCallTheStartABurst() {
        assertNull(allocations.burst(100_000, 100 * LIMIT));
    }

    @Test
    void shouldNameWhatIsMuchMoreThanUsual() {
        assertNull(allocations.burst(0, 0));
        for (int i = 0; i < 200; i++) {
            assertNull(allocations.burst(10, 1_000));
        }
        assertEquals(
                "LWJGL allocated 2,097,152 bytes in 1 block in this frame; usual are 1,000 bytes in 10 blocks",
                allocations.burst(1, 2 * LIMIT));
        assertNotNull(allocations.burst(1_000, 1_000), "many blocks");
        assertNull(allocations.burst(999, LIMIT - 1), "neither many nor large");
    }

    @Test
    void shouldGetUsedToALevel() {
        assertNull(allocations.burst(0, 0));
        int bursts = 0;
        for (int i = 0; i < 100; i++) {
            bursts += allocations.burst(5_000, 2 * LIMIT) == null ? 0 : 1;
        }
        assertTrue(bursts > 0 && bursts < 6, bursts + " messages");
    }

    @Test
    void shouldHaveZonesOfLargeBlocksOnly() {
        assertTrue(allocations.add(LIMIT));
        assertFalse(allocations.add(LIMIT - 1));
    }
}
