package dev.zonecast.core.system;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A logical processor and where it sits.
 *
 * @param number as the operating system counts
 * @param packageId socket
 * @param die within the socket
 * @param core within the socket; logical processors of one core share it
 */
public record LogicalCpu(int number, int packageId, int die, int core) {
    private static final String PREFIX = "cpu";

    /**
     * All that are on line, as Linux tells.
     *
     * @param folder {@code /sys/devices/system/cpu}; empty if there is no such folder, or it tells nothing
     */
    public static List<LogicalCpu> read(Path folder) {
        List<LogicalCpu> found = new ArrayList<>();
        try (DirectoryStream<Path> cpus = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
            for (Path cpu : cpus) {
                Path topology = cpu.resolve("topology");
                if (Files.isDirectory(topology)) {
                    int number = Integer.parseInt(cpu.getFileName().toString().substring(PREFIX.length()));
                    found.add(new LogicalCpu(
                            number,
                            number(topology.resolve("physical_package_id")),
                            number(topology.resolve("die_id")),
                            number(topology.resolve("core_id"))));
                }
            }
        } catch (IOException | NumberFormatException e) {
            return List.of();
        }
        found.sort(Comparator.comparingInt(LogicalCpu::number));
        return found;
    }

    /** Kernels before 5.2 have no dies; virtual machines say -1. */
    private static int number(Path file) throws IOException {
        return Files.exists(file)
                ? Math.max(0, Integer.parseInt(Files.readString(file).strip()))
                : 0;
    }
}
