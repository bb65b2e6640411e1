package dev.zonecast.core.gpu;

/** What a GPU counts of its pipeline while a zone runs. */
public enum GpuStatistic {
    VERTICES("vertices"),
    PRIMITIVES("primitives"),
    VERTEX_SHADERS("vertex shader runs"),
    CLIPPED_PRIMITIVES("primitives after clipping"),
    FRAGMENT_SHADERS("fragment shader runs"),
    COMPUTE_SHADERS("compute shader runs");

    private static final GpuStatistic[] ALL = values();

    private final String displayName;

    GpuStatistic(String displayName) {
        this.displayName = displayName;
    }

    /** How many there are. */
    public static int count() {
        return ALL.length;
    }

    /** The statistic of an {@link #index}. */
    public static GpuStatistic of(int index) {
        return ALL[index];
    }

    /** Index of it among all, as {@link #of} takes it; good within one process. */
    @SuppressWarnings("EnumOrdinal")
    public int index() {
        return ordinal();
    }

    /** As viewers show it. */
    public String displayName() {
        return displayName;
    }
}
