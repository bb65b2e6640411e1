package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracedArenaTest {
    private static List<String> kindsAndSizes(RecordedEvents events, String pool) {
        return events.of("memoryAllocated", "memoryFreed").stream()
                .filter(event -> event.what().startsWith(pool + " "))
                .map(event -> event.kind().substring("memory".length())
                        + event.what().substring(event.what().indexOf(':') + 1))
                .toList();
    }

    @Test
    void shouldShowSegmentsFromTheirAllocationToTheArenasEnd() throws Exception {
        MemoryPool pool = MemoryPool.of("arena");

        RecordedEvents events = TestProfiler.record(() -> {
            try (Arena arena = TracedArena.of(Arena.ofConfined(), pool)) {
                MemorySegment first = arena.allocate(100, 16);
                first.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 99, (byte) 1);
                arena.allocate(0);
                for (int i = 0; i < 5; i++) {
                    arena.allocate(1);
                }
            }
        });

        List<String> lines = kindsAndSizes(events, "arena");
        assertEquals(12, lines.size());
        assertEquals("Allocated 100 of 100", lines.getFirst());
        assertEquals("Allocated 1 of 105", lines.get(5));
        assertEquals("Freed 1 of 0", lines.getLast());
    }

    @Test
    void shouldKeepItsBlocksWhenTheArenaCannotBeClosed() throws Exception {
        MemoryPool pool = MemoryPool.of("arena of another");

        RecordedEvents events = TestProfiler.record(() -> {
            try (Arena arena = TracedArena.of(Arena.ofConfined(), pool)) {
                arena.allocate(100);
                TestProfiler.inThreads(1, () -> assertThrows(WrongThreadException.class, arena::close));
                arena.allocate(50);
            }
        });

        assertEquals(
                List.of(
                        "Allocated 100 of 100",
                        "Freed 100 of 0",
                        "Allocated 100 of 100",
                        "Allocated 50 of 150",
                        "Freed 100 of 50",
                        "Freed 50 of 0"),
                kindsAndSizes(events, "arena of another"));
    }

    @Test
    void shouldFreeTheBlocksOfAnAutomaticArenaWhenNobodyUsesThemAnyMore() throws Exception {
        MemoryPool pool = MemoryPool.of("automatic arena");
        RecordedEvents events = TestProfiler.attach(new RecordedEvents());

        long address = allocateAndForget(pool);
        TestProfiler.await(() -> {
            System.gc();
            TestProfiler.flush();
            return kindsAndSizes(events, "automatic arena").size() == 2;
        });

        TestProfiler.detach(events);
        assertEquals(List.of("Allocated 64 of 64", "Freed 64 of 0"), kindsAndSizes(events.verify(), "automatic arena"));
        assertEquals(
                "automatic arena " + address + ": 64 of 64",
                events.whats("memoryAllocated").getFirst());
    }

    private static long allocateAndForget(MemoryPool pool) {
        return TracedArena.of(Arena.ofAuto(), pool).allocate(64, 8).address();
    }

    @Test
    void shouldBeAsItsArenaIs() {
        Arena inner = Arena.ofConfined();
        Arena arena = TracedArena.of(inner, MemoryPool.of("arena"));

        assertEquals(inner.scope(), arena.scope());
        arena.close();
        assertThrows(IllegalStateException.class, () -> arena.allocate(1));
        assertThrows(IllegalStateException.class, arena::close);
        assertThrows(
                UnsupportedOperationException.class,
                () -> TracedArena.of(Arena.global(), MemoryPool.of("arena")).close());
        assertThrows(NullPointerException.class, () -> TracedArena.of(inner, null));
    }
}
