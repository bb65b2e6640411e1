package dev.zonecast.trace;

import java.util.Comparator;
import java.util.List;

/**
 * What a GPU counts while a zone runs: of its pipeline, or by a hardware counter of its driver. Those of the pipeline come first.
 *
 * @param displayName as people read it
 * @param property as a property of JSON: the name itself for a hardware counter
 */
public record GpuCount(String displayName, String property) implements Comparable<GpuCount> {
    /** Stands before the names of hardware counters in a recording. */
    private static final String COUNTER_PREFIX = "gpu: ";

    /** Of one zone. */
    static final int MOST = 16;

    private static final List<GpuCount> PIPELINE = List.of(
            new GpuCount("vertices", "vertices"),
            new GpuCount("primitives", "primitives"),
            new GpuCount("vertex shader runs", "vertexShaderRuns"),
            new GpuCount("primitives after clipping", "clippedPrimitives"),
            new GpuCount("fragment shader runs", "fragmentShaderRuns"),
            new GpuCount("compute shader runs", "computeShaderRuns"));

    private static final Comparator<GpuCount> ORDER =
            Comparator.comparingInt(GpuCount::rank).thenComparing(GpuCount::displayName);

    private int rank() {
        int index = PIPELINE.indexOf(this);
        return index < 0 ? PIPELINE.size() : index;
    }

    /** By the name of an argument; null if that is no count. */
    static GpuCount of(String name) {
        for (GpuCount each : PIPELINE) {
            if (each.displayName.equals(name)) {
                return each;
            }
        }
        return name.startsWith(COUNTER_PREFIX) ? ofCounter(name.substring(COUNTER_PREFIX.length())) : null;
    }

    private static GpuCount ofCounter(String name) {
        return new GpuCount(name, name);
    }

    @Override
    public int compareTo(GpuCount other) {
        return ORDER.compare(this, other);
    }
}
