package dev.zonecast.core.collect;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The profiler of the tests' JVM, started once without a listener and with what its properties say, and what tests do with it. */
public final class TestProfiler {
    /** Far more than anything takes; a test that gets here has failed. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final AtomicLong NEXT_IMAGE_FRAME = new AtomicLong(1_000_000);

    private TestProfiler() {}

    /** The profiler, which runs. */
    public static Profiler running() {
        // False where another test was first, which is fine.
        boolean ignored = Profiler.start(
                Options.fromSystemProperties().set(Option.LISTEN, false).set(Option.SYSTEM_REPORTS, false));
        return Profiler.awaitCurrent();
    }

    /** Attaches a sink; it gets all that is recorded from the return on. */
    public static <T extends EventSink> T attach(T sink) {
        running().attach(sink);
        return sink;
    }

    /** A frame number for an image: the tests share the profiler's way of images, on which they only rise. */
    public static long nextImageFrame() {
        return NEXT_IMAGE_FRAME.getAndIncrement();
    }

    /** Hands over a picture of 8 x 8 whose first word is the low part of the frame's number. */
    public static void publishImage(long frame) {
        ImageEvent image = FrameImageQueue.INSTANCE.claim();
        require(image != null, "no free image");
        image.describe(frame, 8, 8, true);
        image.blocks()[0] = (int) frame;
        FrameImageQueue.INSTANCE.publish(image);
    }

    /** Waits until the sinks have all that was published before the call. */
    public static void flush() {
        require(running().flush(LIMIT), "not flushed in time");
    }

    /** The figures as they are now, however long the collector takes to answer. */
    public static Statistics statistics() {
        return running().statistics(LIMIT);
    }

    public static void detach(EventSink sink) {
        running()
                .detach(sink, LIMIT)
                .orTimeout(LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    /** What a program's work brings to a sink that is attached before and detached after it. */
    public static RecordedEvents record(Work work) throws Exception {
        RecordedEvents events = attach(new RecordedEvents());
        try {
            work.run();
        } finally {
            detach(events);
        }
        return events.verify();
    }

    /** Runs work on as many new threads at once, and waits for all; throws what one of them threw. */
    public static void inThreads(int count, Work work) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofPlatform().name("worker-" + i).start(() -> {
                try {
                    work.run();
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            require(thread.join(LIMIT), "still running: " + thread.getName());
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed", failure.get());
        }
    }

    /** Asks again and again until it is so; fails when that takes absurdly long. */
    public static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            require(System.nanoTime() < deadline, "it never came true");
            Thread.sleep(1);
        }
    }

    /** Without JUnit, which mains in a JVM of their own do not have. */
    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Something to wait for. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** A body that may throw. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }
}
