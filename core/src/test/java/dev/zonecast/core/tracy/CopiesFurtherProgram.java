package dev.zonecast.core.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Counter;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Options;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.CategoryColor;
import dev.zonecast.core.marker.Marker;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What a second copy of Zonecast, of another class loader, says beside {@link CopiesProgram}'s: each thing a few times. */
final class CopiesFurtherProgram {
    static final int ROUNDS = 20;

    private CopiesFurtherProgram() {}

    /** Listens at the port that is the first argument; the first copy records to the file that is the second. */
    public static void main(String[] arguments) throws Exception {
        try (var first = new URLClassLoader(CopiesProgram.path(), null);
                var second = new URLClassLoader(CopiesProgram.path(), null)) {
            call(first, "start", arguments[0]);
            call(second, "start", "0");
            call(first, "awaitViewer");
            call(second, "awaitViewer");
            call(second, "allocate");
            // A second sink, for which blocks live already.
            call(first, "record", arguments[1]);
            call(second, "further");
            call(second, "last");
            System.out.println("second complete " + call(second, "end"));
            System.out.println("first complete " + call(first, "end"));
        }
    }

    private static Object call(ClassLoader loader, String method, String... arguments) throws Exception {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
        return Class.forName("dev.zonecast.core.tracy.CopiesFurtherProgram$Copy", true, loader)
                .getMethod(method, types)
                .invoke(null, (Object[]) arguments);
    }

    /** Loaded by each of the loaders. */
    public static final class Copy {
        private static final Category STORAGE = Category.of("Storage", CategoryColor.BROWN);
        private static final SourceLocation STEP =
                SourceLocation.of("step", "Copy.step", "Copy.java", 1, 0).category(STORAGE.sub("reads"));
        private static final SourceLocation LAST = SourceLocation.of("last", "Copy.last", "Copy.java", 2, 0);
        private static final MemoryPool STANDING = MemoryPool.of("standing");
        private static final MemoryPool STACKED = MemoryPool.of("stacked").callStacks(4);
        private static final Marker SAVED = Marker.of("saved", STORAGE);
        private static final Counter HITS = Counter.of("hits");
        private static final CallStack CALLS = new CallStack(List.of(new CallStack.Call("Wolf:bite", "wolf.lua", 12)));

        private Copy() {}

        public static boolean start(String port) {
            return Zonecast.start(Options.defaults()
                    .port(Integer.parseInt(port))
                    .programName("copies")
                    .shutdownHook(false)
                    .ringWait(Duration.ofSeconds(10)));
        }

        public static void awaitViewer() {
            while (!Zonecast.isActive()) {
                LockSupport.parkNanos(1_000_000);
            }
            Zonecast.flush(Duration.ofSeconds(20));
        }

        public static void allocate() {
            for (int i = 1; i <= ROUNDS; i++) {
                STANDING.allocated(i, 8);
            }
            Zonecast.flush(Duration.ofSeconds(20));
        }

        public static void record(String file) throws Exception {
            Zonecast.startRecording(Path.of(file));
            Zonecast.flush(Duration.ofSeconds(20));
        }

        public static void further() {
            try (Fiber fiber = Fiber.of("script")) {
                for (int i = 1; i <= ROUNDS; i++) {
                    fiber.begin();
                    Zone.end(Zone.begin(STEP));
                    Fiber.end();
                    long zone = Zone.begin(STEP, CALLS);
                    try (var _ = SAVED.open("around " + i)) {
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

        /** Neither can be passed on. */
        private static void picture(int frame) {
            FrameImage image = FrameImageQueue.INSTANCE.claim();
            if (image != null) {
                image.describe(frame, 4, 4, false);
                FrameImageQueue.INSTANCE.publish(image);
            }
        }

        private static void sample(int i) {
            boolean _ = LateEvents.INSTANCE.publish(List.of(new LateEvent.Sample(
                    Thread.currentThread().threadId(),
                    "main",
                    false,
                    System.nanoTime(),
                    LateEvent.Kind.RUNNING,
                    i,
                    null,
                    SampledStacks.INSTANCE.intern(CALLS.calls()))));
        }

        /** Comes only if nothing before it has ended the connection between the copies. */
        public static void last() {
            Zone.end(Zone.begin(LAST));
            Zonecast.flush(Duration.ofSeconds(20));
        }

        public static boolean end() {
            return Zonecast.shutdown(Duration.ofSeconds(20));
        }
    }
}
