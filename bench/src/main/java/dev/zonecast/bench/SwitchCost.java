package dev.zonecast.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.system.ContextSwitches;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * What do recorded context switches cost the whole program?
 *
 * <p>{@code ./zonecast bench switches [ROUNDS]} (12): two threads hand a job to each other, a zone of about 0.1 ms each time, while the
 * profiler records to a file. Turns with context switches stand between turns without. Compared is the processor time of the whole
 * process for the same work. The target is {@value #PERCENT} %: see {@link Middle} and {@link JvmCost} for when it is met or missed.
 */
final class SwitchCost {
    static final double PERCENT = 1;

    private static final int JOBS = 15_000;
    private static final int STEPS = 30_000;
    private static final SourceLocation JOB = SourceLocation.here("job");
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private volatile double sink;

    private SwitchCost() {}

    /**
     * Asks.
     *
     * @return exit status
     */
    static int run(int rounds) throws IOException, InterruptedException {
        Path file = Files.createTempFile("switch-cost", ".fxt");
        try {
            Zonecast.start(Options.defaults().set(Option.LISTEN, false));
            Zonecast.startRecording(file);
            int status = new SwitchCost().ask(rounds);
            Zonecast.stopRecording();
            return status;
        } finally {
            Files.delete(file);
        }
    }

    private int ask(int rounds) throws InterruptedException {
        // Both are compiled before the first round.
        for (int i = 0; i < 2; i++) {
            double ignored = turn(false) + turn(true);
        }
        List<Double> percents = new ArrayList<>();
        double before = turn(false);
        for (int round = 0; round < rounds; round++) {
            double with = turn(true);
            double after = turn(false);
            percents.add(100 * (2 * with / (before + after) - 1));
            before = after;
        }
        Middle cost = Middle.of(percents, Double::doubleValue);
        String verdict = cost.verdict(PERCENT);
        System.out.printf(
                "context switches: processor time of the process %s, at most %.0f %%: %s%n", cost, PERCENT, verdict);
        return verdict.equals(Middle.MISSED) ? 1 : 0;
    }

    /** Processor time of the process for the same work, in nanoseconds. */
    private double turn(boolean withSwitches) throws InterruptedException {
        ContextSwitches switches = withSwitches ? ContextSwitches.start() : null;
        if (withSwitches && switches == null) {
            throw new IllegalStateException("this machine records no context switches: see the log");
        }
        long begin = SYSTEM.getProcessCpuTime();
        Semaphore mine = new Semaphore(1);
        Semaphore yours = new Semaphore(0);
        Thread first = Thread.ofPlatform().start(() -> jobs(mine, yours));
        Thread second = Thread.ofPlatform().start(() -> jobs(yours, mine));
        first.join();
        second.join();
        if (switches != null) {
            switches.stop();
        }
        return SYSTEM.getProcessCpuTime() - begin;
    }

    private void jobs(Semaphore mine, Semaphore yours) {
        for (int job = 0; job < JOBS; job++) {
            mine.acquireUninterruptibly();
            long zone = Zone.begin(JOB);
            double sum = sink;
            for (int i = 0; i < STEPS; i++) {
                sum += Math.sqrt(i + sum);
            }
            sink = sum;
            Zone.end(zone);
            yours.release();
        }
    }
}
