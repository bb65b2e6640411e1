package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.framecapture.engine.CaptureDevice;
import org.lwjgl.system.MemoryUtil;

/**
 * Four pixels that a picture has until it is drawn. A conditional render of the program (glBeginConditionalRender) may discard our commands,
 * and OpenGL does not let us ask for it. It never discards copies from a framebuffer into a texture, and writes to a buffer.
 */
final class GlMark {
    static final int BYTES = 16;

    private static final int WIDTH = 4;
    private static final int[] PIXELS = {0x9E3779B9, 0x7F4A7C15, 0xF39CC060, 0x5CEDC834};

    private final GlCalls gl;
    private final GlStage stage;

    /** The pixels, and behind them the word. */
    private final long data = MemoryUtil.nmemAllocChecked(BYTES + Integer.BYTES);

    /** Leaves its framebuffer bound for drawing. */
    GlMark(GlState state) {
        gl = state.gl;
        for (int i = 0; i < WIDTH; i++) {
            MemoryUtil.memPutInt(data + (long) Integer.BYTES * i, PIXELS[i]);
        }
        MemoryUtil.memPutInt(data + BYTES, CaptureDevice.NO_BLOCKS);
        stage = new GlStage(state, WIDTH, 1, data);
    }

    /** False if the driver had no memory for it. */
    boolean isComplete() {
        return stage.isComplete();
    }

    /** Marks a picture as not drawn. Binds the mark's framebuffer for reading, and the picture's texture. */
    void put(GlStage picture) {
        stage.bindForReading();
        gl.bindTexture(GL_TEXTURE_2D, picture.texture());
        gl.copyTexSubImage2D(GL_TEXTURE_2D, WIDTH, 1);
    }

    /** Copies a picture's first pixels, where the mark is, into the buffer that is bound for packing. */
    void copyFrom(GlStage picture, int offset) {
        picture.bindForReading();
        gl.readPixels(WIDTH, 1, GL_RGBA, GL_UNSIGNED_BYTE, offset);
    }

    /** Whether these are the first pixels of a picture that was not drawn. */
    static boolean isIn(int[] pixels) {
        for (int i = 0; i < PIXELS.length; i++) {
            if (pixels[i] != PIXELS[i]) {
                return false;
            }
        }
        return true;
    }

    /** Marks the buffer that is bound for packing as without blocks; see {@link CaptureDevice#NO_BLOCKS}. */
    void putWord() {
        gl.bufferSubData(GL_PIXEL_PACK_BUFFER, 0, Integer.BYTES, data + BYTES);
    }

    void delete() {
        stage.delete();
        MemoryUtil.nmemFree(data);
    }
}
