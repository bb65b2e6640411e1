package dev.zonecast.core.gpu;

/**
 * A GPU zone that ends with its block:
 *
 * <pre>{@code
 * try (var ignored = gpu.open(SHADOWS)) {
 *     drawShadows();
 * }
 * }</pre>
 *
 * The compiler removes the object wherever it inlines the calls.
 */
public final class GpuZone implements AutoCloseable {
    private final GpuZones zones;
    private final long target;
    private long token;

    /**
     * Ends a zone when it is closed.
     *
     * @param target as for {@link GpuZones#end}
     * @param token as for {@link GpuZones#end}
     */
    public GpuZone(GpuZones zones, long target, long token) {
        this.zones = zones;
        this.target = target;
        this.token = token;
    }

    /** True if something is recorded. */
    public boolean isRecorded() {
        return token != 0;
    }

    /** Ends the zone; a second call does nothing. */
    @Override
    public void close() {
        long ending = token;
        token = 0;
        zones.end(ending, target);
    }
}
