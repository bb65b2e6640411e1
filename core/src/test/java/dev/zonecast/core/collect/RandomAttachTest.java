package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Section;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Span;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.TracedReadWriteLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.history.History;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.live.ViewerLink;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.session.Profiler;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sinks come and go while a program records events of many kinds: each sink gets begins with their ends, and each event once. */
class RandomAttachTest {
    private static final int STEPS = 1_000;
    private static final int MOST_SINKS = 4;
    private static final String MESSAGE = "random message ";

    private static final SourceLocation PLACE = SourceLocation.here("random");
    private static final MemoryPool POOL = MemoryPool.of("random pool");
    private static final FrameName SET = FrameName.of("random set");
    private static final FrameName MARKS = FrameName.of("random marks");
    private static final SectionCategory LEVEL = SectionCategory.of("random level");
    private static final Marker MARKER = Marker.of("random marker");

    /** Checks families of events of which {@link SinkContract} knows nothing. */
    private static final class Sink extends RecordedEvents {
        private final Set<Long> spans = new HashSet<>();
        private final Set<Long> flows = new HashSet<>();
        private final Set<Long> markers = new HashSet<>();
        private final Set<Object> sections = new HashSet<>();
        private final Map<Long, Long> blocks = new HashMap<>();

        /** What broke the rules. */
        private final List<String> wrong = new ArrayList<>();

        /** This, or its way through the history. */
        private EventSink attached = this;

        /** Messages before the announcement. */
        private int messagesBefore;

        private void require(boolean holds, dev.zonecast.core.event.Event event, long id) {
            if (!holds) {
                wrong.add(event.kind() + " " + id);
            }
        }

        @Override
        public void event(dev.zonecast.core.event.Event event) {
            switch (event) {
                case SpanEvent e ->
                    require(
                            switch (e.kind()) {
                                case SPAN_BEGIN -> spans.add(e.id());
                                case SPAN_STEP -> spans.contains(e.id());
                                default -> spans.remove(e.id());
                            },
                            e,
                            e.id());
                // A viewer's session passes over ends of flows that are older than its part of the history.
                case FlowEvent e ->
                    require(
                            e.kind() == EventKind.FLOW_BEGIN
                                    ? flows.add(e.id())
                                    : flows.remove(e.id()) || attached != this,
                            e,
                            e.id());
                case SectionEvent e -> {
                    boolean begins = e.kind() == EventKind.SECTION_BEGIN;
                    require(begins ? sections.add(e.section()) : sections.remove(e.section()), e, 0);
                }
                // An end may come without its start.
                case MarkerEvent e
                when e.phase() == MarkerPhase.START || e.phase() == MarkerPhase.END ->
                    require(markers.add(e.phase() == MarkerPhase.START ? e.pair() : -e.pair()), e, e.pair());
                case MemoryEvent e when e.pool() == POOL -> memory(e);
                default -> {}
            }
            super.event(event);
        }

        private void memory(MemoryEvent e) {
            switch (e.kind()) {
                case MEMORY_STANDS -> {
                    require(blocks.isEmpty(), e, 0);
                    e.blocks().forEachBlock(blocks::put);
                }
                case MEMORY_ALLOCATED -> require(blocks.put(e.address(), e.bytes()) == null, e, e.address());
                case MEMORY_FREED -> require(blocks.remove(e.address()) != null, e, e.address());
                default -> blocks.clear();
            }
            require(blocks.values().stream().mapToLong(bytes -> bytes).sum() == e.liveBytes(), e, e.liveBytes());
        }

        /** Each message since the announcement, and perhaps some that were in the rings then. */
        void verifyMessages(int messages) {
            List<Integer> got = whats("message").stream()
                    .filter(text -> text.contains(MESSAGE))
                    .map(text -> Integer.valueOf(text.substring(text.indexOf(MESSAGE) + MESSAGE.length())))
                    .sorted()
                    .toList();
            int first = got.isEmpty() ? messages : got.getFirst();
            assertTrue(first <= messagesBefore || attached != this);
            assertEquals(IntStream.range(first, messages).boxed().toList(), got);
        }
    }

    /** A viewer that reads at once. */
    private static final ViewerLink LINK = new ViewerLink() {
        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void noRoomSince(long nanos) {}

        @Override
        public boolean isOver() {
            return false;
        }
    };

    private final List<Sink> sinks = new ArrayList<>();
    private final List<Fiber> fibers = List.of(Fiber.of("random 1"), Fiber.of("random 2"));
    private final Deque<Long> zones = new ArrayDeque<>();
    private final List<Long> spans = new ArrayList<>();
    private final List<Long> flows = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final TracedLock lock = new TracedLock("random lock");
    private final TracedReadWriteLock shared = new TracedReadWriteLock("random shared lock");

    /** Locks of threads that ended with them: not garbage. */
    private final List<TracedLock> kept = new ArrayList<>();

    private Random random;

    /** Null: there is none. */
    private History history;

