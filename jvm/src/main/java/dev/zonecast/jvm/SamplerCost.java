package dev.zonecast.jvm;

import dev.zonecast.core.registry.SafeLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time of JFR's threads, native ones included, and of the reader of its stream, from Linux's {@code /proc}: the cost of
 * sampling and event streaming beside the sampled threads. Their time in the signal's handler is not in it. One thread.
 */
final class SamplerCost {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final String JFR = "JFR ";
    private static final String OURS = "zonecast-jvm";

    /** To look through all threads of a program takes longer than the rest. */
    private static final int READINGS_PER_SEARCH = 10;

    private final Path tasks;
    private List<Path> found = List.of();
    private int readings;
    private long lastNanos;
    private long lastWallNanos;

    SamplerCost() {
        this(Path.of("/proc/self/task"));
    }

    /** @param tasks a folder for each thread, with its name in {@code comm} and its nanoseconds in {@code schedstat} */
    SamplerCost(Path tasks) {
        this.tasks = tasks;
    }

    /** Part of one processor, 0 to 1 for each thread, since the call before; NaN if it is not known. */
    double load(long nowNanos) {
        boolean searches = readings++ % READINGS_PER_SEARCH == 0;
        if (searches) {
            found = search();
        }
        long nanos = found.stream().mapToLong(SamplerCost::nanos).sum();
        // The sum of other threads than before is no difference.
        double load = searches || found.isEmpty() || nowNanos == lastWallNanos
                ? Double.NaN
                : Math.max(0, (double) (nanos - lastNanos) / (nowNanos - lastWallNanos));
        lastNanos = nanos;
        lastWallNanos = nowNanos;
        return load;
    }

    private List<Path> search() {
        try (Stream<Path> all = Files.list(tasks)) {
            return all.filter(SamplerCost::isOfJfr).toList();
        } catch (IOException | UncheckedIOException e) {
            // Not Linux, or a thread has ended since.
            SafeLog.log(LOG, Level.DEBUG, () -> "not all threads of JFR are known", e);
            return List.of();
        }
    }

    private static boolean isOfJfr(Path thread) {
        String name = text(thread.resolve("comm")).strip();
        return name.startsWith(JFR) || name.equals(OURS);
    }

    private static long nanos(Path thread) {
        String line = text(thread.resolve("schedstat"));
        return line.isEmpty() ? 0 : Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    /** Empty when the thread has ended since. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
