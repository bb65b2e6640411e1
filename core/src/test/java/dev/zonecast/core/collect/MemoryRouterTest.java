package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;

class MemoryRouterTest {
    @Test
    void shouldDropAndCountWhenMoreBlocksLiveThanItKeeps() {
        SinkList sinks = new SinkList();
        MemoryRouter router = new MemoryRouter(sinks, 10);
        RecordedEvents events = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(events);
        ThreadTrack main = ThreadTrack.ofName(1, "main");
        guarded.call(s -> s.begin(0, 0));
        guarded.call(s -> s.threadStarted(main));
        sinks.add(guarded);
        MemoryPool pool = MemoryPool.of("limited");
        long before = TableLimit.refusals().getOrDefault("memory blocks of a pool", 0L);

        for (int i = 1; i <= 12; i++) {
            router.allocated(pool, main, i, i, 8, null);
        }
        router.freed(pool, main, 20, 12, null);
        router.freed(pool, main, 21, 1, null);
        router.allocated(pool, main, 22, 12, 8, null);

        assertEquals(2, router.dropped());
        assertEquals(before + 2, TableLimit.refusals().get("memory blocks of a pool"));
        assertEquals(11, events.verify().count("memoryAllocated"));
        assertEquals(1, events.count("memoryFreed"));
    }

    @Test
    void shouldTellANewSinkWhatLives() {
        SinkList sinks = new SinkList();
        MemoryRouter router = new MemoryRouter(sinks);
        ThreadTrack main = ThreadTrack.ofName(1, "main");
        sinks.add(new GuardedSink(new RecordedEvents()));
        MemoryPool some = MemoryPool.of("some left");
        MemoryPool none = MemoryPool.of("none left");
        router.allocated(some, main, 1, 16, 8, null);
        router.allocated(some, main, 2, 32, 9, null);
        router.allocated(none, main, 3, 16, 7, null);
        router.freed(some, main, 4, 16, null);
        router.freed(none, main, 5, 16, null);
        RecordedEvents late = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(late);
        guarded.call(s -> s.begin(6, 0));

        router.tell(guarded, 5);

        assertEquals(java.util.List.of("some left 1: 9"), late.verify().whats("memoryStands"));
    }
}
