package dev.zonecast.trace;

import java.util.HashMap;
import java.util.Map;

/** What a GPU counts of its pipeline while a zone runs. */
public enum GpuCount {
    VERTICES("vertices", "vertices"),
    PRIMITIVES("primitives", "primitives"),
    VERTEX_SHADERS("vertex shader runs", "vertexShaderRuns"),
    CLIPPED_PRIMITIVES("primitives after clipping", "clippedPrimitives"),
    FRAGMENT_SHADERS("fragment shader runs", "fragmentShaderRuns"),
    COMPUTE_SHADERS("compute shader runs", "computeShaderRuns");

    private static final GpuCount[] ALL = values();
    private static final Map<String, GpuCount> BY_NAME = new HashMap<>();

    static {
        for (GpuCount each : ALL) {
            BY_NAME.put(each.displayName, each);
        }
    }

    private final String displayName;
    private final String property;

    GpuCount(String displayName, String property) {
        this.displayName = displayName;
        this.property = property;
    }

    /** By its name in a recording; null if there is none. */
    static GpuCount of(String name) {
        return BY_NAME.get(name);
    }

    /** How many there are. */
    static int count() {
        return ALL.length;
    }

    /** As people read it. */
    public String displayName() {
        return displayName;
    }

    /** As a property of JSON. */
    public String property() {
        return property;
    }
}
