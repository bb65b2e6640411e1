package dev.zonecast.bench;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long does a viewer wait for the history?
 *
 * <p>{@code ./zonecast bench history [ROUNDS]} (5): a thread records a million zones a second without an end. In each round a viewer
 * connects and has to get all zones of the last ten seconds or more, while the program goes on. The exit status is 1 if the middle of
 * all rounds is above 2 seconds for 10 million zones.
 */
final class HistorySpeed {
    private static final double LIMIT_SECONDS = 2;
    private static final long HELD_ZONES = 10_000_000;
    private static final long ZONES_A_MILLISECOND = 1000;

    /** Of the shortest events: begin and end. */
    private static final int BYTES_OF_A_ZONE = 14;

    private static final SourceLocation OUTER = SourceLocation.here("outer");
    private static final SourceLocation INNER = SourceLocation.here("inner");

    private static volatile long zones;

    private HistorySpeed() {}

    /** Returns the exit status. */
    static int run(int rounds) throws IOException, InterruptedException {
        Zonecast.start(Options.defaults()
                .set(Option.HISTORY, Duration.ofSeconds(10))
                .set(Option.HISTORY_BYTES, 1L << 30)
                .set(Option.RING_WAIT, Duration.ofSeconds(5)));
        Thread.ofPlatform().daemon().name("program").start(HistorySpeed::record);
        Thread.sleep(TimeUnit.NANOSECONDS.toMillis(HELD_ZONES / ZONES_A_MILLISECOND * 1_000_000));
        double[] seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            seconds[i] = join();
        }
        if (Zonecast.statistics().losses().total() > 0) {
            throw new IllegalStateException("not a valid run: " + Zonecast.statistics());
        }
        Arrays.sort(seconds);
        double middle = seconds[rounds / 2];
        System.out.printf(Locale.ROOT, "10 million zones: %.2f s in the middle of %d rounds%n", middle, rounds);
        return middle <= LIMIT_SECONDS ? 0 : 1;
    }

    /** Seconds for {@link #HELD_ZONES} until a viewer has all that the program recorded before it came. */
    private static double join() throws IOException, InterruptedException {
        long held = Math.min(zones, HELD_ZONES);
        long start = System.nanoTime();
        FrameReader viewer = FrameReader.connect(Zonecast.port());
        while (viewer.unpackedBytes() < held * BYTES_OF_A_ZONE) {
            Thread.sleep(1);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        viewer.close();
        System.out.printf(Locale.ROOT, "%,d zones in %.2f s%n", held, seconds);
        return seconds * HELD_ZONES / held;
    }

    private static void record() {
        long start = System.nanoTime();
        long recorded = 0;
        while (true) {
            long due = (System.nanoTime() - start) / 1_000_000 * ZONES_A_MILLISECOND;
            while (recorded < due) {
                long outer = Zone.begin(OUTER);
                Zone.end(Zone.begin(INNER));
                Zone.end(outer);
                recorded += 2;
            }
            zones = recorded;
            LockSupport.parkNanos(200_000);
        }
    }
}
