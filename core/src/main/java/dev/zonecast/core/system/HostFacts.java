package dev.zonecast.core.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lines about the machine for people: no name of a user or of the machine, no path, no argument. */
public final class HostFacts {
    private HostFacts() {}

    /**
     * A line a fact; what cannot be found out is left out.
     *
     * @param root {@code /}, below which Linux has its {@code proc}
     */
    public static String describe(Path root, List<LogicalCpu> cpus) {
        Runtime runtime = Runtime.getRuntime();
        StringBuilder lines = new StringBuilder();
        line(
                lines,
                "OS",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        line(lines, "JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
        field(root.resolve("proc/cpuinfo"), "model name").ifPresent(model -> line(lines, "CPU", model));
        line(lines, "Processors", processors(runtime.availableProcessors(), cpus));
        field(root.resolve("proc/meminfo"), "MemTotal")
                .flatMap(HostFacts::kibibytes)
                .ifPresent(kib -> line(lines, "Memory", (kib >> 10) + " MB"));
        line(lines, "Heap limit", (runtime.maxMemory() >> 20) + " MB");
        return lines.toString();
    }

    /** The program may have fewer than the machine. */
    private static String processors(int available, List<LogicalCpu> cpus) {
        if (cpus.isEmpty()) {
            return Integer.toString(available);
        }
        long cores = cpus.stream()
                .map(cpu -> List.of(cpu.packageId(), cpu.die(), cpu.core()))
                .distinct()
                .count();
        long packages = cpus.stream().map(LogicalCpu::packageId).distinct().count();
        return available + " (machine: " + cpus.size() + " in " + cores + " cores, " + packages + " packages)";
    }

    private static void line(StringBuilder lines, String name, String value) {
        lines.append(name).append(": ").append(value).append('\n');
    }

    /** First {@code key : value} of a file of such lines. */
    private static Optional<String> field(Path file, String key) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key) && line.indexOf(':') > 0)
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException | java.io.UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> kibibytes(String text) {
        try {
            return Optional.of(
                    Long.parseLong(text.substring(0, text.indexOf(' ') < 0 ? text.length() : text.indexOf(' '))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
