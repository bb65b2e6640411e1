package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Category;
import dev.zonecast.core.CategoryColor;
import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Counter;
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
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.marker.Marker;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.ring.Recorder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Class loaders with a copy of Zonecast each, which do the same. */
final class CopiesProgram {
    static final int ROUNDS = 50;

    private CopiesProgram() {}

    /** The second copy comes when the first one runs. */
    static final class Second {
        /** Listens at the port that is the first argument. */
        public static void main(String[] arguments) throws Exception {
            try (var first = loader("first");
                    var second = loader("second")) {
                System.out.println("first started " + call(first, "start", arguments[0]));
                call(first, "awaitViewer");
                System.out.println("second started " + call(second, "start", "0"));
                System.out.println("second enabled " + call(second, "enabled"));
                System.out.println("second port " + call(second, "port"));
                System.out.println("second viewer " + call(second, "viewer"));
                System.out.println("second file " + call(second, "record", arguments[1]));
                call(second, "work");
                call(second, "further");
                call(first, "work");
                System.out.println("second complete " + call(second, "end"));
                System.out.println("first complete " + call(first, "end"));
                System.out.println("second clock " + call(second, "clock"));
            }
        }
    }

    /** Both copies are in use when the first one starts. */
    static final class LoadedBefore {
        /** Records to the file that is the only argument. */
        public static void main(String[] arguments) throws Exception {
            try (var first = loader("first");
                    var second = loader("second")) {
                call(first, "enabled");
                System.out.println("second enabled " + call(second, "enabled"));
                call(second, "further");
                System.out.println("first started " + call(first, "start", "0"));
                call(first, "record", arguments[0]);
                System.out.println("second started " + call(second, "start", "0"));
                System.out.println("second active " + call(second, "active"));
                call(second, "further");
                call(first, "work");
                System.out.println("second complete " + call(second, "end"));
                System.out.println("first complete " + call(first, "end"));
                System.out.println("second clock " + call(second, "clock"));
            }
        }
    }

    /** A third copy comes when the first one has ended. */
    static final class AfterTheEnd {
        /** Records to the file that is the only argument. */
        public static void main(String[] arguments) throws Exception {
            try (var first = loader("first");
                    var second = loader("second");
                    var third = loader("third")) {
                System.out.println("first started " + call(first, "start", "0"));
                System.out.println("second enabled " + call(second, "enabled"));
                System.out.println("first complete " + call(first, "end"));
                System.out.println("second started " + call(second, "start", "0"));
                System.out.println("third started " + call(third, "start", "0"));
                call(third, "record", arguments[0]);
                call(third, "work");
                System.out.println("third complete " + call(third, "end"));
            }
        }
    }

    /** The mark of a copy whose version is not known here. */
    static final class OtherVersion {
        public static void main(String[] arguments) throws Exception {
            System.getProperties().put("dev.zonecast.running", List.of(9, "other.jar"));
            try (var only = loader("only")) {
                System.out.println("enabled " + call(only, "enabled"));
                call(only, "further");
                System.out.println(call(only, "clock"));
            }
        }
    }

    /** No parent: the JDK's other loaders know the module and would hand out its classes. */
    private static URLClassLoader loader(String name) throws Exception {
        return new URLClassLoader(name, path(), null);
    }

