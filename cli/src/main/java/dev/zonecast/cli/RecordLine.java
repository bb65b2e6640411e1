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
    private final int columns;
    private final long startNanos = System.nanoTime();
    private long lastNanos = startNanos;
    private long lastZones;
    private long lastBytes;

    RecordLine(PrintWriter err) {
        this.err = err;
        shown = ProgressLine.isTerminal();
        columns = shown ? TerminalSize.now().columns() : 0;
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
                        "%6.1f s  %,d zones (%,.0f/s)  %,d frames  %d lost  %.1f MiB in (%.1f/s)  %.1f MiB file  %.0f"
                                + " MiB kept",
                        (now - startNanos) / NANOS_PER_SECOND,
                        zones,
                        (zones - lastZones) / seconds,
                        counts.of(SessionCount.FRAMES),
                        lost(session.losses()),
                        counts.receivedBytes() / MEBIBYTE,
                        (counts.receivedBytes() - lastBytes) / MEBIBYTE / seconds,
                        fileBytes / MEBIBYTE,
                        keptBytes / MEBIBYTE)
                + rings(counts);
        lastNanos = now;
        lastZones = zones;
        lastBytes = counts.receivedBytes();
        err.print('\r' + row(line, columns));
        err.flush();
    }

    /** On one row of the terminal, whose last column stays free: a longer line would move down with each update. */
    static String row(String line, int columns) {
        int width = Math.min(WIDTH, columns - 1);
        String cut = TextWidth.cut(line, width);
        return cut + " ".repeat(width - cut.length());
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
            err.print('\r' + row("", columns) + '\r');
            err.flush();
        }
    }
}
