package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.MemoryPool;
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

        for (int i = 1; i <= 12; i++) {
            router.allocated(pool, main, i, i, 8);
        }
        router.freed(pool, main, 20, 12);
        router.freed(pool, main, 21, 1);
        router.allocated(pool, main, 22, 12, 8);

        assertEquals(2, router.dropped());
        assertEquals(11, events.verify().count("memoryAllocated"));
        assertEquals(1, events.count("memoryFreed"));
    }
}
