package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import org.lwjgl.opengl.GLCapabilities;

/** Read-back through buffer objects and fences. */
final class GlDevice implements CaptureDevice<GlSlot> {
    private static final int BYTES_PER_PIXEL = 4;

    private final GlContext context;
    private final GlState state;
    private final GlSource source;
    private final GlScaler scaler;
    private final GlCompressor compressor;

    /**
     * A device.
     *
     * @param context the current one, null for a device that is not there
     * @param compress whether a shader is to compress, if there can be one
     */
    GlDevice(GlContext context, boolean compress) {
        this.context = context;
        if (context == null) {
            state = null;
            source = null;
            scaler = null;
            compressor = null;
            return;
        }
        GLCapabilities capabilities = context.capabilities();
        state = new GlState(capabilities);
        source = new GlSource(state);
        compressor = compress ? GlCompressor.create(capabilities, state) : null;
        scaler = new GlScaler(state, compresses());
    }

    /** A device that is not there. */
    static GlDevice none() {
        return new GlDevice(null, false);
    }

    /** That of the context that is current on this thread; one that is not there if there is none. */
    static GlDevice ofCurrent(boolean compress) {
        return new GlDevice(GlContext.ofCurrent(), compress);
    }

    boolean exists() {
        return context != null;
    }

    boolean isCurrent() {
        return context.isCurrent();
    }

    boolean isLost() {
        return context.isLost();
    }

    @Override
    public boolean compresses() {
        return compressor != null && compressor.obstacle() == null;
    }

    String whyNoCompression() {
        return compressor.obstacle();
    }

    @Override
    public boolean bottomUp() {
        return true;
    }

    @Override
    public GlSlot createSlot() {
        return new GlSlot();
    }

    /**
     * Gives the GPU the commands for a picture.
     *
     * @return why there is none, or null
     */
    String submit(GlSlot slot, int framebuffer, int width, int height) {
        state.save();
        try {
            String obstacle = source.bind(framebuffer);
            if (obstacle != null) {
                return obstacle;
            }
            GlStage picture = scaler.scale(source, width, height, slot.width(), slot.height());
            if (picture == null) {
                return "the driver has no memory for pictures of " + slot.width() + "x" + slot.height() + " of " + width
                        + "x" + height;
            }
            bindBuffer(slot);
            if (compresses()) {
                compressor.compress(picture, slot);
            } else {
                glReadPixels(0, 0, slot.width(), slot.height(), GL_RGBA, GL_UNSIGNED_BYTE, 0);
            }
            slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
            return slot.fence == 0 ? "the driver gives no fence" : null;
        } finally {
            state.restore();
        }
    }

    /** Binds it for packing, and gives it the size of its picture. */
    private void bindBuffer(GlSlot slot) {
        int pixels = slot.width() * slot.height();
        int bytes = compresses() ? pixels / 2 : pixels * BYTES_PER_PIXEL;
        if (slot.buffer == 0) {
            slot.buffer = glGenBuffers();
        }
        glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer);
        if (slot.bytes != bytes) {
            glBufferData(GL_PIXEL_PACK_BUFFER, bytes, GL_STREAM_READ);
            slot.bytes = bytes;
        }
    }

    @Override
    public Progress poll(GlSlot slot) {
        // With the flush, once, of a program that does not swap buffers the fence would never be reached.
        return switch (glClientWaitSync(slot.fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0)) {
            case GL_ALREADY_SIGNALED, GL_CONDITION_SATISFIED -> Progress.READY;
            case GL_TIMEOUT_EXPIRED -> Progress.PENDING;
            default -> Progress.FAILED;
        };
    }

    @Override
    public void read(GlSlot slot, int[] words) {
        state.savePackBuffer();
        glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer);
        // Straight into the array: no mapping, whose address may be another each time, and no copy beside the driver's.
        glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, words);
        state.restorePackBuffer();
    }

    @Override
    public void recycle(GlSlot slot) {
        glDeleteSync(slot.fence);
        slot.fence = 0;
    }

    @Override
    public void destroySlot(GlSlot slot) {
        if (slot.fence != 0) {
            recycle(slot);
        }
        if (slot.buffer != 0) {
            glDeleteBuffers(slot.buffer);
        }
    }

    void close() {
        scaler.delete();
        if (compressor != null) {
            compressor.delete();
        }
        context.close();
        state.free();
    }
}
