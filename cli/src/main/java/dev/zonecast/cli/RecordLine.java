package dev.zonecast.cli;

import dev.zonecast.capture.tracy.SessionCount;
import dev.zonecast.capture.tracy.SessionCounts;
import dev.zonecast.capture.tracy.TracySession;
import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;

/** The line on the terminal that says how far a recording is; nothing where there is no terminal. */
final class RecordLine {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;
    private static final int WIDTH = 130;

    private final PrintWriter err;
    private final boolean shown;
    private final long startNanos = System.nanoTime();
    private long lastNanos = startNanos;
    private long lastZones;
    private long lastBytes;

    RecordLine(PrintWriter err) {
        this.err = err;
        shown = ProgressLine.isTerminal();
    }

    void update(TracySession session, long keptBytes, long fileBytes) {
        if (!shown) {
            return;
        }
        long now = System.nanoTime();
        SessionCounts counts = session.counts();
        long zones = counts.of(SessionCount.ZONES);
        double seconds = Math.max(1, now - lastNanos) / NANOS_PER_SECOND;
        String line = String.format(
                        Locale.ROOT,
                        "%6.1f s  %,d zones (%,.0f/s)  %,d frames  %.1f MiB in (%.1f/s)  %.1f MiB file  %d lost  %.0f"
                                + " MiB kept",
                        (now - startNanos) / NANOS_PER_SECOND,
                        zones,
                        (zones - lastZones) / seconds,
                        counts.of(SessionCount.FRAMES),
                        counts.receivedBytes() / MEBIBYTE,
                        (counts.receivedBytes() - lastBytes) / MEBIBYTE / seconds,
                        fileBytes / MEBIBYTE,
                        lost(session.losses()),
                        keptBytes / MEBIBYTE)
                + rings(counts);
        lastNanos = now;
        lastZones = zones;
        lastBytes = counts.receivedBytes();
        err.print('\r' + line + " ".repeat(Math.max(0, WIDTH - line.length())));
        err.flush();
    }

    private static long lost(LossAccount losses) {
        return Arrays.stream(LossKind.values())
                .filter(LossKind::isOfMissing)
                .mapToLong(losses::of)
                .sum();
    }

    /** Of a program that says how full its rings are. */
    static String rings(SessionCounts counts) {
        return counts.ringPercent() < 0
                ? ""
                : String.format(
                        Locale.ROOT, "  rings %d %% (most %d %%)", counts.ringPercent(), counts.ringHighPercent());
    }

    void end() {
        if (shown) {
            err.print('\r' + " ".repeat(WIDTH) + '\r');
            err.flush();
        }
    }
}
