package dev.zonecast.bench;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordingStream;

/**
 * Does a snapshot stop a thread of the game?
 *
 * <p>{@code ./zonecast bench pauses [ROUNDS]} (10): a thread begins and ends a zone again and again, with a trace buffer of 64 MiB that
 * is full. Rounds with a snapshot and rounds of the same length without one take turns. On a shared machine a thread is stopped for
 * hundreds of microseconds by others, with a snapshot or without; so it is the causes that are looked at, those by which a snapshot could
 * stop a thread:
 *
 * <ul>
 *   <li>what a recording call (a zone's begin and end) takes of the thread's own processor time ({@link
 *       ThreadMXBean#getCurrentThreadCpuTime}), which has spinning, system calls and page faults in it, and not the time in which another
 * thread had the processor;
 *   <li>how often the thread gave the processor up of itself, which is what a thread does that waits for another one; page faults; waits
 *       for room in the ring;
 *   <li>how long the JVM waits for all threads to come to a safepoint, while another thread asks for one every few milliseconds: a thread
 * that
 *       copies memory in one go would let all others wait.
 * </ul>
 *
 * The exit status is 1 if with snapshots a call takes more than 50 us of the processor in the median round, or the thread waits or faults
 * in the median round, and not so without.
 */
final class SnapshotPauses {
    private static final long BUFFER_BYTES = 64 << 20;
    private static final long GOAL_NANOS = 50_000;
    private static final long SAFEPOINT_ROUND_NANOS = 250_000_000;
    private static final int FILLING_ZONES = 4_000_000;
    private static final int WARM_UP_ROUNDS = 8;
    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final Path STAT = Path.of("/proc/thread-self/stat");
    private static final Path STATUS = Path.of("/proc/thread-self/status");
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What the system has counted for this thread so far. */
    private record Counts(long faults, long ownSwitches, long ringWaits) {
        static Counts now() throws IOException {
            long waits = Zonecast.statistics().rings().waits();
            if (!Files.exists(STAT)) {
                return new Counts(0, 0, waits);
            }
            String stat = Files.readString(STAT, StandardCharsets.US_ASCII);
            // Behind the name, which may have spaces: fields 10 and 12 of proc(5), minor and major faults.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long switches = Files.readAllLines(STATUS, StandardCharsets.US_ASCII).stream()
                    .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
            return new Counts(Long.parseLong(fields[7]) + Long.parseLong(fields[9]), switches, waits);
        }
    }

    /**
     * What a round has seen.
     *
     * @param ownNanos processor time of the call that took most of it
     * @param rareNanos that one of ten thousand calls exceeds
     * @param wallNanos of the longest call
     */
    private record Round(long calls, long ownNanos, long rareNanos, long wallNanos, Counts counts, long nanos) {}

    /** Durations in steps of 64 ns up to a millisecond. */
    private static final class Durations {
        private static final int STEP_NANOS = 64;
        private final int[] counts = new int[1_000_000 / STEP_NANOS];
        private long sum;

        void add(long nanos) {
            counts[Math.clamp(nanos / STEP_NANOS, 0, counts.length - 1)]++;
            sum++;
        }

        long exceededBy(double share) {
            long left = (long) (sum * share);
            for (int i = counts.length - 1; i > 0; i--) {
                left -= counts[i];
                if (left < 0) {
                    return (i + 1L) * STEP_NANOS;
                }
            }
            return STEP_NANOS;
        }
    }

    private SnapshotPauses() {}

