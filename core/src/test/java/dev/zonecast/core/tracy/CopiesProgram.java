package dev.zonecast.core.tracy;

import dev.zonecast.core.ChildJvm;
import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
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
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RingLayout;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Two class loaders with a copy of Zonecast each, which do the same. */
final class CopiesProgram {
    static final int ROUNDS = 50;

    private CopiesProgram() {}

    /** Listens at the port that is the only argument. */
    public static void main(String[] arguments) throws Exception {
        URL[] path = path();
        // No parent: the JDK's other loaders know the module and would hand out its classes.
        try (var first = new URLClassLoader(path, null);
                var second = new URLClassLoader(path, null)) {
            System.out.println("first started " + call(first, "start", arguments[0]));
            System.out.println("second started " + call(second, "start", "0"));
            System.out.println("same port " + call(first, "port").equals(call(second, "port")));
            call(first, "awaitViewer");
            call(second, "awaitViewer");
            call(second, "work");
            call(first, "work");
            System.out.println("viewer " + call(second, "viewer"));
            System.out.println("second complete " + call(second, "end"));
            System.out.println("first complete " + call(first, "end"));
        }
    }

    static URL[] path() throws Exception {
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
        return Class.forName("dev.zonecast.core.tracy.CopiesProgram$Copy", true, loader)
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

        private Copy() {}

        public static boolean start(String port) {
            Parameter.ofInt("speed", 1);
            return Zonecast.start(Options.defaults()
                    .port(Integer.parseInt(port))
                    .programName("copies")
                    .shutdownHook(false)
                    .ringWait(Duration.ofSeconds(10)));
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
            Zonecast.flush(Duration.ofSeconds(20));
        }

        public static void work() {
            GpuContextInfo gpu = Registry.INSTANCE.addGpuContext(
                    id -> new GpuContextInfo(id, GpuApi.VULKAN, "gpu", System.nanoTime()));
            try (Section _ = Section.open(SectionCategory.of("level"), "level 1")) {
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
            recorder.tryRecord(RingLayout.GPU_ZONE_BEGIN, context.id(), INNER.id(), now, now + 10, thread, 0);
            recorder.tryRecord(RingLayout.GPU_ZONE_END, context.id(), 0, now + 20, now + 30, thread, 0);
        }

        public static boolean end() {
            return Zonecast.shutdown(Duration.ofSeconds(20));
        }
    }
}
