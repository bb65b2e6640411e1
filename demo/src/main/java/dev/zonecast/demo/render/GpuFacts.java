package dev.zonecast.demo.render;

import dev.zonecast.core.gpu.HardwareCounter;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a profiler can have of a device through one graphics API.
 *
 * @param name of API, device and driver
 * @param rows extensions and features of the device, by subject
 * @param counters all hardware counters
 */
public record GpuFacts(String name, SequencedMap<String, String> rows, List<HardwareCounter> counters) {
    /** Those of a list that a driver has, as a row's text. */
    public static String present(Set<String> has, List<String> wanted) {
        List<String> found = wanted.stream().filter(has::contains).toList();
        return found.isEmpty()
                ? "none: the driver does not have " + wanted.stream().collect(Collectors.joining(", "))
                : String.join(", ", found);
    }

    /** A row's text about counters. */
    public static String counters(List<HardwareCounter> counters, String extension) {
        return counters.isEmpty() ? "none" : counters.size() + " by " + extension + ", below";
    }
}
