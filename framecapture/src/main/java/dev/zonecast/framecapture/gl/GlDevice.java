package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import java.lang.System.Logger.Level;
import org.lwjgl.opengl.GLCapabilities;

/** Read-back through buffer objects and fences. */
final class GlDevice implements CaptureDevice<GlSlot> {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final int BYTES_PER_PIXEL = 4;

    private final GlContext context;
    private final GlCalls gl;
    private final GlState state;
    private final GlSource source;
    private final GlScaler scaler;
    private final GlCompressor compressor;
    private final int maxSide;
    private final int[] firstPixels = new int[GlMark.BYTES / Integer.BYTES];
    /** Null before the first picture. */
    private GlMark mark;

    private boolean threadTold;

    /**
     * A device.
     *
     * @param context the current one
     * @param compress whether a shader is to compress, if there can be one
     */
    GlDevice(GlContext context, boolean compress) {
        this.context = context;
        gl = context.gl;
        GLCapabilities capabilities = context.capabilities();
        state = new GlState(gl, capabilities);
        source = new GlSource(state);
        compressor = compress ? GlCompressor.create(capabilities, state) : null;
        scaler = new GlScaler(state);
        maxSide = Math.min(state.integer(GL_MAX_TEXTURE_SIZE), state.integer(GL_MAX_RENDERBUFFER_SIZE));
    }

    boolean isCurrent() {
        return context.isCurrent();
    }

    boolean isLost() {
        return context.isLost();
    }

    @Override
    public boolean isCompressed(GlSlot slot) {
        return slot.compressed;
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
        if (width > maxSide || height > maxSide) {
            return "no framebuffer of the context has " + width + "x" + height + " pixels";
        }
        String unrestorable = state.obstacle();
        if (unrestorable != null) {
            return unrestorable;
        }
        state.saveDrawing();
        try {
            prepare(slot);
            String obstacle = source.bind(framebuffer);
            if (obstacle != null) {
                return obstacle;
            }
            if (!mark.isComplete()
                    || !slot.picture.isComplete()
                    || !scaler.scale(source, width, height, slot.picture)) {
                return "the driver has no memory for pictures of " + slot.width() + "x" + slot.height() + " of " + width
                        + "x" + height;
            }
            slot.marked = false;
            slot.reading = false;
            slot.fence = gl.fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
            return slot.fence == 0 ? "the driver gives no fence" : null;
        } finally {
            state.restoreDrawing();
        }
    }

    private void prepare(GlSlot slot) {
        if (mark == null) {
            mark = new GlMark(state);
        }
        if (slot.picture != null && !slot.picture.hasSize(slot.width(), slot.height())) {
            slot.picture.delete();
            slot.picture = null;
        }
        if (slot.picture == null) {
            slot.picture = new GlStage(state, slot.width(), slot.height());
            slot.marked = false;
        }
        if (!slot.marked) {
            state.saveReading();
            mark(slot);
            state.restoreReading();
        }
    }

    private void mark(GlSlot slot) {
        mark.put(slot.picture);
        slot.marked = true;
    }

    @Override
    public boolean advance(GlSlot slot) {
        if (slot.reading) {
            return true;
        }
        if (!isReached(slot.fence) || !state.canRead()) {
            return false;
        }
        gl.deleteSync(slot.fence);
        startReading(slot);
        slot.reading = true;
        slot.fence = gl.fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        return true;
    }

    private void startReading(GlSlot slot) {
        slot.compressed = compressesNow();
        state.saveReading();
        bindBuffer(slot);
        if (slot.compressed) {
            mark.putWord();
            mark.copyFrom(slot.picture, blockBytes(slot));
            compressor.compress(slot.picture, slot);
        } else {
            slot.picture.bindForReading();
            gl.readPixels(slot.width(), slot.height(), GL_RGBA, GL_UNSIGNED_BYTE, 0);
        }
        // For the next picture.
        mark(slot);
        state.restoreReading();
    }

    private boolean compressesNow() {
        if (!compresses()) {
            return false;
        }
        boolean usable = compressor.isUsable();
        if (!usable && !threadTold) {
            threadTold = true;
            LOG.log(
                    Level.INFO,
                    "a frame image is compressed by a thread: transform feedback is active, or the program uses"
                            + " objects that it has deleted");
        }
        return usable;
    }

    private static int blockBytes(GlSlot slot) {
        return slot.width() * slot.height() / 2;
    }

    /** Binds it for packing, and gives it the size of its picture. */
    private void bindBuffer(GlSlot slot) {
        int bytes = slot.compressed ? blockBytes(slot) + GlMark.BYTES : slot.width() * slot.height() * BYTES_PER_PIXEL;
        if (slot.buffer == 0) {
            slot.buffer = gl.genBuffers();
        }
        gl.bindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer);
        if (slot.bytes != bytes) {
            gl.bufferData(GL_PIXEL_PACK_BUFFER, bytes, GL_STREAM_READ);
            slot.bytes = bytes;
        }
    }

    @Override
    public Progress poll(GlSlot slot) {
        if (slot.fence == 0) {
            return Progress.FAILED;
        }
        return slot.reading && isReached(slot.fence) && state.isBuffer(state.integer(GL_PIXEL_PACK_BUFFER_BINDING))
                ? Progress.READY
                : Progress.PENDING;
    }

    /** True also for one that will never be reached, of a context that is lost. */
    private boolean isReached(long fence) {
        // With the flush: of a program that does not swap buffers the fence would never be reached.
        return gl.clientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) != GL_TIMEOUT_EXPIRED;
    }

    @Override
    public String read(GlSlot slot, int[] words) {
        state.savePackBuffer();
        gl.bindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer);
        // Straight into the array: no mapping, whose address may be another each time, and no copy beside the driver's.
        gl.getBufferSubData(GL_PIXEL_PACK_BUFFER, 0, words);
        boolean discarded = slot.compressed ? words[0] == NO_BLOCKS || isMarkBehindBlocks(slot) : GlMark.isIn(words);
        state.restorePackBuffer();
        return discarded ? "a conditional render (glBeginConditionalRender) discarded the picture" : null;
    }

    private boolean isMarkBehindBlocks(GlSlot slot) {
        gl.getBufferSubData(GL_PIXEL_PACK_BUFFER, blockBytes(slot), firstPixels);
        return GlMark.isIn(firstPixels);
    }

    @Override
    public void recycle(GlSlot slot) {
        if (slot.fence != 0) {
            gl.deleteSync(slot.fence);
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
            gl.deleteBuffers(slot.buffer);
        }
        if (slot.picture != null) {
            slot.picture.delete();
        }
    }

    void close() {
        if (mark != null) {
            mark.delete();
        }
        scaler.delete();
        if (compressor != null) {
            compressor.delete();
        }
        context.close();
        state.free();
    }
}