    private int holds;
    private int readers;
    private int messages;
    private long lastId;

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void attach() {
        Sink sink = new Sink();
        sink.messagesBefore = messages;
        if (history != null && once(2)) {
            sink.attached = history.served(sink, LINK);
        }
        TestProfiler.attach(sink.attached);
        sinks.add(sink);
    }

    private void detach() {
        Sink sink = sinks.remove(random.nextInt(sinks.size()));
        TestProfiler.detach(sink.attached);
        sink.verify();
        assertEquals(List.of(), sink.wrong);
        sink.verifyMessages(messages);
    }

    private void step() throws InterruptedException {
        switch (random.nextInt(20)) {
            case 0 -> zones.push(Zone.begin(PLACE));
            case 1 -> zones.stream().skip(random.nextInt(zones.size() + 1)).forEach(zone -> Zone.text(zone, "text"));
            case 2 -> any(fibers).begin();
            case 3 -> Fiber.end();
            case 4 -> spans.add(once(2) ? Span.begin(PLACE) : withId(id -> Span.begin(PLACE, id)));
            case 5 -> spans.forEach(span -> Span.step(PLACE, span));
            case 6 -> flows.add(once(2) ? TracedFlow.begin(PLACE) : withId(id -> TracedFlow.begin(PLACE, id)));
            case 7 -> lock();
            case 8 -> read();
            case 9 -> POOL.allocated(16L * (1 + random.nextInt(8)), 1 + random.nextInt(100));
            case 10 -> POOL.freed(16L * (1 + random.nextInt(8)));
            case 11 -> Frame.begin(SET);
            case 12 -> Frame.end(SET);
            case 13 -> {
                Frame.mark();
                Frame.mark(MARKS);
            }
            case 14 -> sections.add(Section.open(LEVEL, "level"));
            case 15 -> MARKER.begin();
            case 16 -> MARKER.end();
            case 17 -> endedThread();
            case 18 -> end();
            default -> {
                if (sinks.isEmpty() || (once(2) && sinks.size() < MOST_SINKS)) {
                    attach();
                } else {
                    detach();
                }
            }
        }
        Message.log(MESSAGE + messages);
        messages++;
        if (once(4)) {
            TestProfiler.flush();
        }
    }

    private long withId(LongConsumer begin) {
        begin.accept(++lastId);
        return lastId;
    }

    private void lock() {
        if (holds > 0 && once(2)) {
            lock.unlock();
            holds--;
        } else {
            lock.lock();
            holds++;
        }
    }

    private void read() {
        if (readers > 0 && once(2)) {
            shared.readLock().unlock();
            readers--;
        } else {
            shared.readLock().lock();
            readers++;
        }
    }

    /** Begins what outlives it. */
    private void endedThread() throws InterruptedException {
        TracedLock ownLock = new TracedLock("random kept lock");
        kept.add(ownLock);
        long id = ++lastId;
        Thread thread = Thread.ofPlatform().name("random thread").start(() -> {
            Zone.end(Zone.begin(PLACE));
            Frame.begin(SET);
            Span.begin(PLACE, id);
            TracedFlow.begin(PLACE, id);
            ownLock.lock();
        });
        thread.join();
        spans.add(id);
        flows.add(id);
    }

    /** Of each kind that has something open, ends one. */
    private void end() {
        if (!zones.isEmpty()) {
            Zone.end(zones.pop());
        }
        if (!spans.isEmpty()) {
            Span.end(spans.remove(random.nextInt(spans.size())));
        }
        if (!flows.isEmpty()) {
            TracedFlow.end(flows.remove(random.nextInt(flows.size())));
        }
        if (!sections.isEmpty()) {
            sections.remove(random.nextInt(sections.size())).close();
        }
        if (once(4)) {
            POOL.discarded();
        }
    }

    private static Collector collector() throws ReflectiveOperationException {
        Field collector = Profiler.class.getDeclaredField("collector");
        collector.setAccessible(true);
        return (Collector) collector.get(TestProfiler.running());
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "1, true", "2, true", "3, true"})
    void shouldGiveEachSinkTheWholeWhenSinksComeAndGo(int seed, boolean hasHistory) throws Exception {
        random = new Random(seed);
        // On a thread of its own: zones that are left open end with it.
        TestProfiler.inThreads(1, () -> run(hasHistory));
    }

    private void run(boolean hasHistory) throws Exception {
        if (hasHistory) {
            // Each pass of the collector begins a part of its own, and some are kept.
            history = new History(Duration.ofNanos(1), 64 << 20, collector()::restate);
            TestProfiler.attach(history);
        }
        try {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            while (!sinks.isEmpty()) {
                detach();
            }
        } finally {
            sinks.forEach(sink -> TestProfiler.detach(sink.attached));
            if (history != null) {
                TestProfiler.detach(history);
            }
            endAll();
        }
    }

    /** What would last beyond the thread. */
    private void endAll() {
        Fiber.end();
        fibers.forEach(Fiber::close);
        spans.forEach(Span::end);
        flows.forEach(TracedFlow::end);
        sections.forEach(Section::close);
        Frame.end(SET);
        POOL.discarded();
    }
}
