package dev.zonecast.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Processor time of this process by what its threads are for, native ones included: from Linux's {@code /proc}, which has the
 * scheduler's nanoseconds of each thread. Threads that have ended are not in it.
 */
final class ThreadTimes {
    /** What a thread is for. */
    enum Group {
        /** The thread that asks. */
        PROGRAM("the computing thread"),
        JFR("JFR's own threads"),
        READER("the reader of its stream"),
        PROFILER("the collector and what else is the profiler's"),
        COMPILERS("the compilers"),
        REST("garbage collector, timers and the like");

        final String text;

        Group(String text) {
            this.text = text;
        }

        private static Group of(String name) {
            if (name.startsWith("JFR ")) {
                return JFR;
            }
            if (name.startsWith("zonecast-")) {
                return name.equals("zonecast-jvm") ? READER : PROFILER;
            }
            return name.startsWith("C1 ") || name.startsWith("C2 ") ? COMPILERS : REST;
        }
    }

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Path TASKS = Path.of("/proc/self/task");

    private final String program;

    /** The calling thread is the program's. */
    ThreadTimes() {
        program = Files.isReadable(TASKS) ? threadId() : "";
    }

    private static String threadId() {
        try {
            return Path.of("/proc/thread-self").toRealPath().getFileName().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** False where there is no {@code /proc}. */
    boolean areKnown() {
        return !program.isEmpty();
    }

    /** Nanoseconds of each group until now; all of the process in one group where they are not known. */
    Map<Group, Long> nanos() {
        Map<Group, Long> sums = new EnumMap<>(Group.class);
        if (!areKnown()) {
            sums.put(Group.REST, SYSTEM.getProcessCpuTime());
        } else {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(TASKS)) {
                for (Path thread : threads) {
                    boolean isProgram = thread.getFileName().toString().equals(program);
                    String times = read(thread.resolve("schedstat"));
                    if (!times.isEmpty()) {
                        Group group = isProgram ? Group.PROGRAM : Group.of(read(thread.resolve("comm")));
                        sums.merge(group, Long.parseLong(times.substring(0, times.indexOf(' '))), Long::sum);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sums;
    }

    /** What each group has used from one reading to another, in nanoseconds. */
    static Map<Group, Double> between(Map<Group, Long> before, Map<Group, Long> after) {
        Map<Group, Double> used = new EnumMap<>(Group.class);
        for (Group group : Group.values()) {
            // A thread that has ended takes its time with it.
            used.put(group, (double) Math.max(0, after.getOrDefault(group, 0L) - before.getOrDefault(group, 0L)));
        }
        return used;
    }

    /** Empty when the thread has ended since. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
