package dev.zonecast.core.session;

import dev.zonecast.core.Statistics.Losses;
import dev.zonecast.core.live.LossLine;
import dev.zonecast.core.registry.ProgramEnd;
import dev.zonecast.core.registry.SafeLog;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The log's lines about a recording: where it goes, and at its end its size, its losses and the command that shows it. */
public final class RecordingLog {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final Path file;
    private final Duration printLimit;

    /** Levels that are logged. Asked at the begin: a log that has ended has no levels. */
    private final Set<Level> wanted = EnumSet.noneOf(Level.class);

    /**
     * Of a recording that begins now.
     *
     * @param printLimit the end of the program waits so long for the last line
     */
    public RecordingLog(Path file, Duration printLimit) {
        this.file = file.toAbsolutePath();
        this.printLimit = printLimit;
        for (Level level : List.of(Level.INFO, Level.WARNING)) {
            if (LOG.isLoggable(level)) {
                wanted.add(level);
            }
        }
    }

    /** Logs where the recording goes. */
    public void began() {
        SafeLog.log(LOG, Level.INFO, () -> "recording to " + file);
    }

    /**
     * Logs the end.
     *
     * @param bytes of the file
     * @param early the recording failed before its end
     * @param rest folder with the records that could not be written to the file; null: all were written
     * @param losses since the start of the program
     */
    public void ended(long bytes, boolean early, Path rest, Losses losses) {
        last(Level.INFO, text(bytes, early, rest, losses));
    }

    /**
     * Logs that the file may lack records at the end.
     *
     * @param rest folder with the records
     */
    public void unsaved(String why, Path rest) {
        last(
                Level.WARNING,
                file + " may be incomplete: " + why + ". Read the rest: zonecast recover " + argument(rest));
    }

    private void last(Level level, String line) {
        if (!ProgramEnd.hasBegun()) {
            SafeLog.log(LOG, level, () -> line);
        } else if (wanted.contains(level)) {
            // Handlers of logs are closed in shutdown hooks, in any order with ours.
            printAside("zonecast: " + line);
        }
    }

    /** A standard error that is a full pipe takes no line, and must not keep the program from its end. */
    private void printAside(String line) {
        try {
            boolean ignored = Thread.ofPlatform()
                    .daemon()
                    .name("zonecast-last-line")
                    .start(() -> System.err.println(line))
                    .join(printLimit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            // No thread can be made: the program ends without the line.
        }
    }

    private String text(long bytes, boolean early, Path rest, Losses losses) {
        String words = LossLine.of(losses);
        return "recorded " + size(bytes) + (early ? " before the recording failed" : "") + ", "
                + (words.isEmpty() ? "no losses" : "lost since the program's start: " + words)
                + (rest == null ? "" : ". The rest is not in the file: zonecast recover " + argument(rest))
                + ". Look at it: zonecast report " + argument(file);
    }

    private static String argument(Path path) {
        String text = path.toString();
        return text.indexOf(' ') < 0 ? text : '"' + text + '"';
    }

    private static String size(long bytes) {
        return bytes < 1_000_000
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
