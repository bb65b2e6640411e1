package dev.zonecast.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of JFR's threads, native ones included, from Linux's {@code /proc}: what sampling and event streaming cost beside the
 * threads that are sampled. What the sampled threads themselves spend in the signal's handler is not in it.
 */
final class SamplerCost {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String PREFIX = "JFR ";

    /** USER_HZ: a hundredth of a second in {@code /proc} on every Linux that Java runs on. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Of the fields behind the name's closing bracket: the state is the first. */
    private static final int USER_FIELD = 11;

    private long lastNanos = -1;
    private long lastWallNanos;

    /** Part of one processor, 0 to 1, since the call before; NaN if it is not known. */
    double load(long nowNanos) {
        long nanos = processorNanos();
        long before = lastNanos;
        long wall = nowNanos - lastWallNanos;
        lastNanos = nanos;
        lastWallNanos = nowNanos;
        return nanos < 0 || before < 0 || wall <= 0 ? Double.NaN : Math.max(0, (double) (nanos - before) / wall);
    }

    private static long processorNanos() {
        long ticks = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                ticks += ticks(task);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return -1;
        }
        return ticks * NANOS_PER_TICK;
    }

    private static long ticks(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = stat.lastIndexOf(')');
            if (!stat.startsWith(PREFIX, stat.indexOf('(') + 1)) {
                return 0;
            }
            String[] fields = stat.substring(end + 2).split(" ", USER_FIELD + 3);
            return Long.parseLong(fields[USER_FIELD]) + Long.parseLong(fields[USER_FIELD + 1]);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            // The thread has ended meanwhile.
            return 0;
        }
    }
}
