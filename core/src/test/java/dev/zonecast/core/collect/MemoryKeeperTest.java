package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;

class MemoryKeeperTest {
    @Test
    void shouldDropAndCountWhenMoreBlocksLiveThanItKeeps() {
        SinkList sinks = new SinkList();
        MemoryKeeper router = new MemoryKeeper(sinks, 10);
        RecordedEvents events = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(events);
        ThreadTrack main = ThreadTrack.ofName(1, "main");
        guarded.call(s -> s.begin(new SinkStart(0, 0)));
        guarded.call(s -> s.thread(main, Life.STARTED));
        sinks.add(guarded);
        MemoryPool pool = MemoryPool.of("limited");
        long before = TableLimit.refusals().getOrDefault("memory blocks of a pool", 0L);

        for (int i = 1; i <= 12; i++) {
            router.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, main, i, i, 8, 0, null));
        }
        router.take(new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 20, 12, 0, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 21, 1, 0, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, main, 22, 12, 8, 0, null));

        assertEquals(2, router.dropped());
        assertEquals(before + 2, TableLimit.refusals().get("memory blocks of a pool"));
        assertEquals(11, events.verify().count("memoryAllocated"));
        assertEquals(1, events.count("memoryFreed"));
    }

    @Test
    void shouldTellANewSinkWhatLives() {
        SinkList sinks = new SinkList();
        MemoryKeeper router = new MemoryKeeper(sinks);
        ThreadTrack main = ThreadTrack.ofName(1, "main");
        sinks.add(new GuardedSink(new RecordedEvents()));
        MemoryPool some = MemoryPool.of("some left");
        MemoryPool none = MemoryPool.of("none left");
        router.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, some, main, 1, 16, 8, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, some, main, 2, 32, 9, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, none, main, 3, 16, 7, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_FREED, some, main, 4, 16, 0, 0, null));
        router.take(new MemoryEvent().block(EventKind.MEMORY_FREED, none, main, 5, 16, 0, 0, null));
        RecordedEvents late = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(late);
        guarded.call(s -> s.begin(new SinkStart(6, 0)));

        router.replayTo(guarded, 5);

        assertEquals(java.util.List.of("some left 1: 9"), late.verify().whats("memoryStands"));
    }
}
