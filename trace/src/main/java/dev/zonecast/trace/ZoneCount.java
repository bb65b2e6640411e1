package dev.zonecast.trace;

import java.util.Comparator;
import java.util.List;

/**
 * What is counted while a zone runs: of a GPU's pipeline, by a hardware counter of its driver, or by a counter of the operating system.
 * Those of the pipeline come first.
 *
 * @param displayName as people read it
 * @param property as a property of JSON: the name itself for a counter
 */
public record ZoneCount(String displayName, String property) implements Comparable<ZoneCount> {
    /** Stand before the names of counters in a recording: of a GPU's driver, of the operating system. */
    private static final List<String> COUNTER_PREFIXES = List.of("gpu: ", "cpu: ");

    /** Of one zone. */
    static final int MOST = 16;

    private static final List<ZoneCount> PIPELINE = List.of(
            new ZoneCount("vertices", "vertices"),
            new ZoneCount("primitives", "primitives"),
            new ZoneCount("vertex shader runs", "vertexShaderRuns"),
            new ZoneCount("primitives after clipping", "clippedPrimitives"),
            new ZoneCount("fragment shader runs", "fragmentShaderRuns"),
            new ZoneCount("compute shader runs", "computeShaderRuns"));

    private static final Comparator<ZoneCount> ORDER =
            Comparator.comparingInt(ZoneCount::rank).thenComparing(ZoneCount::displayName);

    private int rank() {
        int index = PIPELINE.indexOf(this);
        return index < 0 ? PIPELINE.size() : index;
    }

    /** By the name of an argument; null if that is no count. */
    static ZoneCount of(String name) {
        for (ZoneCount each : PIPELINE) {
            if (each.displayName.equals(name)) {
                return each;
            }
        }
        for (String prefix : COUNTER_PREFIXES) {
            if (name.startsWith(prefix)) {
                return ofCounter(name.substring(prefix.length()));
            }
        }
        return null;
    }

    private static ZoneCount ofCounter(String name) {
        return new ZoneCount(name, name);
    }

    @Override
    public int compareTo(ZoneCount other) {
        return ORDER.compare(this, other);
    }
}
