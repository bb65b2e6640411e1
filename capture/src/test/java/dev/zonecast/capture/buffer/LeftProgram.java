package dev.zonecast.capture.buffer;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.Counter;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Span;
import dev.zonecast.core.TracedFlow;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.TracedMonitor;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.marker.MarkerOptions;
import dev.zonecast.core.marker.MarkerType;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.state.CounterSampler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * A program to be killed while its collector stands still: what it records then is in its rings alone. Argument: {@code whole}: all of
 * it is recorded then; {@code split}: begins have been collected, ends are in the rings; {@code begun}: begins have been collected, and
 * nothing comes after them.
 */
@SuppressWarnings("LockNotBeforeTry") // It dies with them.
public final class LeftProgram {
    /** All kinds of data. */
    public record Shot(long damage, double range, boolean hit, String weapon, Phase phase) {}

    /** Of a shot. */
    public enum Phase {
        AIM,
        FIRE
    }

    static final CallStack STACK = new CallStack(
            List.of(new CallStack.Call("inner", "script.lua", 7), new CallStack.Call("outer", "script.lua", 3)));

    private static final SourceLocation PLAIN = SourceLocation.of("plain", "f", "Left.java", 1, 0x112233)
            .category(Category.of("Physics", CategoryColor.RED));
    private static final SourceLocation OUTER = SourceLocation.of("outer", "f", "Left.java", 2, 0);
    private static final SourceLocation STACKED = SourceLocation.of("stacked", "f", "Left.java", 3, 0);
    private static final SourceLocation SCRIPT = SourceLocation.of("script", "f", "Left.java", 4, 0);
    private static final SourceLocation ON_FIBER = SourceLocation.of("on fiber", "f", "Left.java", 5, 0);
    private static final SourceLocation ON_VIRTUAL = SourceLocation.of("on virtual", "f", "Left.java", 6, 0);
    private static final SourceLocation DRAW = SourceLocation.of("draw", "f", "Left.java", 7, 0);
    private static final SourceLocation PLACE = SourceLocation.of("place", "f", "Left.java", 8, 0);
    private static final Plot WHOLE_PLOT = Plot.of("whole numbers");
    private static final Plot FRACTION = Plot.of("fractions");
    private static final Counter COUNTER = Counter.of("counted");
    private static final Marker TEXT = Marker.of("text marker", Category.of("Game", CategoryColor.GREEN));
    private static final Marker STARTED = Marker.of("started marker");
    private static final MarkerType<Shot> SHOT = MarkerType.of(Shot.class);
    private static final MemoryPool POOL = MemoryPool.of("buffers").callStacks(4);
    private static final MemoryPool PLAIN_POOL = MemoryPool.of(null);
    private static final MemoryPool SCRATCH = MemoryPool.of("scratch");
    private static final TracedMonitor LOCK = new TracedMonitor("world", new Object());
    private static final TracedLock HELD = new TracedLock("held");
    private static final TracedLock PASSED_ON = new TracedLock("passed on");
    private static final FrameName LOADING = FrameName.of("loading");
    private static final FrameName PASS = FrameName.of("pass");
    private static final Message.Literal LITERAL = Message.literal("a literal");
    private static final Fiber FIBER = Fiber.of("loader");
    private static final Thread OTHER = Thread.ofPlatform().name("other").unstarted(LeftProgram::other);
    private static final CountDownLatch OTHER_HAS_RECORDED = new CountDownLatch(1);
    private static final CountDownLatch GO_ON = new CountDownLatch(1);
    private static final CountDownLatch OTHER_IS_DONE = new CountDownLatch(1);

    private static final long SPAN = 81;
    private static final long FLOW = 82;

    private static long openZone;
    private static long shotBegin;
    private static Recorder recorder;
    private static String mode;

    private LeftProgram() {}

    /** Runs until it is killed. */
    public static void main(String[] arguments) throws Exception {
        mode = arguments[0];
        // Something that the first commit has.
        Zone.end(Zone.begin(PLAIN));
        COUNTER.increment();
        prepareGpu();
        OTHER.start();
        OTHER_HAS_RECORDED.await();
        FIBER.begin();
        Zone.end(Zone.begin(ON_FIBER));
        Fiber.end();
        collected();
        switch (mode) {
            case "whole" -> {
                var _ = FrozenCollector.freeze();
                GO_ON.countDown();
                OTHER_IS_DONE.await();
                whole();
            }
            case "split" -> {
                begins();
                collected();
                var _ = FrozenCollector.freeze();
                ends();
                GO_ON.countDown();
                OTHER_IS_DONE.await();
            }
            default -> {
                begins();
                collected();
                var _ = FrozenCollector.freeze();
            }
        }
        System.out.println("ready");
        Thread.sleep(600_000);
    }

    private static void collected() {
        if (!Zonecast.flush(Duration.ofSeconds(60))) {
            throw new IllegalStateException("not collected in time");
        }
    }

    private static void prepareGpu() {
        GpuContextInfo _ = GpuContextTable.of(GpuContextInfo.class)
                .add(id -> new GpuContextInfo(id, GpuApi.VULKAN, "graphics", System.nanoTime()));
        recorder = Recorder.current();
    }

    private static void gpu(EventKind kind, int id, long first, long second) {
        long thread = Thread.currentThread().threadId();
        boolean _ = recorder.tryRecord(kind, 0, id, first, second, thread, 0);
    }

