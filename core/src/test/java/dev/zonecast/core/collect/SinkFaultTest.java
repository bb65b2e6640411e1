package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Section;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Span;
import dev.zonecast.core.Threads;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.PowerReading;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.kind.Order;
import dev.zonecast.core.kind.ZoneCounter;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.session.Profiler;
import dev.zonecast.core.state.LockTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SinkFaultTest {
    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final FrameName MARKED = FrameName.of("fault marked");
    private static final FrameName STARTED = FrameName.of("fault started");
    private static final Marker MARKER = Marker.of("fault marker");
    private static final Message.Literal LITERAL = Message.literal("literal");

    /** Calls that come whenever the collector sees fit, and differ between two sinks attached one after the other. */
    private static final Set<String> OF_THEIR_OWN_TIME = Set.of(
            "begin",
            "threadStarted",
            "threadEnded",
            "gpuContext",
            "appInfo",
            "memoryStands",
            "flush",
            "end",
            "lockDestroyed",
            "parameter",
            "sectionBegin",
            "sectionEnd",
            "cpuLoad",
            "power",
            "threadStopped",
            "sample");

    private static final AtomicInteger NEXT_PARAMETER = new AtomicInteger();

    private static final Set<String> RARE = Set.of("threadChanged", "statistics");

    private static GpuContextInfo gpu;

    /** Something of every kind. */
    private static void program() throws Exception {
        Zonecast.appInfo("line " + System.nanoTime());
        for (int i = 0; i < 5; i++) {
            everyEvent(i);
        }
        TestProfiler.inThreads(1, () -> {
            Threads.name("named " + System.nanoTime());
            everyEvent(9);
        });
        Threads.group((int) System.nanoTime());
        TestProfiler.flush();
    }

    private static void everyEvent(int i) {
        if (gpu == null) {
            gpu = GpuContextTable.of(GpuContextInfo.class)
                    .add(id -> new GpuContextInfo(id, GpuApi.CUSTOM, "fault gpu", System.nanoTime()));
        }
        try (Zone outer = Zone.open(OUTER);
                Zone inner = Zone.open(INNER)) {
            inner.text("text " + i).name("name").value(i).color(i);
            outer.value(-i);
            Recorder.current().record(EventKind.ZONE_COUNT, ZoneCounter.PAGE_FAULTS.code(), 0, i);
        }
        Plot.of("fault plot").set(i);
        Plot.of("fault plot").set(i + 0.5);
        Message.log("message " + i);
        LITERAL.log();
        MARKER.instant("details " + i);
        Zonecast.crashed(new IllegalStateException("crash " + i));
        Frame.mark();
        Frame.mark(MARKED);
        Frame.begin(STARTED);
        Frame.end(STARTED);
        Frame.vsync(i);
        TestProfiler.publishImage(TestProfiler.nextImageFrame());
        useLock(i);
        useFiber();
        Span.begin(OUTER, i);
        Span.step(INNER, i);
        Span.end(i);
        TracedFlow.end(TracedFlow.begin(OUTER));
        Parameter.ofInt("fault parameter " + NEXT_PARAMETER.incrementAndGet(), i);
        try (Section ignored = Section.open(SectionCategory.of("fault"), "section")) {
            Profiler.current().tell(MachineEvent.load(System.nanoTime(), 50));
            Profiler.current().tell(MachineEvent.power(System.nanoTime(), new PowerReading("package-0", 1, 1, 1)));
        }
        publishLate();
        MemoryPool.of("fault pool").allocated(16 + i, 100);
        MemoryPool.of("fault pool").freed(16 + i);
        MemoryPool.of("fault pool").allocated(16, 100);
        MemoryPool.of("fault pool").discarded();
        Recorder recorder = Recorder.current();
        long ticks = Clock.ticks();
        assertTrue(recorder.tryRecord(
                EventKind.GPU_ZONE_BEGIN,
                gpu.id(),
                Ids.of(OUTER),
                ticks,
                ticks,
                RingLayout.gpuThreadWord(gpu.id(), 0, 1),
                0));
        assertTrue(recorder.tryRecord(
                EventKind.GPU_ZONE_VALUE, gpu.id(), 0, 7, 0, RingLayout.gpuThreadWord(gpu.id(), 0, 1), 0));
        assertTrue(recorder.tryRecord(
                EventKind.GPU_ZONE_END, gpu.id(), 0, ticks, ticks, RingLayout.gpuThreadWord(gpu.id(), 0, 1), 0));
        assertTrue(recorder.tryRecord(
                EventKind.GPU_CALIBRATION, gpu.id(), 0, 50, 0, RingLayout.gpuThreadWord(gpu.id(), 0, 0), 0));
        closeContext(recorder, ticks);
    }

    private static void closeContext(Recorder recorder, long ticks) {
        GpuContextInfo closed = GpuContextTable.of(GpuContextInfo.class)
                .add(id -> new GpuContextInfo(id, GpuApi.CUSTOM, "closed gpu", System.nanoTime()));
        int id = closed.id();
        long thread = RingLayout.gpuThreadWord(id, 0, 1);
        assertTrue(recorder.tryRecord(EventKind.GPU_ZONE_BEGIN, id, Ids.of(OUTER), ticks, ticks, thread, 0));
        assertTrue(recorder.tryRecord(EventKind.GPU_ZONE_END, id, 0, ticks, ticks, thread, 0));
        GpuContextTable.of(GpuContextInfo.class).close(closed);
    }

    private static void useFiber() {
        try (Fiber fiber = Fiber.of("fault fiber")) {
            fiber.begin();
            Zone.end(Zone.begin(INNER));
            Fiber.end();
        }
    }

    private static void publishLate() {
        long now = System.nanoTime();
        long thread = Thread.currentThread().threadId();
        LateEvents.INSTANCE.publish(List.of(
                new LateEvent.Stop(thread, now - 2, now - 1, OUTER, null),
                new LateEvent.Run(thread, "", now - 2, now - 1, 0, false),
                new LateEvent.Sample(
                        thread,
                        "",
                        false,
                        now,
                        SampleKind.RUNNING,
                        1,
                        null,
                        SampledStacks.INSTANCE.intern(List.of()))));
    }

    private static void useLock(int i) {
        Object key = new Object();
        LockInfo info = LockTable.of(LockInfo.class)
                .add(key, id -> new LockInfo(id, "fault lock " + i, OUTER, false, System.nanoTime()));
        Recorder recorder = Recorder.current();
        recorder.record(EventKind.LOCK, LockEvent.OBTAIN.code(), info.id());
        recorder.record(EventKind.LOCK_MARK, 0, info.id(), Ids.of(INNER));
        recorder.record(EventKind.LOCK, LockEvent.RELEASE.code(), info.id());
        LockTable.of(LockInfo.class).collect(info.id());
    }

    static Stream<String> methodsOfASink() {
        Stream<String> calls = Stream.of("begin", "zoneBegin", "zoneEnd", "cycleEnd", "flush", "end");
        Stream<String> lives = Stream.of(Life.STARTED, Life.CHANGED, Life.ENDED).map(SinkStub::name);
        Stream<String> kinds = Arrays.stream(EventKind.values())
                .filter(kind -> kind.order() != Order.LEAD && kind.order() != Order.ZONE)
                .map(SinkStub::name);
        return Stream.of(calls, lives, kinds).flatMap(names -> names).distinct().sorted();
    }

    private static Exception failure(int kind) throws IOException {
        switch (kind % 3) {
            case 0 -> throw new IOException("disk full");
            case 1 -> throw new IllegalArgumentException("a defect of a sink");
            default -> throw new StackOverflowError();
        }
    }

    @ParameterizedTest
    @MethodSource("methodsOfASink")
    void shouldLeaveTheOthersAloneWhenASinkThrowsAtAnyCall(String method) throws Exception {
        List<String> ofBad = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        int failAt = OF_THEIR_OWN_TIME.contains(method) || RARE.contains(method) ? 1 : 3;
        AtomicBoolean failed = new AtomicBoolean();
        EventSink bad = SinkStub.of("bad sink", (name, arguments) -> {
            synchronized (ofBad) {
                ofBad.add(name);
            }
            if (name.equals(method) && calls.incrementAndGet() == failAt) {
                failed.set(true);
                throw failure(method.length());
            }
        });
        RecordedEvents early = TestProfiler.attach(new RecordedEvents());
        MemoryPool.of("fault standing").allocated(16, 1);
        TestProfiler.flush();
        RecordedEvents first = TestProfiler.attach(new RecordedEvents());
        TestProfiler.attach(bad);
        RecordedEvents second = TestProfiler.attach(new RecordedEvents());
        try {
            TestProfiler.flush();
            program();
            // Calls that come with the passes; the last ones come with the end.
            boolean atTheEnd = method.equals("end") || method.equals("statistics");
            TestProfiler.await(() -> second.count("threadEnded") > 0 && (failed.get() || atTheEnd));
            TestProfiler.flush();
        } finally {
            TestProfiler.detach(bad);
            TestProfiler.detach(first);
            TestProfiler.detach(second);
            TestProfiler.detach(early);
        }

        assertTrue(failed.get(), "never called");
        assertEquals(of(first), of(second));
        assertEquals(6, first.verify().whats("message").size());
        assertEquals("end", first.all().getLast().kind());
        assertEquals("end", second.verify().all().getLast().kind());
        synchronized (ofBad) {
            // Nothing between the failure and the end, which comes once.
            assertEquals("end", ofBad.getLast());
            assertEquals(1, ofBad.stream().filter("end"::equals).count());
            if (!method.equals("end")) {
                assertEquals(method, ofBad.get(ofBad.size() - 2));
                assertEquals(failAt, ofBad.stream().filter(method::equals).count());
            }
        }
        assertFalse(Zonecast.isActive());
    }

    /** Counters of other tests are read, and their locks collected, whenever it is time. */
    private static boolean isOfAnotherTest(RecordedEvents.Event event) {
        return switch (event.kind()) {
            case "plot" -> !event.what().startsWith("fault plot=");
            case "lockCreated" -> !event.what().startsWith("fault lock");
            default -> false;
        };
    }

    private static List<String> of(RecordedEvents sink) {
        return sink.where(e -> !OF_THEIR_OWN_TIME.contains(e.kind()) && !isOfAnotherTest(e)).stream()
                .map(RecordedEvents.Event::toString)
                .toList();
    }

    @Test
    void shouldEndEverySinkWhenTheNameOfOneCannotBeTold() {
        EventSink nameless = new EventSink() {
            @Override
            public String description() {
                throw new IllegalStateException("description");
            }

            @Override
            public void event(Event event) {
                throw new IllegalStateException("event");
            }
        };
        RecordedEvents other = TestProfiler.attach(new RecordedEvents());
        TestProfiler.attach(nameless);
        Message.log("x");
        TestProfiler.flush();
        TestProfiler.detach(other);

        assertEquals(1, other.verify().count("message"));
        assertFalse(Zonecast.isActive());
    }

    static final class BrokenSinkProgram {
        private BrokenSinkProgram() {}

        public static void main(String[] arguments) {
            boolean ignored = Zonecast.start(Options.defaults().set(Option.LISTEN, false));
            Profiler.current().attach(SinkStub.of("sink of the test", (name, thread) -> {
                if (name.equals("message")) {
                    throw new IllegalStateException("broken sink");
                }
            }));
            Message.log("x");
            System.out.println("ended " + Zonecast.shutdown(TestProfiler.LIMIT));
        }
    }

    @Test
    void shouldLogWhereASinkHasADefect() throws Exception {
        ChildJvm.Result result = new ChildJvm().run(BrokenSinkProgram.class).expectSuccess();

        assertEquals(List.of("ended true"), result.outLines(), result.toString());
        assertTrue(
                result.err().contains("sink of the test ends: java.lang.IllegalStateException: broken sink"),
                result.toString());
        assertTrue(result.err().contains("SinkStub.event(SinkStub.java:"), result.toString());
    }

    // --- calls from within a sink

    @Test
    void shouldNeitherHangNorLoseWhenASinkCallsTheProfiler() throws Exception {
        AtomicReference<Boolean> flushed = new AtomicReference<>();
        AtomicReference<Boolean> detached = new AtomicReference<>();
        RecordedEvents other = TestProfiler.attach(new RecordedEvents());
        AtomicInteger echoed = new AtomicInteger();
        RecordedEvents recorded = new RecordedEvents();
        EventSink chatty = SinkStub.before(recorded, (name, arguments) -> {
            if (name.equals("message") && echoed.getAndIncrement() < 20) {
                Message.log("echo");
                Zone.end(Zone.begin(OUTER));
                Threads.name("collector of the test");
                Zonecast.appInfo("from a sink");
                Plot.of("echo").set(1);
                Zonecast.statistics();
                flushed.set(Zonecast.flush(Duration.ofHours(1)));
                detached.set(Zonecast.detach(other, Duration.ofHours(1)));
            }
        });
        TestProfiler.attach(chatty);
        Message.log("first");
        TestProfiler.await(() -> recorded.count("message") >= 21);
        TestProfiler.detach(chatty);
        TestProfiler.inThreads(1, () -> {});

        assertEquals(false, flushed.get());
        assertEquals(false, detached.get());
        assertEquals("end", other.verify().all().getLast().kind());
        assertEquals(21, recorded.verify().count("message"));
        assertEquals(20, recorded.count("zoneBegin"));
        assertEquals(20, recorded.count("zoneEnd"));
        assertEquals(20, recorded.where(e -> e.what().startsWith("echo=")).size());
    }

    @Test
    void shouldClearTheInterruptWhenASinkLeavesOne() throws Exception {
        CountDownLatch cleared = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        EventSink sink = TestProfiler.attach(SinkStub.of("interrupting", (name, arguments) -> {
            if (name.equals("cycleEnd")) {
                if (interrupted.compareAndSet(false, true)) {
                    Thread.currentThread().interrupt();
                } else if (!Thread.currentThread().isInterrupted()) {
                    cleared.countDown();
                }
            }
        }));
        assertTrue(cleared.await(TestProfiler.LIMIT.toSeconds(), TimeUnit.SECONDS));
        TestProfiler.detach(sink);
    }
}
