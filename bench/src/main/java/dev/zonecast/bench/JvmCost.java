package dev.zonecast.bench;

import dev.zonecast.bench.ThreadTimes.Group;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What does it cost the whole program when the virtual machine's events are taken, or its stacks sampled?
 *
 * <p>{@code ./zonecast bench jvm [ROUNDS]} (7): one thread computes and records zones, by turns with nothing of it, with the events, and with a sample
 * each millisecond, while the profiler records to a file all the time. Looked at are the processor time of the whole process, which
 * has in it what JFR, the reader of its stream, the collector and the compiler do for it, and the time that the computing thread takes;
 * each held against the turns without that stand before and after it. Printed are the medians of the rounds with an interval that has
 * the true median in it at 95 % (see {@link Middle}), and by groups of threads where the time goes: what the other threads use hardly
 * varies, what the computing one needs for the same work does on most machines. A target is
 * met, {@value #EVENTS_PERCENT} % for events and {@value #SAMPLES_PERCENT} % for samples, if the whole interval is below it, and missed if the
 * whole is above; else the machine's noise does not let it be told in so many rounds. The exit status is 1 if one is missed.
 *
 * <p>What reads JFR's events is compiled while it is used, once a process: that is told apart, as the processor time of the first ten
 * seconds with events, and then it is used a lot before the first round.
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
    private static final long FIRST_NANOS = 10_000_000_000L;
    private static final Duration SETTLE = Duration.ofSeconds(1);

    private enum Turn {
        WITHOUT("", 0),
        EVENTS("the virtual machine's events", EVENTS_PERCENT),
        SAMPLES("a sample each millisecond", SAMPLES_PERCENT);

        final String text;
        final double limitPercent;

        Turn(String text, double limitPercent) {
            this.text = text;
            this.limitPercent = limitPercent;
        }
    }

    /**
     * A turn, in nanoseconds; or what it took more than others, in percent of the process's processor time.
     *
     * @param process processor time of all threads
     * @param groups of it, what the threads of each group used
     * @param wall time that it took
     */
    private record Cost(double process, Map<Group, Double> groups, double wall) {
        /** How much more than the turns before and after it, in percent. */
        Cost over(Cost before, Cost after) {
            double usual = (before.process + after.process) / 2;
            Map<Group, Double> more = new EnumMap<>(Group.class);
            groups.forEach((group, nanos) ->
                    more.put(group, 100 * (nanos - (before.groups.get(group) + after.groups.get(group)) / 2) / usual));
            return new Cost(100 * (process / usual - 1), more, 100 * (2 * wall / (before.wall + after.wall) - 1));
        }
    }

    private final ThreadTimes threads = new ThreadTimes();
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
            Zonecast.start(Options.defaults().set(Option.LISTEN, false));
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
        first();
        for (Turn turn : new Turn[] {Turn.EVENTS, Turn.SAMPLES}) {
            warmUp(turn);
        }
        Map<Turn, List<Cost>> costs = new EnumMap<>(Turn.class);
        Cost without = turn(Turn.WITHOUT);
        for (int round = 0; round < rounds; round++) {
            for (Turn turn : new Turn[] {Turn.EVENTS, Turn.SAMPLES}) {
                Cost with = turn(turn);
                Cost after = turn(Turn.WITHOUT);
                Cost more = with.over(without, after);
                without = after;
                System.err.printf(
                        Locale.ROOT,
                        "round %d, %s: process %+.2f %%, time %+.2f %%%n",
                        round + 1,
                        turn,
                        more.process,
                        more.wall);
                costs.computeIfAbsent(turn, t -> new ArrayList<>()).add(more);
            }
        }
        boolean missed = false;
        System.out.println("| with | processor time of the process | time | target |  |");
        System.out.println("|------|------|------|------|--|");
        for (Map.Entry<Turn, List<Cost>> entry : costs.entrySet()) {
            missed |= print(entry.getKey(), entry.getValue());
        }
        printGroups(costs);
        System.out.printf(
                Locale.ROOT,
                "%d rounds of %.1f s, %d cores, Java %s%s%n",
                rounds,
                TURN_NANOS / 1e9,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                sink == 0 ? "." : "");
        return missed ? 1 : 0;
    }

    /** @return true if the target was missed */
    private static boolean print(Turn turn, List<Cost> costs) {
        Middle process = Middle.of(costs, Cost::process);
        String verdict = process.verdict(turn.limitPercent);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | at most %.0f %% | %s |%n",
                turn.text,
                process,
                Middle.of(costs, Cost::wall),
                turn.limitPercent,
                verdict);
        return verdict.equals(Middle.MISSED);
    }

    private void printGroups(Map<Turn, List<Cost>> costs) {
        if (!threads.areKnown()) {
            return;
        }
        System.out.printf("%n| of that | %s | %s |%n|------|------|------|%n", Turn.EVENTS.text, Turn.SAMPLES.text);
        for (Group group : Group.values()) {
            ToDoubleFunction<Cost> part = cost -> cost.groups.get(group);
            System.out.printf(
                    "| %s | %s | %s |%n",
                    group.text, Middle.of(costs.get(Turn.EVENTS), part), Middle.of(costs.get(Turn.SAMPLES), part));
        }
        System.out.println();
    }

    private void calibrate() {
        sink += compute(CALIBRATION);
        long begin = System.nanoTime();
        sink += compute(CALIBRATION);
        steps = (long) ((double) CALIBRATION * TURN_NANOS / (System.nanoTime() - begin));
    }

    /** What is needed once a process, beside ten seconds without before it: classes, the compilation of what reads JFR's stream. */
    private void first() throws InterruptedException {
        Map<Group, Double> usual = tenSeconds();
        try (JvmEvents jvm = JvmEvents.install(options(Turn.EVENTS))) {
            Map<Group, Double> first = tenSeconds();
            if (threads.areKnown() && jvm.problem() == null) {
                System.out.println(
                        "processor time of the first ten seconds with events, in ms more than of ten without:");
                for (Group group : List.of(Group.JFR, Group.READER, Group.COMPILERS)) {
                    System.out.printf(
                            Locale.ROOT, "  %s %.0f%n", group.text, (first.get(group) - usual.get(group)) / 1e6);
                }
                System.out.println();
            }
        }
    }

    private Map<Group, Double> tenSeconds() {
        Map<Group, Long> before = threads.nanos();
        for (long end = System.nanoTime() + FIRST_NANOS; System.nanoTime() < end; ) {
            sink += compute(CALIBRATION);
        }
        return ThreadTimes.between(before, threads.nanos());
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
        Map<Group, Long> groups = threads.nanos();
        long wall = System.nanoTime();
        sink += compute(steps);
        wall = System.nanoTime() - wall;
        Map<Group, Double> used = ThreadTimes.between(groups, threads.nanos());
        double process = used.values().stream().mapToDouble(nanos -> nanos).sum();
        Cost cost = new Cost(process, used, wall);
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
