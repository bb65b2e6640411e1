package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.kind.EventKind;
import dev.zonecast.memory.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingPoolTest {
    private static final int HEADER = RingLayout.HEADER_BYTES;

    private final AtomicInteger wakes = new AtomicInteger();

    private RingPool pool(int platformBytes, int virtualBytes, long limitBytes) {
        return new RingPool(platformBytes, virtualBytes, limitBytes, RingPolicy.DROP, wakes::incrementAndGet);
    }

    @Test
    void shouldGiveARingBackToTheNextThreadOfItsKind() {
        RingPool pool = pool(8192, 4096, 1 << 20);
        EventRing platform = pool.take(false);
        EventRing virtual = pool.take(true);
        pool.giveBack(platform);
        pool.giveBack(virtual);

        assertSame(virtual, pool.take(true));
        assertSame(platform, pool.take(false));
        assertEquals(HEADER + 8192 + HEADER + RingPool.FIRST_BYTES, pool.allocatedBytes());
        assertEquals(0, pool.refusals());
    }

    @Test
    void shouldRefuseAndCountAtTheLimitAndRecoverWhenARingComesBack() {
        RingPool pool = pool(8192, 4096, 2 * (HEADER + 8192));
        EventRing first = pool.take(false);
        assertNotNull(pool.take(false));
        assertNull(pool.take(false));
        assertNull(pool.take(true));
        assertEquals(2, pool.refusals());
        assertEquals(2 * (HEADER + 8192), pool.allocatedBytes());

        pool.giveBack(first);
        assertSame(first, pool.take(false));
        assertTrue(wakes.get() > 0, "the collector was not told that rings run short");
    }

    @Test
    void shouldGiveSmallRingsWhenManyThreadsHaveLargeOnes() {
        RingPool pool = pool(8192, 4096, RingPool.LARGE_RINGS * (HEADER + 8192L) + 2 * (HEADER + 4096));
        for (int i = 0; i < RingPool.LARGE_RINGS; i++) {
            assertEquals(8192, pool.take(false).capacityBytes());
        }
        EventRing small = pool.take(false);
        assertEquals(4096, small.capacityBytes());
        pool.giveBack(small);
        assertSame(small, pool.take(false));
        assertEquals(4096, pool.take(false).capacityBytes());
        assertNull(pool.take(false));
    }

    @Test
    void shouldLendARingOfAnotherSizeWhenAllMemoryIsInMappedOnes() {
        RingPool pool = mappedPool(2 * (HEADER + 4096));
        EventRing first = pool.take(true);
        EventRing second = pool.take(true);
        assertNull(pool.take(false));
        pool.giveBack(first);
        pool.giveBack(second);

        assertSame(second, pool.take(false));
        assertSame(first, pool.take(false));
        pool.giveBack(second);
        assertSame(second, pool.take(true));
    }

    /** Rings of 8192 and 4096 bytes that cannot be given back to the system. */
    private RingPool mappedPool(long limitBytes) {
        return new RingPool(
                8192, 4096, limitBytes, RingPolicies.all(RingPolicy.DROP), wakes::incrementAndGet, new RingSource() {
                    @Override
                    public RingMemory allocate(int capacityBytes) {
                        return new RingMemory(MemoryScope.auto().allocate(HEADER + (long) capacityBytes, 64), true);
                    }

                    @Override
                    public boolean outlives() {
                        return true;
                    }
                });
    }

    @Test
    void shouldReleaseReturnedRingsOfOtherSizesWhenTheyHaveAllTheMemory() {
        RingPool pool = pool(8192, 4096, HEADER + 8192);
        List<EventRing> little = List.of(pool.take(true), pool.take(true), pool.take(true), pool.take(true));
        little.forEach(pool::giveBack);
        EventRing large = pool.take(false);

        assertEquals(8192, large.capacityBytes());
        assertEquals(HEADER + 8192, pool.allocatedBytes());
        pool.giveBack(large);
        assertEquals(RingPool.FIRST_BYTES, pool.take(true).capacityBytes());
        assertEquals(HEADER + RingPool.FIRST_BYTES, pool.allocatedBytes());
    }

    @Test
    void shouldKeepNoMoreThanItsBoundOfReturnedRings() {
        RingPool pool = pool(1 << 20, 16 << 10, 64L << 20);
        List<EventRing> rings = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rings.add(pool.take(false));
        }
        assertEquals(40L * (HEADER + (1 << 20)), pool.allocatedBytes());
        rings.forEach(pool::giveBack);

        assertTrue(pool.allocatedBytes() <= RingPool.MOST_FREE_BYTES, pool.allocatedBytes() + " bytes are kept");
        assertTrue(pool.allocatedBytes() > RingPool.MOST_FREE_BYTES / 2, "hardly any are kept");
        assertEquals(1 << 20, pool.take(false).capacityBytes());
    }

    @Test
    void shouldLeaveAnEighthToNewThreadsWhenAThreadGrows() {
        RingPool pool = pool(4096, 4096, 64 << 10);
        int grown = 0;
        while (pool.next(4096, 4096, 0) != null) {
            grown++;
        }
        assertEquals((56 << 10) / (HEADER + 4096), grown);
        assertEquals(4096, pool.take(false).capacityBytes());
    }

    @Test
    void shouldGiveNoneWhenTheLimitIsZero() {
        assertNull(pool(4096, 4096, 0).take(false));
        assertNull(pool(4096, 4096, 0).take(true));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -4096, 1, 512, 4097, 12_288, Integer.MIN_VALUE})
    void shouldRefuseACapacityThatIsNotAPowerOfTwoFrom1024On(int capacity) {
        RingMemory memory = RingSource.NATIVE.allocate(8192);
        assertThrows(IllegalArgumentException.class, () -> new EventRing(memory, capacity));
    }

    @Test
    void shouldDescribeItselfInItsHeader() {
        EventRing ring = new EventRing(RingSource.NATIVE.allocate(4096), 4096);
        ring.ownedBy(42);

        assertEquals(
                "ZONERING",
                new String(ring.segment().slice(0, 8).toBytes(), java.nio.charset.StandardCharsets.US_ASCII));
        assertEquals(4096, ring.segment().getLong(RingLayout.CAPACITY_OFFSET));
        assertEquals(42, ring.segment().getLong(RingLayout.THREAD_OFFSET));
        assertEquals(0, ring.segment().address() % 64);
        assertEquals(RingLayout.HEADER_BYTES + 4080, ring.offset(4096 * 7 - 16));
    }

    @Test
    void shouldKeepTheFieldsOfAHeaderApart() {
        long header = RingLayout.header(EventKind.MESSAGE.code(), 8130, 0xFF, -1);
        assertEquals(EventKind.MESSAGE.code(), RingLayout.type(header));
        assertEquals(8130 * 8, RingLayout.bytes(header));
        assertEquals(0xFF, RingLayout.small(header));
        assertEquals(-1, RingLayout.id(header));
        long other = RingLayout.header(255, 0xFFFE, 0x1AB, 0x7FFF_FFFF);
        assertEquals(255, RingLayout.type(other));
        assertEquals(0xFFFE * 8, RingLayout.bytes(other));
        assertEquals(0xAB, RingLayout.small(other));
        assertEquals(0x7FFF_FFFF, RingLayout.id(other));
    }

    /** The Java stack overflows in the pool and in its caller, each round at another place. */
    @SuppressWarnings("InfiniteRecursion") // The subject of the test.
    private static final class Overflows {
        private final EventRing[] held = new EventRing[100_000];
        private final RingPool pool;
        private int count;
        private int made;

        Overflows() {
            pool = new RingPool(4096, 4096, 1L << 40, RingPolicies.all(RingPolicy.DROP), () -> {}, capacityBytes -> {
                made++;
                return new RingMemory(MemoryScope.auto().allocate(HEADER + (long) capacityBytes, 64), false, null);
            });
        }

        void rounds() {
            // The first use of a class is not the subject.
            keep(pool.take(true));
            keep(pool.next(4096, 4096, 0));
            for (int round = 0; round < 400; round++) {
                stand(round % 50, round % 2 == 0 ? this::takes : this::grows);
                while (count > 0) {
                    pool.giveBack(held[--count]);
                }
            }
        }

        private void stand(int frames, Runnable dive) {
            if (frames > 0) {
                stand(frames - 1, dive);
                return;
            }
            try {
                dive.run();
            } catch (StackOverflowError e) {
                // The stack has room again.
            }
        }

        private void takes() {
            keep(pool.take(true));
            takes();
        }

        private void grows() {
            keep(pool.next(4096, 4096, 0));
            grows();
        }

        private void keep(EventRing ring) {
            if (ring != null) {
                held[count++] = ring;
            }
        }

        /** Rings that the pool gives without making one. */
        int kept() {
            int before = made;
            int kept = 0;
            for (boolean virtual : new boolean[] {true, false}) {
                while (made == before) {
                    keep(pool.take(virtual));
                    kept++;
                }
                kept--;
                before = made;
            }
            return kept;
        }
    }

    @Test
    void shouldLoseNoRingWhenTheStackOverflowsInTheMiddle() throws InterruptedException {
        Overflows overflows = new Overflows();
        Thread thread = new Thread(null, overflows::rounds, "overflows", 160 << 10);
        thread.start();
        thread.join();

        int made = overflows.made;
        assertTrue(made > 10, made + " rings");
        assertEquals(made, overflows.kept());
    }
}