    private static long ticks() {
        return Marker.now();
    }

    /** The thread that others speak of. */
    private static void other() {
        Zone.end(Zone.begin(PLAIN));
        OTHER_HAS_RECORDED.countDown();
        try {
            GO_ON.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (mode.equals("split")) {
            PASSED_ON.lock();
            PASSED_ON.unlock();
        }
        OTHER_IS_DONE.countDown();
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // --- everything at once

    private static void whole() throws Exception {
        long outer = Zone.begin(OUTER);
        long zone = Zone.begin(PLAIN);
        Zone.text(zone, "a text");
        Zone.name(zone, "renamed");
        Zone.value(zone, 42);
        Zone.color(zone, 0x00FF00);
        Zone.end(zone);
        Zone.end(Zone.begin(STACKED, 8));
        Zone.end(Zone.begin(SCRIPT, STACK));
        messages();
        WHOLE_PLOT.set(17);
        FRACTION.set(0.5);
        COUNTER.add(4);
        CounterSampler.INSTANCE.readAll().join();
        markers();
        POOL.allocated(0x1000, 100);
        POOL.allocated(0x2000, 50);
        POOL.freed(0x1000);
        SCRATCH.allocated(0x10, 8);
        SCRATCH.discarded();
        LOCK.run(() -> LOCK.mark(PLACE));
        FIBER.begin();
        Zone.end(Zone.begin(ON_FIBER));
        Fiber.end();
        Thread.ofVirtual()
                .name("light")
                .start(() -> Zone.end(Zone.begin(ON_VIRTUAL)))
                .join();
        Frame.mark();
        Frame.mark();
        Frame.mark(PASS);
        Frame.mark(PASS);
        Frame.begin(LOADING);
        Frame.end(LOADING);
        Frame.vsync(2);
        gpu(EventKind.GPU_ZONE_BEGIN, Ids.of(DRAW), ticks(), ticks());
        gpu(EventKind.GPU_CALIBRATION, 0, 1000, 0);
        gpu(EventKind.GPU_ZONE_END, 0, ticks(), ticks());
        Zone.end(outer);
        Zonecast.crashed(new IllegalStateException("broken"));
    }

    private static void messages() {
        Message.log(Severity.WARNING, 0x123456, "coloured");
        Message.log(Severity.ERROR, "with a stack", STACK);
        Message.log(Severity.DEBUG, "with its own stack", 4);
        Message.log(Severity.INFO, MessageSource.PROFILER, -1, "of the profiler");
        LITERAL.log(Severity.TRACE, 0x654321);
    }

    private static void markers() {
        TEXT.instant();
        TEXT.instant("details");
        long begin = Marker.now();
        TEXT.interval(begin, "a while", MarkerOptions.stack(STACK));
        TEXT.instant("about another", MarkerOptions.thread(OTHER));
        STARTED.begin();
        STARTED.end();
        SHOT.instant(new Shot(7, 2.5, true, "bow", Phase.FIRE));
        SHOT.instant(new Shot(8, -1, false, null, null));
        try (MarkerType.Scope<Shot> scope = SHOT.open()) {
            scope.set(new Shot(9, 0, true, "sword", Phase.AIM));
        }
    }

    // --- in two halves

    private static void begins() throws Exception {
        openZone = Zone.begin(OUTER);
        STARTED.begin();
        SHOT.begin(new Shot(1, 1, true, "bow", Phase.AIM));
        shotBegin = Marker.now();
        POOL.allocated(0x1000, 100);
        POOL.allocated(0x2000, 50);
        PLAIN_POOL.allocated(0x3000, 7);
        HELD.lock();
        PASSED_ON.lock();
        Thread waiter = Thread.ofPlatform().name("waiter").start(() -> {
            HELD.lock();
            HELD.unlock();
        });
        // Not its state alone: a thread may wait for the file of its ring, too.
        while (!(LockSupport.getBlocker(waiter) instanceof AbstractOwnableSynchronizer)) {
            Thread.sleep(1);
        }
        Frame.mark();
        Frame.begin(LOADING);
        Span.begin(PLACE, SPAN);
        TracedFlow.begin(PLACE, FLOW);
        gpu(EventKind.GPU_ZONE_BEGIN, Ids.of(DRAW), ticks(), ticks());
        FIBER.begin();
        long _ = Zone.begin(ON_FIBER);
        if (mode.equals("split")) {
            Fiber.end();
            FIBER.begin();
        }
    }

    private static void ends() throws Exception {
        // On the fiber, still.
        Message.log("said by the fiber");
        Fiber.end();
        gpu(EventKind.GPU_ZONE_END, 0, ticks(), ticks());
        Frame.end(LOADING);
        Span.step(PLAIN, SPAN);
        Span.end(SPAN);
        TracedFlow.end(FLOW);
        Frame.mark();
        PASSED_ON.unlock();
        POOL.freed(0x1000);
        PLAIN_POOL.freed(0x3000);
        POOL.allocated(0x4000, 1000);
        SHOT.interval(shotBegin, new Shot(2, 1, true, "bow", Phase.FIRE));
        SHOT.end(new Shot(3, 1, true, "bow", Phase.FIRE));
        STARTED.end();
        Zone.end(openZone);
    }
}
