package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.Section;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.TracedReadWriteLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * A program that uses every feature of the live protocol, each a known number of times. {@link EveryFeatureTest} checks what our own
 * viewer understands of it in each version; a real viewer must show the same counts.
 */
final class EveryFeatureProgram {
    static final int ROUNDS = 100;
    static final int WORKERS = 2;

    private static final SourceLocation FRAME = SourceLocation.of("main frame", "Program.main", "Program.java", 10, 0);
    private static final SourceLocation UNNAMED = SourceLocation.of("", "Program.step", "Program.java", 20, 0);
    private static final SourceLocation LEAF = SourceLocation.of("leaf", "Program.leaf", "Program.java", 30, 0x33CC66);
    private static final SourceLocation CALLED =
            SourceLocation.of("called", "Program.called", "Program.java", 40, 0x0000FF);
    private static final SourceLocation LOCKED = SourceLocation.of("locked", "Program.locked", "Program.java", 50, 0);
    private static final SourceLocation GPU_PASS = SourceLocation.of("gpu pass", "Program.pass", "Program.java", 60, 0);
    private static final SourceLocation GPU_DRAW = SourceLocation.of("gpu draw", "Program.draw", "Program.java", 70, 0);

    private static final Plot SINE =
            Plot.builder("sine").fill(true).color(0xFF8000).create();
    private static final Plot MEMORY =
            Plot.builder("mem").format(PlotFormat.MEMORY).step(true).create();
    private static final Plot PERCENT =
            Plot.builder("percent").format(PlotFormat.PERCENTAGE).fill(false).create();
    private static final FrameName SUB_FRAME = FrameName.of("sub frame");
    private static final FrameName TICK = FrameName.of("tick");
    private static final MemoryPool POOL = MemoryPool.of("pool");
    private static final SourceLocation RESUMED = SourceLocation.of("resumed", "Program.fiber", "Program.java", 80, 0);
    private static final MemoryPool STACKED = MemoryPool.of("stacked").callStacks(4);
    private static final MemoryPool ARENA = MemoryPool.of("arena");
    private static final Message.Literal LITERAL = Message.literal("literal message");
    private static final CallStack CALLS = new CallStack(
            List.of(new CallStack.Call("Wolf:bite", "wolf.lua", 12), new CallStack.Call("main", "main.lua", 0)));

    private static final TracedLock MUTEX = new TracedLock("named mutex");
    private static final TracedReadWriteLock SHARED = new TracedReadWriteLock("shared lock");

    private static final SectionCategory LEVEL = SectionCategory.of("level");
    private static final SectionCategory LOADING = SectionCategory.of("loading");

    private static final Parameter SPEED = Parameter.ofInt("speed", 7).onChange(EveryFeatureProgram::changed);
    private static final Parameter SHADOWS =
            Parameter.ofBoolean("shadows", true).onChange(EveryFeatureProgram::changed);
    private static final Parameter RELOAD = Parameter.trigger("reload").onChange(EveryFeatureProgram::changed);

    private static final Semaphore CHANGES = new Semaphore(0);

    private static GpuContextInfo gl;
    private static GpuContextInfo vulkan;
    private static GpuContextInfo custom;

    private EveryFeatureProgram() {}

