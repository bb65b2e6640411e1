package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.collect.TestMemoryBlocks;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Registry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory, from the collector's calls to what a viewer understands. */
class MemorySessionTest {
    private static final MemoryPool NAMED = MemoryPool.of("session pool");
    private static final MemoryPool NAMELESS = MemoryPool.of("");
    private static final long HIGH = 0xFFFF_8000_0000_0010L;
    private static final long LARGE = (1L << 48) - 1;

    private final CollectorStandIn host = new CollectorStandIn();
    private final EventThread main = EventThread.of(1, "main");

    @AfterEach
    void close() {
        host.close();
        assertEquals(List.of(), host.failures());
    }

    private static long now() {
        return System.nanoTime();
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowBlocksOfPoolsWhenAnyVersionConnects(int version) throws IOException {
        TracyViewer viewer = host.join(version);
        MemoryBlocks living = TestMemoryBlocks.of(HIGH, 32);

        host.feed(s -> s.event(
                new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), HIGH, LARGE, LARGE, null)));
        host.feed(s ->
                s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMELESS, main, now(), HIGH, 9, 9, null)));
        host.feed(
                s -> s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), 16, 5, 5, null)));
        host.feed(s -> s.event(new MemoryEvent().block(EventKind.MEMORY_FREED, NAMED, main, now(), 16, 5, 5, null)));
        host.feed(
                s -> s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), 32, 5, 5, null)));
        host.feed(s -> s.event(new MemoryEvent().all(EventKind.MEMORY_DISCARDED, NAMED, main, now(), living, 0)));
        // Were the discard's time lost on the viewer, this one would lie before time 0 or after now.
        host.feed(
                s -> s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), 48, 5, 5, null)));
        LiveTrace trace = host.finish(viewer);

        LiveTrace.Pool named = trace.pool(Registry.INSTANCE.names().intern(NAMED.name()));
        assertEquals("1 allocated " + HIGH + " " + LARGE, named.events.getFirst());
        assertEquals(version == 69 ? 7 : 6, named.events.size());
        assertEquals(Map.of(48L, 5L), named.live);
        assertEquals(0, named.freedUnknown);
        assertEquals(Map.of(HIGH, 9L), trace.pool(0).live);
        assertEquals("session pool", trace.strings.get((long)
                Registry.INSTANCE.names().intern(NAMED.name())));
    }

    @Test
    void shouldSayNothingOfAPoolThatTheViewerHasNotHeardOf() throws IOException {
        TracyViewer viewer = host.join(82);
        MemoryBlocks living = TestMemoryBlocks.of(16);

        host.feed(s -> s.event(new MemoryEvent().block(EventKind.MEMORY_FREED, NAMED, main, now(), 16, 5, 5, null)));
        host.feed(s -> s.event(new MemoryEvent().all(EventKind.MEMORY_DISCARDED, NAMED, main, now(), living, 0)));
        LiveTrace trace = host.finish(viewer);

        assertTrue(trace.pools.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 76, 74, 69})
    void shouldShowCallStacksOfBlocksAndMessagesWhenAnyVersionConnects(int version) throws IOException {
        CallStack one = new CallStack(List.of(new CallStack.Call("a.B.c", "B.java", 7)));
        CallStack two = new CallStack(List.of(new CallStack.Call("d", "d.lua", 8), new CallStack.Call("e", "", 0)));
        TracyViewer viewer = host.join(version);

        host.feed(s -> {
            s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), 16, 5, 5, one));
            s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMELESS, main, now(), 16, 5, 5, two));
            s.event(new MessageEvent()
                    .message(main, now(), Severity.INFO, MessageSource.USER, -1, Utf8Text.of("plain"), two));
            s.event(new MessageEvent()
                    .message(main, now(), Severity.INFO, MessageSource.USER, 0x123456, Utf8Text.of("red"), one));
            s.event(new MemoryEvent().block(EventKind.MEMORY_FREED, NAMED, main, now(), 16, 5, 0, two));
            s.event(new MemoryEvent().block(EventKind.MEMORY_FREED, NAMELESS, main, now(), 16, 5, 0, one));
            s.event(new MessageEvent()
                    .message(main, now(), Severity.INFO, MessageSource.USER, -1, Utf8Text.of("without"), null));
        });
        LiveTrace trace = host.finish(viewer);

        List<String> shownOne = List.of("a.B.c B.java:7");
        List<String> shownTwo = List.of("d d.lua:8", "e :0");
        assertEquals(
                List.of(shownOne, shownTwo),
                trace.pool(Registry.INSTANCE.names().intern(NAMED.name())).stacks);
        assertEquals(List.of(shownTwo, shownOne), trace.pool(0).stacks);
        assertEquals(List.of(shownTwo, shownOne), trace.messageStacks);
        assertEquals(
                List.of("plain", "red", "without"),
                trace.messages.stream().map(LiveTrace.Text::text).toList());
        assertTrue(trace.pool(0).live.isEmpty());
    }

    @Test
    void shouldShowTheCallStackOfADiscard() throws IOException {
        CallStack calls = new CallStack(List.of(new CallStack.Call("a.B.c", "B.java", 7)));
        TracyViewer viewer = host.join(82);

        host.feed(s -> {
            s.event(new MemoryEvent().block(EventKind.MEMORY_ALLOCATED, NAMED, main, now(), 16, 5, 5, null));
            s.event(new MemoryEvent()
                    .all(EventKind.MEMORY_DISCARDED, NAMED, main, now(), TestMemoryBlocks.of(16), 0)
                    .from(calls));
        });
        LiveTrace trace = host.finish(viewer);

        LiveTrace.Pool pool = trace.pool(Registry.INSTANCE.names().intern(NAMED.name()));
        assertEquals("1 discarded", pool.events.getLast());
        assertEquals(List.of(List.of("a.B.c B.java:7")), pool.stacks);
    }

    @Test
    void shouldTellAViewerThatComesLateWhatLives() throws IOException {
        MemoryBlocks living = TestMemoryBlocks.of(16, 32);
        host.onAttach = s -> s.event(new MemoryEvent().all(EventKind.MEMORY_STANDS, NAMED, null, now(), living, 16));
        TracyViewer viewer = host.join(82);

        host.feed(s -> s.event(new MemoryEvent().block(EventKind.MEMORY_FREED, NAMED, main, now(), 16, 8, 8, null)));
        LiveTrace trace = host.finish(viewer);

        LiveTrace.Pool pool = trace.pool(Registry.INSTANCE.names().intern(NAMED.name()));
        assertEquals(3, pool.events.size());
        assertEquals(0, pool.freedUnknown);
        assertEquals(List.of(32L), List.copyOf(pool.live.keySet()));
    }
}
