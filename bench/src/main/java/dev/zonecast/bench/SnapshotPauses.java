package dev.zonecast.bench;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * Does a snapshot stop a thread of the game?
 *
 * <p>{@code ./zonecast bench pauses [ROUNDS]} (10): a thread begins and ends a zone each microsecond and looks at the clock in between,
 * with a trace buffer of 64 MiB that is full. Rounds with a snapshot and rounds of the same length without one take turns. Printed: the
 * longest time between two looks, and how often that was over 50 us. On a machine with other work most of that is the time that the
 * thread waited for a processor; Linux says how long that was ({@code /proc/thread-self/schedstat}), and it is taken off in the second
 * set of figures. The exit status is 1 if the median of the rounds' longest pauses, without the wait for a processor, is over 50 us with
 * snapshots, and not without.
 */
final class SnapshotPauses {
    private static final long BUFFER_BYTES = 64 << 20;
    private static final long GOAL_NANOS = 50_000;
    private static final long LOOKED_AT_NANOS = 20_000;
    private static final long STEP_NANOS = 1_000;
    private static final long ROUND_NANOS = 1_000_000_000;
    private static final SourceLocation LOCATION = SourceLocation.here("zone");
    private static final Path SCHEDULING = Path.of("/proc/thread-self/schedstat");

    /** What a round has seen, in nanoseconds. */
    private record Round(long longest, long longestOwn, long over, long overOwn, long snapshotNanos) {}

    private SnapshotPauses() {}

    /** Returns the exit status. */
    static int run(int rounds) throws IOException {
        Path folder = Files.createTempDirectory("zonecast-pauses");
        Options options = Options.defaults().listen(false);
        options.buffer().mode(BufferMode.CIRCULAR).bytes(BUFFER_BYTES).snapshotFolder(folder);
        if (!Zonecast.start(options)) {
            throw new IllegalStateException("the profiler ran before");
        }
        Path file = folder.resolve("snapshot.fxt");
        // Until the buffer is full and the code compiled.
        long filled = System.nanoTime() + 8 * ROUND_NANOS;
        while (System.nanoTime() < filled) {
            round(file);
            round(null);
        }
        Round[] with = new Round[rounds];
        Round[] without = new Round[rounds];
        for (int i = 0; i < rounds; i++) {
            with[i] = round(file);
            without[i] = round(null);
        }
        System.out.printf(
                "snapshot of %d MiB, losses %d%n",
                Files.size(file) >> 20, Zonecast.statistics().losses());
        print("with a snapshot", with);
        print("without", without);
        Files.delete(file);
        Files.delete(folder);
        return median(with) > GOAL_NANOS && median(without) <= GOAL_NANOS ? 1 : 0;
    }

    private static Round round(Path snapshot) throws IOException {
        long start = System.nanoTime();
        CompletableFuture<Path> taken = snapshot == null ? null : Zonecast.snapshot(snapshot);
        long taking = 0;
        long longest = 0;
        long longestOwn = 0;
        long over = 0;
        long overOwn = 0;
        long waited = waited();
        long last = System.nanoTime();
        while (last - start < ROUND_NANOS || (taken != null && !taken.isDone())) {
            long zone = Zone.begin(LOCATION);
            Zone.end(zone);
            long now = System.nanoTime();
            long pause = now - last;
            if (pause > LOOKED_AT_NANOS) {
                long waitedNow = waited();
                long own = Math.max(0, pause - (waitedNow - waited));
                waited = waitedNow;
                longest = Math.max(longest, pause);
                longestOwn = Math.max(longestOwn, own);
                over += pause > GOAL_NANOS ? 1 : 0;
                overOwn += own > GOAL_NANOS ? 1 : 0;
                now = System.nanoTime();
            }
            if (taken != null && taking == 0 && taken.isDone()) {
                taking = now - start;
            }
            last = now;
            while (System.nanoTime() - now < STEP_NANOS) {
                Thread.onSpinWait();
                last = System.nanoTime();
                if (last - now > LOOKED_AT_NANOS) {
                    // It is a pause like any other.
                    last = now;
                    break;
                }
            }
        }
        if (taken != null) {
            taken.join();
        }
        return new Round(longest, longestOwn, over, overOwn, taking);
    }

    /** Nanoseconds that this thread was ready to run and did not; 0 where the system does not say. */
    private static long waited() throws IOException {
        if (!Files.exists(SCHEDULING)) {
            return 0;
        }
        return Long.parseLong(
                Files.readString(SCHEDULING, StandardCharsets.US_ASCII).split(" ", 3)[1]);
    }

    private static long median(Round[] rounds) {
        long[] sorted =
                Arrays.stream(rounds).mapToLong(Round::longestOwn).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static void print(String what, Round[] rounds) {
        System.out.printf(
                Locale.ROOT,
                "%-16s longest pause: median %.1f us, most %.1f us, over 50 us %d times; without waiting for a"
                        + " processor: median %.1f us, most %.1f us, over 50 us %d times%s%n",
                what,
                Arrays.stream(rounds).mapToLong(Round::longest).sorted().toArray()[rounds.length / 2] / 1e3,
                Arrays.stream(rounds).mapToLong(Round::longest).max().orElse(0) / 1e3,
                Arrays.stream(rounds).mapToLong(Round::over).sum(),
                median(rounds) / 1e3,
                Arrays.stream(rounds).mapToLong(Round::longestOwn).max().orElse(0) / 1e3,
                Arrays.stream(rounds).mapToLong(Round::overOwn).sum(),
                rounds[0].snapshotNanos == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; a snapshot takes %.0f ms",
                                Arrays.stream(rounds)
                                                .mapToLong(Round::snapshotNanos)
                                                .average()
                                                .orElse(0)
                                        / 1e6));
    }
}