    /** Listens at the port that is the first argument, and ends when parameters were changed as often as the second says. */
    public static void main(String[] args) throws InterruptedException {
        Zonecast.start(Options.fromSystemProperties()
                .set(Option.PORT, Integer.parseInt(args[0]))
                .set(Option.PROGRAM_NAME, "every feature")
                .set(Option.SHUTDOWN_HOOK, false)
                .set(Option.RING_WAIT, Duration.ofSeconds(10)));
        Zonecast.appInfo("Program version 1");
        Threads.name("renderer");
        Threads.group(1);
        gl = context(GpuApi.OPENGL, "gl context");
        vulkan = context(GpuApi.VULKAN, "vulkan context");
        custom = context(GpuApi.CUSTOM, "custom context");
        while (!Zonecast.isActive()) {
            Thread.sleep(1);
        }
        // The session has begun then: images of frames before it are left out.
        Zonecast.flush(Duration.ofSeconds(20));
        Section level = Section.open(LEVEL, "level 1");
        Thread[] workers = new Thread[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            int number = i;
            workers[i] = new Thread(() -> work(number), "worker " + i);
            workers[i].start();
        }
        for (int i = 0; i < ROUNDS; i++) {
            frame(i);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        // A named pool that is thrown away as a whole.
        for (int i = 1; i <= 10; i++) {
            ARENA.allocated(0x5000 + i, 100);
        }
        ARENA.discarded();
        fibersAndCallStacks();
        level.close();
        Section ignored = Section.open(LEVEL, "left open");
        int changes = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        if (!CHANGES.tryAcquire(changes, 30, TimeUnit.SECONDS)) {
            System.out.println("no " + changes + " changes of parameters");
        }
        System.out.println("parameters " + SPEED + ", " + SHADOWS + ", " + RELOAD);
        int unused = Zonecast.listen();
        System.out.println("complete " + Zonecast.shutdown(Duration.ofMinutes(1)) + " losses "
                + Zonecast.statistics().losses().total());
    }

    private static void changed(Parameter parameter) {
        System.out.println(
                "changed " + parameter + " on " + Thread.currentThread().getName());
        CHANGES.release();
    }

    private static GpuContextInfo context(GpuApi api, String name) {
        return GpuContextTable.of(GpuContextInfo.class).add(id -> new GpuContextInfo(id, api, name, System.nanoTime()));
    }

    private static void frame(int i) {
        try (Zone zone = Zone.open(FRAME);
                Section ignored = Section.open(LOADING, "part " + i % 10)) {
            zone.text("frame " + i).text("x".repeat(300)).value(i);
            Frame.begin(SUB_FRAME);
            long step = Zone.begin(UNNAMED);
            leaves(i);
            Zone.end(step);
            Frame.end(SUB_FRAME);
            long called = Zone.begin(CALLED, CALLS);
            Zone.end(called);
            SINE.set(Math.sin(i * 0.1));
            MEMORY.set(1000L * i);
            PERCENT.set(i % 100);
            POOL.allocated(0x1000 + i, 64);
            POOL.freed(0x1000 + i);
            held(MUTEX);
            held(SHARED.writeLock());
            gpu(gl);
            gpu(vulkan);
            gpu(custom);
            messages(i);
            Frame.vsync(3);
            Frame.mark(TICK);
        }
        picture();
        Frame.mark();
    }

    /** Two fibers, whose zones end after a wait; blocks and messages with Java's own calls; an exception that ends the work. */
    private static void fibersAndCallStacks() {
        try (Fiber one = Fiber.of("fiber one");
                Fiber two = Fiber.of("fiber two", 3)) {
            for (int i = 0; i < ROUNDS; i++) {
                one.begin();
                long open = Zone.begin(RESUMED);
                two.begin();
                Zone.end(Zone.begin(RESUMED, 4));
                one.begin();
                Zone.end(open);
                Fiber.end();
                STACKED.allocated(0x9000 + i, 16);
                Message.log(Severity.INFO, "with calls", 4);
                LITERAL.logCalls(Severity.INFO, 4);
                STACKED.freed(0x9000 + i);
            }
        }
        Zonecast.crashed(new IllegalStateException("crash"));
    }

    private static void leaves(int i) {
        for (int k = 0; k < 2; k++) {
            try (Zone leaf = Zone.open(LEAF)) {
                leaf.value(i + 1000L * k).color(0xFF00FF);
                if (k == 1) {
                    leaf.name("renamed");
                }
            }
        }
    }

    private static void messages(int i) {
        if (i % 10 == 0) {
            Message.log("text message");
            LITERAL.log();
            Message.log(Severity.WARNING, 0xFF0000, "coloured message");
            LITERAL.log(Severity.ERROR, 0x00FF00);
        }
    }

    private static void held(Lock lock) {
        lock.lock();
        try {
            Zone.end(Zone.begin(LOCKED));
        } finally {
            lock.unlock();
        }
    }

    /** A pass with two draws in it, and what the GPU counted. */
    private static void gpu(GpuContextInfo context) {
        long thread = Thread.currentThread().threadId();
        gpuBegin(context, GPU_PASS, thread);
        for (int i = 0; i < 2; i++) {
            gpuBegin(context, GPU_DRAW, thread);
            Recorder.current()
                    .tryRecord(
                            EventKind.GPU_ZONE_VALUE, context.id(), GpuStatistic.VERTICES.nameId(), 300, 0, thread, 0);
            gpuEnd(context, thread);
        }
        gpuEnd(context, thread);
    }

    private static void gpuBegin(GpuContextInfo context, SourceLocation location, long thread) {
        long now = Clock.ticks();
        Recorder.current()
                .tryRecord(EventKind.GPU_ZONE_BEGIN, context.id(), Ids.of(location), now, now + 500, thread, 0);
    }

    private static void gpuEnd(GpuContextInfo context, long thread) {
        long now = Clock.ticks();
        Recorder.current().tryRecord(EventKind.GPU_ZONE_END, context.id(), 0, now, now + 700, thread, 0);
    }

    private static void picture() {
        ImageEvent image = FrameImageQueue.INSTANCE.claim();
        while (image == null) {
            Zonecast.flush(Duration.ofSeconds(1));
            image = FrameImageQueue.INSTANCE.claim();
        }
        image.describe(Frame.number(), 64, 32, false);
        FrameImageQueue.INSTANCE.publish(image);
    }

    private static void work(int number) {
        Threads.group(2 + number);
        Lock shared = SHARED.readLock();
        for (int i = 0; i < ROUNDS; i++) {
            // A location put together at run time, as scripts have them.
            SourceLocation script = SourceLocation.of("script " + number, "update", "wolf.lua", 7, 0);
            long zone = Zone.begin(script);
            MUTEX.lock();
            try {
                MUTEX.mark(LOCKED);
            } finally {
                MUTEX.unlock();
            }
            shared.lock();
            try {
                Thread.onSpinWait();
            } finally {
                shared.unlock();
            }
            Zone.end(zone);
        }
    }
}
