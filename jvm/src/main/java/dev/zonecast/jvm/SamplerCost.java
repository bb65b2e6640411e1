package dev.zonecast.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Processor time of JFR's threads, native ones included, and of the one that reads its stream, from Linux's {@code /proc}: what
 * sampling and event streaming cost beside the threads that are sampled. What those spend in the signal's handler is not in it.
 */
final class SamplerCost {
    private static final String JFR = "JFR ";
    private static final String OURS = "zonecast-jvm";

    /** To look through all threads of a program takes longer than the rest: new ones of JFR are looked for once in a while. */
    private static final int READINGS_PER_SEARCH = 10;

    private final Path tasks;
    private List<Path> found = List.of();
    private int untilSearch;
    private long lastNanos = -1;
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
        boolean searched = untilSearch-- <= 0;
        if (searched) {
            untilSearch = READINGS_PER_SEARCH;
            found = search();
        }
        long nanos = 0;
        for (Path thread : found) {
            nanos += nanos(thread);
        }
        long before = lastNanos;
        long wall = nowNanos - lastWallNanos;
        lastNanos = found.isEmpty() ? -1 : nanos;
        lastWallNanos = nowNanos;
        // The sum of other threads than before is no difference.
        boolean known = !searched && before >= 0 && !found.isEmpty() && wall > 0;
        return known ? Math.max(0, (double) (nanos - before) / wall) : Double.NaN;
    }

    private List<Path> search() {
        List<Path> threads = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path thread : all) {
                String name = read(thread.resolve("comm"));
                boolean counts = name.startsWith(JFR) || name.equals(OURS);
                if (counts && !read(thread.resolve("schedstat")).isEmpty()) {
                    threads.add(thread);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Not Linux.
            return List.of();
        }
        return threads;
    }

    private static long nanos(Path thread) {
        String times = read(thread.resolve("schedstat"));
        int end = times.indexOf(' ');
        try {
            return end < 0 ? 0 : Long.parseLong(times.substring(0, end));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Empty when the thread has ended meanwhile. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
