package dev.zonecast.bench;

import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What does it cost the whole program when the virtual machine's events are taken, or its stacks sampled?
 *
 * <p>{@code ./zonecast bench jvm [ROUNDS]} (7): one thread computes and records zones, by turns with nothing of it, with the events, and with a sample
 * each millisecond, while the profiler records to a file all the time. Looked at are the processor time of the whole process, which
 * has in it what JFR, the reader of its stream, the collector and the compiler do for it, and the time that the computing thread takes;
 * each held against the turns without that stand before and after it. Printed are the medians of the rounds, with the least and the
 * greatest. The exit status is 1 if the events cost more than {@value #EVENTS_PERCENT} % or the samples more than
 * {@value #SAMPLES_PERCENT} %.
 *
 * <p>What reads JFR's events is compiled while it is used, which takes some seconds of processor time once a process: so it is used
 * a lot before the first round. What the other threads take, all but the computing one, is printed too: it says more than the whole
 * where the machine's speed varies.
 */
final class JvmCost {
    static final double EVENTS_PERCENT = 1;
    static final double SAMPLES_PERCENT = 3;

    private static final int WARM_UP_FLUSHES = 25;
    private static final int CALIBRATION = 1 << 24;
    private static final int BLOCK = 1024;
    private static final int BLOCKS_PER_ZONE = 256;
    private static final SourceLocation LOCATION = SourceLocation.here("numbers");
    private static final long TURN_NANOS = 3_000_000_000L;
    private static final Duration SETTLE = Duration.ofSeconds(1);

    private enum Turn {
        WITHOUT,
        EVENTS,
        SAMPLES
    }

    /**
     * A turn, in nanoseconds.
     *
     * @param process processor time of all threads
     * @param others processor time of all but the computing one
     * @param wall time that it took
     */
    private record Cost(double process, double others, double wall) {
        /** How much more than that, in percent of the whole. */
        Cost over(Cost before, Cost after) {
            double usual = (before.process + after.process) / 2;
            return new Cost(
                    100 * (process / usual - 1),
                    100 * (others - (before.others + after.others) / 2) / usual,
                    100 * (2 * wall / (before.wall + after.wall) - 1));
        }
    }

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ProcessClock clock = new ProcessClock();
    private long steps;
    private long sink;

    private JvmCost() {}

    /**
     * Asks.
     *
     * @return exit status
     */
    static int run(int rounds) throws IOException, InterruptedException {
        Path file = Files.createTempFile("jvm-cost", ".fxt");
        try {
            Zonecast.start(Options.defaults().listen(false));
            Zonecast.startRecording(file);
            int status = new JvmCost().ask(rounds);
            Zonecast.stopRecording();
            return status;
        } finally {
            Files.delete(file);
        }
    }

    private int ask(int rounds) throws InterruptedException {
        calibrate();
        for (Turn turn : new Turn[] {Turn.EVENTS, Turn.SAMPLES}) {
            warmUp(turn);
        }
        Map<Turn, Cost[]> costs = new EnumMap<>(Turn.class);
        for (Turn turn : Turn.values()) {
            costs.put(turn, new Cost[rounds]);
        }
        Cost without = turn(Turn.WITHOUT);
        for (int round = 0; round < rounds; round++) {
            for (Turn turn : new Turn[] {Turn.EVENTS, Turn.SAMPLES}) {
                Cost with = turn(turn);
                Cost after = turn(Turn.WITHOUT);
                Cost more = with.over(without, after);
                without = after;
                System.err.printf(
                        Locale.ROOT,
                        "round %d, %s: process %+.2f %%, its other threads %+.2f %%, time %+.2f %%%n",
                        round + 1,
                        turn,
                        more.process,
                        more.others,
                        more.wall);
                costs.get(turn)[round] = more;
            }
        }
        System.out.println("| with | processor time of the process | of that its other threads | time | target |  |");
        System.out.println("|------|------|------|------|------|--|");
        boolean events = print("the virtual machine's events", costs.get(Turn.EVENTS), EVENTS_PERCENT);
        boolean samples = print("a sample each millisecond", costs.get(Turn.SAMPLES), SAMPLES_PERCENT);
        System.out.printf(
                Locale.ROOT,
                "%d rounds of %.1f s, %d cores, Java %s%s%n",
                rounds,
                TURN_NANOS / 1e9,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                sink == 0 ? "." : "");
        return events && samples ? 0 : 1;
    }

    private static boolean print(String what, Cost[] costs, double limit) {
        double[] process = sorted(costs, Cost::process);
        double[] wall = sorted(costs, Cost::wall);
        boolean met = process[process.length / 2] <= limit && wall[wall.length / 2] <= limit;
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | at most %.0f %% | %s |%n",
                what,
                text(process),
                text(sorted(costs, Cost::others)),
                text(wall),
                limit,
                met ? "met" : "MISSED");
        return met;
    }

    private static double[] sorted(Cost[] costs, ToDoubleFunction<Cost> part) {
        return Arrays.stream(costs).mapToDouble(part).sorted().toArray();
    }

    private static String text(double[] sorted) {
        return String.format(
                Locale.ROOT,
                "%+.2f %% (%+.2f to %+.2f)",
                sorted[sorted.length / 2],
                sorted[0],
                sorted[sorted.length - 1]);
    }

    private void calibrate() {
        sink += compute(CALIBRATION);
        long begin = System.nanoTime();
        sink += compute(CALIBRATION);
        steps = (long) ((double) CALIBRATION * TURN_NANOS / (System.nanoTime() - begin));
    }

    private void warmUp(Turn turn) throws InterruptedException {
        try (JvmEvents jvm = JvmEvents.install(options(turn))) {
            for (int i = 0; i < WARM_UP_FLUSHES; i++) {
                sink += compute(CALIBRATION);
                jvm.flush(Duration.ofSeconds(10));
            }
        }
    }

    private Cost turn(Turn turn) throws InterruptedException {
        JvmEvents jvm = turn == Turn.WITHOUT ? null : JvmEvents.install(options(turn));
        Thread.sleep(SETTLE);
        if (jvm != null && jvm.clockErrorNanos() < 0) {
            jvm.flush(Duration.ofSeconds(10));
        }
        long own = threads.getCurrentThreadCpuTime();
        long process = clock.nanos();
        long wall = System.nanoTime();
        sink += compute(steps);
        wall = System.nanoTime() - wall;
        process = clock.nanos() - process;
        own = threads.getCurrentThreadCpuTime() - own;
        Cost cost = new Cost(process, process - own, wall);
        if (jvm != null) {
            jvm.close();
        }
        return cost;
    }

    private static JvmOptions options(Turn turn) {
        return turn == Turn.EVENTS
                ? JvmOptions.defaults().samplingPeriod(Duration.ZERO)
                : JvmOptions.defaults()
                        .events(false)
                        .allocationsPerSecond(0)
                        .samplingPeriod(JvmOptions.SHORTEST_PERIOD);
    }

    /** What a program does all day: numbers, with calls that a stack can be walked by, and a zone each some hundred microseconds. */
    private static long compute(long steps) {
        long x = steps;
        for (long i = 0; i < steps; i += (long) BLOCKS_PER_ZONE * BLOCK) {
            long zone = Zone.begin(LOCATION);
            for (int k = 0; k < BLOCKS_PER_ZONE; k++) {
                x = block(x);
            }
            Zone.end(zone);
        }
        return x;
    }

    private static long block(long seed) {
        long x = seed;
        for (int i = 0; i < BLOCK; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L ^ x >>> 29;
        }
        return x;
    }
}
