package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Fiber;
import dev.zonecast.core.Frame;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.TracedLock;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.late.SampledStacks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program with Zonecast in it; {@link OwnProgramTest} runs it in a JVM of its own. */
final class OwnProgram {
    static final int ROUNDS = 20_000;
    static final int THREADS = 3;

    private static final SourceLocation FRAME = SourceLocation.here("frame", 0x336699);
    private static final SourceLocation JOB = SourceLocation.here("job");
    private static final Plot LOAD = Plot.of("load");
    private static final SourceLocation STEP = SourceLocation.here("step");
    private static final MemoryPool POOL = MemoryPool.of("pool");
    private static final MemoryPool STACKED = MemoryPool.of("stacked").callStacks(4);
    static final int FIBER_RUNS = 50;
    static final int SAMPLES = 200;
    static final long SAMPLING_PERIOD_NANOS = 2_000_000;

    private OwnProgram() {}

    /** Listens at the port that is the only argument. */
    public static void main(String[] arguments) throws InterruptedException {
        LateEvents.INSTANCE.samplingPeriodNanos(SAMPLING_PERIOD_NANOS);
        Zonecast.start(Options.defaults()
                .set(Option.PORT, Integer.parseInt(arguments[0]))
                .set(Option.PROGRAM_NAME, "own program")
                .set(Option.RING_WAIT, Duration.ofSeconds(10)));
        Threads.name("renderer");
        TracedLock lock = new TracedLock("the lock");
        while (!Zonecast.isActive()) {
            Thread.sleep(1);
        }
        Thread[] workers = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            workers[i] = Thread.ofPlatform().name("worker " + i).start(OwnProgram::work);
        }
        for (int i = 1; i <= ROUNDS / 10; i++) {
            try (Zone zone = Zone.open(FRAME)) {
                zone.text("frame " + i).value(i);
                LOAD.set(i);
                lock.lock();
                try {
                    POOL.allocated(i, 16);
                } finally {
                    lock.unlock();
                }
            }
            Frame.mark();
        }
        runFiber();
        publishSamples();
        Message.log("done");
        for (Thread worker : workers) {
            worker.join();
        }
        boolean complete = Zonecast.shutdown(Duration.ofSeconds(20));
        System.out.println("complete " + complete + " dropped "
                + Zonecast.statistics().losses().droppedEvents());
    }

    /** On this thread, with zones of its own, and zones of the thread between its runs. */
    private static void runFiber() throws InterruptedException {
        try (Fiber fiber = Fiber.of("script")) {
            for (int i = 0; i < FIBER_RUNS; i++) {
                fiber.begin();
                Zone.end(Zone.begin(STEP));
                Fiber.end();
                // The collector comes round several times.
                Thread.sleep(1);
                STACKED.allocated(i + 1, 32);
                Zone.end(Zone.begin(STEP));
            }
        }
    }

    /** As they would be of a sampler: late, of stacks that come again. */
    private static void publishSamples() {
        List<LateEvent> samples = new ArrayList<>();
        long now = System.nanoTime();
        for (int i = 0; i < SAMPLES; i++) {
            CallStack.Call call = new CallStack.Call("game.Sampled.method" + i % 4, "Sampled.java", 10 + i % 8);
            SampledStack stack =
                    SampledStacks.INSTANCE.intern(List.of(call, new CallStack.Call("game.Main.main", "Main.java", 5)));
            samples.add(new LateEvent.Sample(
                    Thread.currentThread().threadId(),
                    "renderer",
                    false,
                    now - SAMPLES + i,
                    SampleKind.RUNNING,
                    SAMPLING_PERIOD_NANOS,
                    null,
                    stack));
        }
        LateEvents.INSTANCE.publish(samples);
    }

    private static void work() {
        for (int i = 0; i < ROUNDS; i++) {
            Zone.end(Zone.begin(JOB));
        }
    }
}
