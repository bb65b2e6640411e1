package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
    private static final String[] KINDS = {"memoryAllocated", "memoryFreed", "memoryDiscarded"};

    private static List<String> lines(TestProfiler.Work work) throws Exception {
        return TestProfiler.record(work).verify().of(KINDS).stream()
                .map(event -> event.kind().substring("memory".length()) + " " + event.what())
                .toList();
    }

    @Test
    void shouldRecordBlocksWithTheBytesInUse() throws Exception {
        MemoryPool pool = MemoryPool.of("buffers");

        List<String> lines = lines(() -> {
            pool.allocated(0x1000, 100);
            pool.allocated(0x2000, 50);
            pool.freed(0x1000);
            pool.allocated(0x1000, 7);
            pool.discarded();
            pool.allocated(0x2000, 1);
        });

        assertEquals(
                List.of(
                        "Allocated buffers 4096: 100 of 100",
                        "Allocated buffers 8192: 50 of 150",
                        "Freed buffers 4096: 100 of 50",
                        "Allocated buffers 4096: 7 of 57",
                        "Discarded buffers 2",
                        "Allocated buffers 8192: 1 of 1"),
                lines);
    }

    @Test
    void shouldKeepPoolsApartAndGiveTheSameObjectForAName() throws Exception {
        assertSame(MemoryPool.of("one"), MemoryPool.of("one"));
        assertSame(MemoryPool.of(null), MemoryPool.of(""));

        List<String> lines = lines(() -> {
            MemoryPool.of("one").allocated(1, 10);
            MemoryPool.of("").allocated(1, 20);
            MemoryPool.of("two").freed(1);
            MemoryPool.of("one").freed(1);
        });

        assertEquals(List.of("Allocated one 1: 10 of 10", "Allocated  1: 20 of 20", "Freed one 1: 10 of 0"), lines);
    }

    @Test
    void shouldTakeTheCallsThatLedToADiscard() throws Exception {
        MemoryPool pool = MemoryPool.of("stacked arena");

        List<String> stacks = TestProfiler.record(() -> {
                    pool.allocated(1, 10);
                    pool.callStacks(1);
                    pool.discarded();
                })
                .verify()
                .of("stack")
                .stream()
                .map(RecordedEvents.Event::what)
                .toList();

        assertEquals(1, stacks.size());
        assertTrue(stacks.getFirst().contains("MemoryPoolTest"), stacks.getFirst());
    }

    @Test
    void shouldLeaveOutWhatWasAllocatedWhileNobodyListened() throws Exception {
        MemoryPool pool = MemoryPool.of("early");
        pool.allocated(5, 10);

        List<String> lines = lines(() -> {
            pool.freed(5);
            pool.discarded();
        });
        List<String> later = lines(() -> {
            pool.allocated(6, 10);
        });
        List<String> again = lines(() -> {
            pool.freed(6);
        });

        assertEquals(List.of(), lines);
        assertEquals(1, later.size());
        assertEquals(List.of(), again);
    }

    @Test
    void shouldCountAndGoOnWhenCallsAreWrong() throws Exception {
        MemoryPool pool = MemoryPool.of("wrong");
        long before = TestProfiler.statistics().wrongCalls();

        List<String> lines = lines(() -> {
            pool.allocated(0, 10);
            pool.freed(0);
            pool.allocated(8, -1);
            pool.allocated(8, Long.MAX_VALUE);
            // Its end was lost.
            pool.allocated(8, 3);
        });

        TestProfiler.flush();
        long largest = (1L << 48) - 1;
        assertEquals(
                List.of(
                        "Allocated wrong 8: " + largest + " of " + largest,
                        "Freed wrong 8: " + largest + " of 0",
                        "Allocated wrong 8: 3 of 3"),
                lines);
        assertEquals(before + 2, TestProfiler.statistics().wrongCalls());
    }

    @Test
    void shouldNotMixUpBlocksOfManyThreadsThatUseTheSameAddresses() throws Exception {
        MemoryPool pool = MemoryPool.of("crowd");
        AtomicLong[] owners = new AtomicLong[64];
        java.util.Arrays.setAll(owners, i -> new AtomicLong());

        RecordedEvents events = TestProfiler.record(() -> TestProfiler.inThreads(6, () -> {
            for (int i = 0; i < 2_000; i++) {
                int address = 1 + (i * 31 & 63);
                if (owners[address - 1].compareAndSet(0, 1)) {
                    pool.allocated(address, 16);
                    pool.freed(address);
                    owners[address - 1].set(0);
                }
            }
        }));

        assertEquals(events.count("memoryAllocated"), events.verify().count("memoryFreed"));
        assertEquals("0", events.whats("memoryFreed").getLast().replaceAll(".* of ", ""));
    }
}
