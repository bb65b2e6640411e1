package dev.zonecast.core.gpu;

import dev.zonecast.core.registry.Registry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a GPU counts while a zone runs: a part of its pipeline, or by a hardware counter of the driver. One object for each name. */
public final class GpuStatistic {
    private static final Map<Integer, GpuStatistic> BY_NAME_ID = new ConcurrentHashMap<>();

    public static final GpuStatistic VERTICES = named("vertices");
    public static final GpuStatistic PRIMITIVES = named("primitives");
    public static final GpuStatistic VERTEX_SHADERS = named("vertex shader runs");
    public static final GpuStatistic CLIPPED_PRIMITIVES = named("primitives after clipping");
    public static final GpuStatistic FRAGMENT_SHADERS = named("fragment shader runs");
    public static final GpuStatistic COMPUTE_SHADERS = named("compute shader runs");

    /** No count: the submission waits for a semaphore (an even number), or signals it (the next odd number). */
    public static final GpuStatistic LINK = named("semaphore");

    /** What pipelines count. */
    public static final List<GpuStatistic> PIPELINE =
            List.of(VERTICES, PRIMITIVES, VERTEX_SHADERS, CLIPPED_PRIMITIVES, FRAGMENT_SHADERS, COMPUTE_SHADERS);

    /** Hardware counters that a context may have: with {@link #PIPELINE} they are what an event of a recording has room for. */
    public static final int MAX_COUNTERS = 8;

    /** Stands before the names of hardware counters in recordings: no other argument of a zone begins so. */
    public static final String COUNTER_PREFIX = "gpu: ";

    private final int nameId;
    private final String displayName;

    private GpuStatistic(int nameId, String name) {
        this.nameId = nameId;
        this.displayName = name.startsWith(COUNTER_PREFIX) ? name.substring(COUNTER_PREFIX.length()) : name;
    }

    private static GpuStatistic named(String name) {
        return of(Registry.INSTANCE.names().intern(name));
    }

    /** By a name that viewers show: a statistic of the pipeline, else a hardware counter. */
    public static GpuStatistic of(String displayName) {
        for (GpuStatistic each : PIPELINE) {
            if (each.displayName.equals(displayName)) {
                return each;
            }
        }
        return named(COUNTER_PREFIX + displayName);
    }

    /** By its {@link #nameId}. */
    public static GpuStatistic of(int nameId) {
        return BY_NAME_ID.computeIfAbsent(nameId, id -> {
            String name = Registry.INSTANCE.names().text(id);
            return new GpuStatistic(id, name == null ? "" : name);
        });
    }

    /** Id of its name in recordings, in the registry's table of names. */
    public int nameId() {
        return nameId;
    }

    /** As viewers show it. */
    public String displayName() {
        return displayName;
    }

    @Override
    public String toString() {
        return displayName;
    }
}
