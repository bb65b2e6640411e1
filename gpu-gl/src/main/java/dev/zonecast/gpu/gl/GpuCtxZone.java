package dev.zonecast.gpu.gl;

/**
 * A GPU zone that ends with its block:
 *
 * <pre>{@code
 * try (var _ = gpu.open(SHADOWS)) {
 *     drawShadows();
 * }
 * }</pre>
 *
 * The compiler removes the object wherever it inlines the calls.
 */
public final class GpuCtxZone implements AutoCloseable {
    private final GpuCtx context;
    private long token;

    GpuCtxZone(GpuCtx context, long token) {
        this.context = context;
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
        context.end(ending);
    }
}
