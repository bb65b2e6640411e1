package dev.zonecast.demo;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Frames of which the virtual machine makes two slow; {@link JvmStatsTest} runs it in a JVM of its own, and looks at the recording. */
final class JvmFrames {
    static final int FRAMES = 60;
    static final int COLLECTING_FRAME = 20;
    static final int BLOCKED_FRAME = 40;

    private static final SourceLocation UPDATE = SourceLocation.here("update");
    private static final SourceLocation DRAW = SourceLocation.here("draw");
    private static final SourceLocation LOAD = SourceLocation.here("load");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long TENTH_NANOS = 5_000_000;
    private static final int COLLECTIONS = 40;
    private static final int BLOCKED_MILLIS = 400;

    private JvmFrames() {}

    /** Draws its frames into a recording, which is its argument. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        long x = burnSeven(1) + burnThree(1);
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        Zonecast.startRecording(Path.of(arguments[0]));
        JvmEvents jvm = JvmEvents.install(JvmOptions.defaults().samplingPeriod(Duration.ofMillis(1)));
        jvm.flush(Duration.ofMinutes(1));
        for (int i = 1; i <= FRAMES; i++) {
            Frame.mark();
            try (Zone _ = Zone.open(UPDATE)) {
                x += burnSeven(7 * TENTH_NANOS);
            }
            try (Zone _ = Zone.open(DRAW)) {
                x += burnThree(3 * TENTH_NANOS);
            }
            try (Zone _ = Zone.open(LOAD)) {
                if (i == COLLECTING_FRAME) {
                    collect();
                } else if (i == BLOCKED_FRAME) {
                    block();
                }
            }
        }
        Frame.mark();
        // The end of the recording waits for events of the JVM, but not without a limit.
        jvm.flush(Duration.ofMinutes(1));
        Zonecast.stopRecording();
        System.out.println("dropped " + Zonecast.statistics().losses().total() + (x == 0 ? "." : ""));
    }

    private static void collect() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
    }

    private static void block() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        Thread loader = Thread.ofPlatform().name("loader").start(() -> {
            synchronized (monitor) {
                held.countDown();
                while (waiter.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                try {
                    Thread.sleep(BLOCKED_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        held.await();
        synchronized (monitor) {
            monitor.notifyAll();
        }
        loader.join();
    }

    /** Burns as much processor time, so that the parts are right on a loaded machine too. */
    private static long burnSeven(long nanos) {
        long x = nanos;
        for (long begin = THREADS.getCurrentThreadCpuTime(); THREADS.getCurrentThreadCpuTime() - begin < nanos; ) {
            x = numbers(x);
        }
        return x;
    }

    private static long burnThree(long nanos) {
        long x = nanos;
        for (long begin = THREADS.getCurrentThreadCpuTime(); THREADS.getCurrentThreadCpuTime() - begin < nanos; ) {
            x = numbers(x);
        }
        return x;
    }

    private static long numbers(long seed) {
        long x = seed;
        for (int i = 0; i < 1 << 14; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }
}
