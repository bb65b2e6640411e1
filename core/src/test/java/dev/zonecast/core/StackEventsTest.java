package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Java's own call stacks, from the program's calls to sinks. */
class StackEventsTest {
    private static final SourceLocation PLACE = SourceLocation.of("stacked", "f", "F.java", 1, 0);
    private static final String HERE = StackEventsTest.class.getName();

    /** The line of the caller. */
    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow())
                .getLineNumber();
    }

    private static int zone(int depth) {
        int line = line() + 1;
        Zone.end(Zone.begin(PLACE, depth));
        return line;
    }

    private static int closeable(int depth) {
        int line = line() + 1;
        try (Zone zone = Zone.open(PLACE, depth)) {
            assertNotNull(zone);
        }
        return line;
    }

    @Test
    void shouldTakeTheCallsThatLedToAZone() throws Exception {
        int[] lines = new int[4];

        RecordedEvents events = TestProfiler.record(() -> {
            lines[0] = zone(2);
            lines[1] = line() - 1;
            lines[2] = closeable(1);
            zone(0);
            zone(-1);
        });

        List<String> texts = events.whats("zoneText");
        assertEquals(4, events.count("zoneBegin"));
        assertEquals(2, texts.size());
        List<String> first = texts.getFirst().lines().toList();
        assertEquals(3, first.size());
        assertEquals("StackEventsTest.java:" + lines[0] + " in " + HERE + ".zone", first.get(1));
        assertTrue(
                first.get(2).startsWith("StackEventsTest.java:" + lines[1] + " in " + HERE + ".lambda$"),
                texts.getFirst());
        assertEquals("call stack:\nStackEventsTest.java:" + lines[2] + " in " + HERE + ".closeable", texts.get(1));
    }

    @Test
    void shouldTakeTheCallsOfTheCallersOwnWhenAZoneIsOpenedWithThem() throws Exception {
        CallStack script = new CallStack(List.of(new CallStack.Call("update", "game.lua", 7)));

        RecordedEvents events = TestProfiler.record(() -> {
            try (Zone zone = Zone.open(PLACE, script)) {
                assertTrue(zone.isRecorded());
            }
            Zone.open(PLACE, (CallStack) null).close();
        });

        assertEquals(2, events.count("zoneBegin"));
        assertEquals(2, events.count("zoneEnd"));
        assertEquals(List.of("call stack:\ngame.lua:7 in update"), events.whats("zoneText"));
    }

    @Test
    void shouldTakeTheCallsThatLedToAMessage() throws Exception {
        int[] lines = new int[1];
        RuntimeException thrown = new IllegalStateException("broken");

        RecordedEvents events = TestProfiler.record(() -> {
            lines[0] = line() + 1;
            Message.log(Severity.ERROR, "here", 1);
            Message.log(Severity.FATAL, "thrown", CallStack.of(thrown));
            Message.log(Severity.INFO, "none", 0);
        });

        List<String> stacks = events.whats("stack");
        assertEquals(3, events.count("message"));
        assertEquals(2, stacks.size());
        assertTrue(stacks.getFirst().endsWith("\tStackEventsTest.java:" + lines[0]), stacks.getFirst());
        assertTrue(stacks.get(1).startsWith(HERE + ".shouldTakeTheCallsThatLedToAMessage\t"), stacks.get(1));
        assertEquals(
                List.of("stack", "message", "stack", "message", "message"),
                events.of("stack", "message").stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }

    @Test
    void shouldTakeTheCallsThatLedToARegisteredText() throws Exception {
        Message.Literal text = Message.literal("registered");
        int[] lines = new int[1];

        RecordedEvents events = TestProfiler.record(() -> {
            lines[0] = line() + 1;
            text.logCalls(Severity.ERROR, 1);
            text.log(Severity.INFO, new CallStack(List.of(new CallStack.Call("update", "game.lua", 7))));
            text.logCalls(Severity.INFO, 0);
            text.log(Severity.INFO, (CallStack) null);
        });

        List<String> stacks = events.whats("stack");
        assertEquals(2, stacks.size());
        assertTrue(stacks.getFirst().endsWith("\tStackEventsTest.java:" + lines[0]), stacks.getFirst());
        assertTrue(stacks.get(1).startsWith("update\tgame.lua"), stacks.get(1));
    }

    @Test
    void shouldTakeTheCallsThatLedToABlockOfMemory() throws Exception {
        MemoryPool pool = MemoryPool.of("with stacks").callStacks(1);
        MemoryPool other = MemoryPool.of("without stacks");

        RecordedEvents events = TestProfiler.record(() -> {
            allocate(pool);
            other.allocated(1, 10);
            pool.freed(1);
            other.freed(1);
        });

        List<String> stacks = events.whats("stack");
        assertEquals(2, stacks.size());
        assertTrue(stacks.getFirst().startsWith(HERE + ".allocate\t"), stacks.getFirst());
        assertEquals(
                List.of("stack", "memoryAllocated", "memoryAllocated", "stack", "memoryFreed", "memoryFreed"),
                events.of("stack", "memoryAllocated", "memoryFreed").stream()
                        .map(RecordedEvents.Event::kind)
                        .toList());
    }

    private static void allocate(MemoryPool pool) {
        pool.allocated(1, 10);
    }

    @Test
    void shouldTakeNoMoreCallsThanAViewerShows() throws Exception {
        RecordedEvents events = TestProfiler.record(() -> deep(200));

        assertEquals(
                1 + CallStack.MAX_CALLS,
                events.whats("zoneText").getFirst().lines().count());
    }

    private static void deep(int more) {
        if (more == 0) {
            zone(1000);
        } else {
            deep(more - 1);
        }
    }

    @Test
    void shouldShowOnlyTheVirtualThreadsOwnCalls() throws Exception {
        RecordedEvents events = TestProfiler.record(
                () -> Thread.ofVirtual().start(() -> zone(64)).join());

        String text = events.whats("zoneText").getFirst();
        assertTrue(text.contains(HERE + ".zone"), text);
        assertTrue(!text.contains("ForkJoin"), text);
    }

    @Test
    void shouldKeepEachStackWithItsEventWhenManyThreadsTakeThem() throws Exception {
        MemoryPool pool = MemoryPool.of("crowd with stacks").callStacks(3);

        RecordedEvents events = TestProfiler.record(() -> TestProfiler.inThreads(4, () -> {
            long own = Thread.currentThread().threadId() << 20;
            for (int i = 1; i <= 300; i++) {
                zone(4);
                pool.allocated(own + i, 8);
                zone(0);
                pool.freed(own + i);
                if (i % 50 == 0) {
                    // No more stacks may wait for the collector than there is room for.
                    TestProfiler.flush();
                }
            }
        }));

        assertEquals(1200, events.count("memoryAllocated"));
        assertEquals(1200, events.count("memoryFreed"));
        assertEquals(2400, events.count("stack"));
        assertEquals(2400, events.count("zoneBegin"));
        assertEquals(1200, events.count("zoneText"));
    }
}
