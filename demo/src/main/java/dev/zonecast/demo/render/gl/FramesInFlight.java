package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.demo.render.RenderingException;

/** Keeps the CPU at most two frames ahead of the GPU, as a swap chain would, also where no window makes it wait. */
final class FramesInFlight implements AutoCloseable {
    private static final SourceLocation WAIT = SourceLocation.here("wait for GPU", 0x777777);

    private static final int LIMIT = 2;
    private static final long WAIT_LIMIT_NANOS = 10_000_000_000L;

    private final long[] fences = new long[LIMIT];
    private int next;

    /** Marks the end of a frame; returns when the frame before the last one is done. */
    void endFrame() {
        try (Zone _ = Zone.open(WAIT)) {
            long oldest = fences[next];
            fences[next] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
            next = (next + 1) % LIMIT;
            if (oldest == 0) {
                return;
            }
            int result = glClientWaitSync(oldest, GL_SYNC_FLUSH_COMMANDS_BIT, WAIT_LIMIT_NANOS);
            glDeleteSync(oldest);
            if (result == GL_TIMEOUT_EXPIRED || result == GL_WAIT_FAILED) {
                throw new RenderingException("the GPU has not finished a frame within ten seconds");
            }
        }
    }

    @Override
    public void close() {
        for (long fence : fences) {
            if (fence != 0) {
                glDeleteSync(fence);
            }
        }
    }
}
