package dev.zonecast.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.System.Logger.Level;
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
 *
 * <p>The files stay open: to open them each second takes longer than all else that is done at a flush. One thread.
 */
final class SamplerCost implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final String JFR = "JFR ";
    private static final String OURS = "zonecast-jvm";

    /** To look through all threads of a program takes longer than the rest: new ones of JFR are looked for once in a while. */
    private static final int READINGS_PER_SEARCH = 10;

    private static final int MAX_LINE_BYTES = 96;

    private final Path tasks;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private List<RandomAccessFile> found = List.of();
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
            close();
            found = search();
            untilSearch = READINGS_PER_SEARCH;
        }
        long nanos = 0;
        for (RandomAccessFile times : found) {
            nanos += nanos(times);
        }
        long before = lastNanos;
        long wall = nowNanos - lastWallNanos;
        lastNanos = found.isEmpty() ? -1 : nanos;
        lastWallNanos = nowNanos;
        // The sum of other threads than before is no difference.
        boolean known = !searched && before >= 0 && !found.isEmpty() && wall > 0;
        return known ? Math.max(0, (double) (nanos - before) / wall) : Double.NaN;
    }

    private List<RandomAccessFile> search() {
        List<RandomAccessFile> times = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path thread : all) {
                String name = name(thread);
                if (name.startsWith(JFR) || name.equals(OURS)) {
                    times.add(new RandomAccessFile(thread.resolve("schedstat").toFile(), "r"));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Not Linux; or a thread has ended since, and they are looked for again soon.
            LOG.log(Level.DEBUG, "not all threads of JFR are known", e);
        }
        return times;
    }

    /** Empty when the thread has ended since. */
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** The first number of the line; 0 when the thread has ended since. */
    private long nanos(RandomAccessFile times) {
        int length;
        try {
            times.seek(0);
            length = times.read(line);
        } catch (IOException e) {
            return 0;
        }
        long nanos = 0;
        for (int i = 0; i < length && line[i] >= '0' && line[i] <= '9'; i++) {
            nanos = nanos * 10 + (line[i] - '0');
        }
        return nanos;
    }

    /** Another reading opens the files anew. */
    @Override
    public void close() {
        for (RandomAccessFile times : found) {
            try {
                times.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a file of figures does not close", e);
            }
        }
        found = List.of();
        untilSearch = 0;
    }
}