    /** Returns the exit status. */
    static int run(int rounds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("zonecast-pauses");
        // A wait for room would show, a zone that is dropped would not.
        Options options = Options.defaults().set(Option.LISTEN, false).set(Option.RING_WAIT, Duration.ofSeconds(1));
        options.set(Option.BUFFER_MODE, BufferMode.CIRCULAR)
                .set(Option.BUFFER_BYTES, BUFFER_BYTES)
                .set(Option.SNAPSHOT_FOLDER, folder);
        if (!Zonecast.start(options)) {
            throw new IllegalStateException("the profiler ran before");
        }
        Path file = folder.resolve("snapshot.fxt");
        // Until the buffer is full and the code compiled.
        for (int i = 0; i < FILLING_ZONES; i++) {
            Zone.end(Zone.begin(LOCATION));
        }
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            Round _ = round(file, 0);
        }
        List<Round> with = new ArrayList<>();
        List<Round> without = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            with.add(round(file, 0));
            // As long, since the longest of a round is looked at.
            without.add(round(null, with.getLast().nanos));
        }
        System.out.printf(
                Locale.ROOT,
                "snapshot of %d MiB in %.0f ms, losses %d%n",
                Files.size(file) >> 20,
                median(with, Round::nanos) / 1e6,
                Zonecast.statistics().losses().total());
        print("with a snapshot", with);
        print("without", without);
        safepoints(rounds, file);
        Files.delete(file);
        Files.delete(folder);
        return isGood(with) || !isGood(without) ? 0 : 1;
    }

    private static boolean isGood(List<Round> rounds) {
        return median(rounds, Round::ownNanos) <= GOAL_NANOS
                && median(rounds, round -> round.counts.faults) == 0
                && median(rounds, round -> round.counts.ownSwitches) == 0
                && median(rounds, round -> round.counts.ringWaits) == 0;
    }

    /** @param nanos how long, without a snapshot */
    private static Round round(Path snapshot, long nanos) throws IOException {
        Durations own = new Durations();
        long longestOwn = 0;
        long longestWall = 0;
        long start = System.nanoTime();
        CompletableFuture<Path> taken = snapshot == null ? null : Zonecast.snapshot(snapshot);
        Counts before = Counts.now();
        // The end of the round is that of the snapshot, too: what comes behind it has nothing to do with it.
        while (taken == null ? System.nanoTime() - start < nanos : !taken.isDone()) {
            long begun = System.nanoTime();
            long cpu = THREADS.getCurrentThreadCpuTime();
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
            long used = THREADS.getCurrentThreadCpuTime() - cpu;
            longestWall = Math.max(longestWall, System.nanoTime() - begun);
            longestOwn = Math.max(longestOwn, used);
            own.add(used);
        }
        Counts after = Counts.now();
        long taking = System.nanoTime() - start;
        if (taken != null) {
            taken.join();
        }
        return new Round(
                own.sum,
                longestOwn,
                own.exceededBy(1e-4),
                longestWall,
                new Counts(
                        after.faults - before.faults,
                        after.ownSwitches - before.ownSwitches,
                        after.ringWaits - before.ringWaits),
                taking);
    }

    /** How long threads have to wait for each other when the JVM wants to stop them all. */
    private static void safepoints(int rounds, Path file) throws InterruptedException {
        AtomicLong longest = new AtomicLong();
        AtomicLong count = new AtomicLong();
        try (RecordingStream events = new RecordingStream()) {
            events.enable("jdk.SafepointStateSynchronization").withoutThreshold();
            events.onEvent("jdk.SafepointStateSynchronization", event -> {
                longest.accumulateAndGet(event.getDuration().toNanos(), Math::max);
                count.incrementAndGet();
            });
            events.startAsync();
            for (boolean takes : new boolean[] {true, false}) {
                List<Long> all = new ArrayList<>();
                for (int i = 0; i < rounds; i++) {
                    longest.set(0);
                    CompletableFuture<Path> taken = takes ? Zonecast.snapshot(file) : null;
                    long start = System.nanoTime();
                    while (taken == null ? System.nanoTime() - start < SAFEPOINT_ROUND_NANOS : !taken.isDone()) {
                        long _ = THREADS.dumpAllThreads(false, false, 0).length;
                        Thread.sleep(1);
                    }
                    // Events come a little later.
                    Thread.sleep(1500);
                    all.add(longest.get());
                }
                System.out.printf(
                        Locale.ROOT,
                        "%-16s all threads at a safepoint: longest wait of a round, median %.1f us, most %.1f us (%d"
                                + " safepoints)%n",
                        takes ? "with a snapshot" : "without",
                        median(all, each -> each) / 1e3,
                        all.stream().mapToLong(each -> each).max().orElse(0) / 1e3,
                        count.getAndSet(0));
            }
        }
    }

    private static <T> long median(List<T> rounds, ToLongFunction<T> figure) {
        long[] sorted = rounds.stream().mapToLong(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static void print(String what, List<Round> rounds) {
        System.out.printf(
                Locale.ROOT,
                "%-16s %d calls; processor time of a call: longest of a round, median %.1f us, most %.1f us; one of"
                        + " 10000 over %.1f us; page faults %d, waits of the thread %d, waits for room %d; wall time:"
                        + " longest, median %.1f us%n",
                what,
                rounds.stream().mapToLong(Round::calls).sum(),
                median(rounds, Round::ownNanos) / 1e3,
                rounds.stream().mapToLong(Round::ownNanos).max().orElse(0) / 1e3,
                median(rounds, Round::rareNanos) / 1e3,
                rounds.stream().mapToLong(round -> round.counts.faults).sum(),
                rounds.stream().mapToLong(round -> round.counts.ownSwitches).sum(),
                rounds.stream().mapToLong(round -> round.counts.ringWaits).sum(),
                median(rounds, Round::wallNanos) / 1e3);
    }
}