    private static URL[] path() throws Exception {
        List<URL> path = new ArrayList<>();
        path.add(ChildJvm.testClasses().toUri().toURL());
        String entries = System.getProperty("jdk.module.path", System.getProperty("java.class.path"));
        for (String entry : entries.split(java.io.File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        return path.toArray(URL[]::new);
    }

    private static Object call(ClassLoader loader, String method, String... arguments) throws Exception {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
        return Class.forName("dev.zonecast.core.live.CopiesProgram$Copy", true, loader)
                .getMethod(method, types)
                .invoke(null, (Object[]) arguments);
    }

    /** Loaded by each of the loaders. */
    public static final class Copy {
        private static final SourceLocation OUTER = SourceLocation.of("outer", "Copy.work", "Copy.java", 1, 0x112233);
        private static final SourceLocation INNER = SourceLocation.of("inner", "Copy.work", "Copy.java", 2, 0);
        private static final Plot LOAD = Plot.of("load");
        private static final FrameName TICK = FrameName.of("tick");
        private static final MemoryPool POOL = MemoryPool.of("pool");
        private static final TracedLock LOCK = new TracedLock("lock");
        private static final Message.Literal LITERAL = Message.literal("literal");

        private static final Category STORAGE = Category.of("Storage", CategoryColor.BROWN);
        private static final SourceLocation STEP =
                SourceLocation.of("step", "Copy.step", "Copy.java", 1, 0).category(STORAGE.sub("reads"));
        private static final MemoryPool STANDING = MemoryPool.of("standing");
        private static final MemoryPool STACKED = MemoryPool.of("stacked").callStacks(4);
        private static final Marker SAVED = Marker.of("saved", STORAGE);
        private static final Counter HITS = Counter.of("hits");
        private static final CallStack CALLS = new CallStack(List.of(new CallStack.Call("Wolf:bite", "wolf.lua", 12)));

        private Copy() {}

        public static boolean start(String port) {
            Parameter.ofInt("speed", 1);
            return Zonecast.start(Options.defaults()
                    .set(Option.PORT, Integer.parseInt(port))
                    .set(Option.PROGRAM_NAME, "copies")
                    .set(Option.SHUTDOWN_HOOK, false)
                    .set(Option.RING_WAIT, Duration.ofSeconds(10)));
        }

        public static int port() {
            return Zonecast.port();
        }

        public static boolean viewer() {
            return Zonecast.viewerConnected();
        }

        public static void awaitViewer() {
            while (!Zonecast.isActive()) {
                LockSupport.parkNanos(1_000_000);
            }
            Zonecast.flush(Duration.ofMinutes(1));
        }

        public static void work() {
            GpuContextInfo gpu = GpuContextTable.of(GpuContextInfo.class)
                    .add(id -> new GpuContextInfo(id, GpuApi.VULKAN, "gpu", System.nanoTime()));
            try (Section ignored = Section.open(SectionCategory.of("level"), "level 1")) {
                for (int i = 0; i < ROUNDS; i++) {
                    try (Zone zone = Zone.open(OUTER)) {
                        zone.text("round " + i).value(i).color(0x445566);
                        Zone.end(Zone.begin(INNER));
                        LOAD.set(i);
                        LOAD.set(i + 0.5);
                        Message.log(Severity.WARNING, "message");
                        LITERAL.log();
                        Frame.mark(TICK);
                        POOL.allocated(0x100 + i, 8);
                        POOL.freed(0x100 + i);
                        LOCK.lock();
                        try {
                            Thread.onSpinWait();
                        } finally {
                            LOCK.unlock();
                        }
                        gpu(gpu);
                    }
                    Frame.mark();
                }
            }
        }

        private static void gpu(GpuContextInfo context) {
            long now = Clock.ticks();
            long thread = Thread.currentThread().threadId();
            Recorder recorder = Recorder.current();
            recorder.tryRecord(EventKind.GPU_ZONE_BEGIN, context.id(), Ids.of(INNER), now, now + 10, thread, 0);
            recorder.tryRecord(EventKind.GPU_ZONE_END, context.id(), 0, now + 20, now + 30, thread, 0);
        }

        public static void further() {
            try (Fiber fiber = Fiber.of("script")) {
                for (int i = 1; i <= ROUNDS; i++) {
                    fiber.begin();
                    Zone.end(Zone.begin(STEP));
                    Fiber.end();
                    long zone = Zone.begin(STEP, CALLS);
                    try (var ignored = SAVED.open("around " + i)) {
                        Message.log(Severity.INFO, "with calls", CALLS);
                    }
                    Zone.end(zone);
                    SAVED.instant("slot " + i);
                    SAVED.interval(Marker.now(), "interval " + i);
                    SAVED.begin();
                    SAVED.end();
                    STACKED.allocated(0x100 + i, 16);
                    STACKED.freed(0x100 + i);
                    HITS.add(1);
                    picture(i);
                    sample(i);
                }
            }
            STANDING.discarded();
            Zonecast.crashed(new IllegalStateException("crash"));
        }

        private static void picture(int frame) {
            ImageEvent image = FrameImageQueue.INSTANCE.claim();
            if (image != null) {
                image.describe(frame, 4, 4, false);
                FrameImageQueue.INSTANCE.publish(image);
            }
        }

        private static void sample(int i) {
            boolean ignored = LateEvents.INSTANCE.publish(List.of(new LateEvent.Sample(
                    Thread.currentThread().threadId(),
                    "main",
                    false,
                    System.nanoTime(),
                    SampleKind.RUNNING,
                    i,
                    null,
                    SampledStacks.INSTANCE.intern(CALLS.calls()))));
        }

        public static boolean enabled() {
            return Zonecast.isEnabled();
        }

        public static boolean active() {
            return Zonecast.isActive();
        }

        public static String clock() {
            return Zonecast.statistics().collector().clock();
        }

        public static Path record(String file) throws Exception {
            Zonecast.startRecording(Path.of(file));
            return Zonecast.recordingFile();
        }

        public static boolean end() {
            return Zonecast.shutdown(Duration.ofMinutes(1));
        }
    }
}
