package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.fxt.BlockSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryKeeperTest {
    @Test
    void shouldDropAndCountWhenMoreBlocksLiveThanItKeeps() {
        SinkList sinks = new SinkList();
        MemoryKeeper router = new MemoryKeeper(sinks, 10, (of, address) -> {});
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
        MemoryKeeper router = new MemoryKeeper(sinks, (of, address) -> {});
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

        assertEquals(List.of("some left 1: 9"), late.verify().whats("memoryStands"));
    }

    @Test
    void shouldTakeBackTheMarksOfSampledBlocksAndCountWhatTheyStandFor() {
        SinkList sinks = new SinkList();
        List<String> gone = new ArrayList<>();
        MemoryKeeper keeper = new MemoryKeeper(sinks, 3, (pool, address) -> gone.add(pool.name() + address));
        ThreadTrack main = ThreadTrack.ofName(1, "main");
        MemoryPool pool = MemoryPool.of("sampled ");
        long word = BlockSize.word(1024, 1024);
        keeper.take(allocated(pool, main, 1, word));
        assertEquals(List.of("sampled 1"), gone, "nobody listens");
        RecordedEvents events = new RecordedEvents();
        GuardedSink guarded = new GuardedSink(events);
        guarded.call(s -> s.begin(new SinkStart(0, 0)));
        guarded.call(s -> s.thread(main, Life.STARTED));
        sinks.add(guarded);

        keeper.take(allocated(pool, main, 2, word));
        keeper.take(allocated(pool, main, 3, word));
        keeper.take(allocated(pool, main, 4, 50));
        keeper.take(allocated(pool, main, 5, word));
        assertEquals(List.of("sampled 1", "sampled 5"), gone, "no room");
        keeper.take(new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 20, 2, 0, 0, null));
        keeper.take(new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 21, 77, 0, 0, null));
        keeper.take(new MemoryEvent().block(EventKind.MEMORY_FREED, pool, main, 22, 4, 0, 0, null));
        keeper.take(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, main, 23, 3, word, 0, null));
        assertEquals(List.of("sampled 1", "sampled 5", "sampled 2", "sampled 3"), gone);
        assertEquals(1, keeper.repaired());
        keeper.forgetOpen();

        assertEquals(List.of("sampled 1", "sampled 5", "sampled 2", "sampled 3", "sampled 3"), gone);
        // 1024 / (1 - 1 / e)
        assertEquals(
                List.of(
                        "sampled  2: 1620 of 1620",
                        "sampled  3: 1620 of 3240",
                        "sampled  4: 50 of 3290",
                        "sampled  3: 1620 of 1620"),
                events.verify().whats("memoryAllocated"));
    }

    private static MemoryEvent allocated(MemoryPool pool, ThreadTrack thread, long address, long size) {
        return new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, pool, thread, address, address, size, 0, null);
    }
}
