package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL11.*;

import java.util.Arrays;
import org.lwjgl.opengl.GL32C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.MemoryUtil;

/** What a context does to pixels on their way: set to do nothing before a capture reads or makes pictures, and put back after it. */
final class GlModes {
    /** Of the extension MESA_pack_invert: rows are read from the top down. */
    private static final int PACK_INVERT = 0x8758;

    /** OpenGL ES has the first ones of each list. */
    private static final int ES_MODES = 3;

    private final GlCalls gl;
    private final int[] names;
    private final float[] neutral;
    private final float[] saved;
    private final boolean transfer;
    private final long scratch = MemoryUtil.nmemCallocChecked(1, 16);

    private GlModes(GlCalls gl, boolean transfer, int[] names, float... neutral) {
        this.gl = gl;
        this.names = names;
        this.neutral = Arrays.copyOf(neutral, names.length);
        this.saved = new float[names.length];
        this.transfer = transfer;
    }

    /** How pixels are stored that are read. */
    static GlModes packing(GlCalls gl, boolean hasPackInvert) {
        int[] names = {GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES, PACK_INVERT};
        int count = gl.es() ? ES_MODES : hasPackInvert ? names.length : names.length - 1;
        return new GlModes(gl, false, Arrays.copyOf(names, count));
    }

    /** How pixels are stored that are uploaded. */
    static GlModes unpacking(GlCalls gl) {
        int[] names = {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SWAP_BYTES};
        return new GlModes(gl, false, Arrays.copyOf(names, gl.es() ? ES_MODES : names.length));
    }

    /** What the compatibility profile does to colours: scale, bias and maps. */
    static GlModes transfer(GlCalls gl, GLCapabilities capabilities) {
        boolean exists = capabilities != null
                && capabilities.glPixelTransferf != 0
                && (glGetInteger(GL32C.GL_CONTEXT_PROFILE_MASK) & GL32C.GL_CONTEXT_CORE_PROFILE_BIT) == 0;
        int[] names = {
            GL_RED_SCALE,
            GL_GREEN_SCALE,
            GL_BLUE_SCALE,
            GL_ALPHA_SCALE,
            GL_MAP_COLOR,
            GL_RED_BIAS,
            GL_GREEN_BIAS,
            GL_BLUE_BIAS,
            GL_ALPHA_BIAS
        };
        return new GlModes(gl, true, exists ? names : new int[0], 1, 1, 1, 1);
    }

    void save() {
        for (int i = 0; i < names.length; i++) {
            gl.getFloatv(names[i], scratch);
            saved[i] = MemoryUtil.memGetFloat(scratch);
            if (saved[i] != neutral[i]) {
                set(names[i], neutral[i]);
            }
        }
    }

    void restore() {
        for (int i = 0; i < names.length; i++) {
            if (saved[i] != neutral[i]) {
                set(names[i], saved[i]);
            }
        }
    }

    private void set(int name, float value) {
        if (transfer) {
            glPixelTransferf(name, value);
        } else {
            gl.pixelStorei(name, (int) value);
        }
    }

    void free() {
        MemoryUtil.nmemFree(scratch);
    }
}
