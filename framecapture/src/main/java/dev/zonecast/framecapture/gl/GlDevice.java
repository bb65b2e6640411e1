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
        scaler = new GlScaler(state);
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
     * Gives the GPU the commands that draw a picture. Reading it has to wait until it is drawn: drivers that draw on the CPU would wait
     * for that in the call.
     *
     * @return why there is none, or null
     */
    String submit(GlSlot slot, int framebuffer, int width, int height) {
        state.saveDrawing();
        try {
            if (slot.picture != null && !slot.picture.hasSize(slot.width(), slot.height())) {
                slot.picture.delete();
                slot.picture = null;
            }
            if (slot.picture == null) {
                slot.picture = new GlStage(state, slot.width(), slot.height(), compresses());
            }
            String obstacle = source.bind(framebuffer);
            if (obstacle != null) {
                return obstacle;
            }
            if (!slot.picture.isComplete() || !scaler.scale(source, width, height, slot.picture)) {
                return "the driver has no memory for pictures of " + slot.width() + "x" + slot.height() + " of " + width
                        + "x" + height;
            }
            slot.reading = false;
            slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
            return slot.fence == 0 ? "the driver gives no fence" : null;
        } finally {
            state.restoreDrawing();
        }
    }

    @Override
    public boolean advance(GlSlot slot) {
        if (slot.reading) {
            return true;
        }
        if (!isReached(slot.fence)) {
            return false;
        }
        glDeleteSync(slot.fence);
        startReading(slot);
        slot.reading = true;
        slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        return true;
    }

    private void startReading(GlSlot slot) {
        state.saveReading();
        bindBuffer(slot);
        if (compresses()) {
            compressor.compress(slot.picture, slot);
        } else {
            slot.picture.bindForReading();
            glReadPixels(0, 0, slot.width(), slot.height(), GL_RGBA, GL_UNSIGNED_BYTE, 0);
        }
        state.restoreReading();
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
        if (slot.fence == 0) {
            return Progress.FAILED;
        }
        return slot.reading && isReached(slot.fence) ? Progress.READY : Progress.PENDING;
    }

    /** True also for one that will never be reached, of a context that is lost. */
    private static boolean isReached(long fence) {
        // With the flush: of a program that does not swap buffers the fence would never be reached.
        return glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) != GL_TIMEOUT_EXPIRED;
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
        if (slot.fence != 0) {
            glDeleteSync(slot.fence);
            slot.fence = 0;
        }
    }

    /** Never: a fence of OpenGL is reached in any case. */
    @Override
    public boolean giveUp(GlSlot slot) {
        return false;
    }

    @Override
    public void destroySlot(GlSlot slot) {
        recycle(slot);
        if (slot.buffer != 0) {
            glDeleteBuffers(slot.buffer);
        }
        if (slot.picture != null) {
            slot.picture.delete();
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
