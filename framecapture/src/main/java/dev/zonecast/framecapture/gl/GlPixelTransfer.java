package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL11.*;

import org.lwjgl.opengl.GL32C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.MemoryUtil;

/**
 * What the compatibility profile does to colours that are read or copied: scale, bias and maps. Switched off before a capture reads, and
 * put back after it.
 */
final class GlPixelTransfer {
    private static final int[] PARAMETERS = {
        GL_MAP_COLOR,
        GL_RED_SCALE,
        GL_GREEN_SCALE,
        GL_BLUE_SCALE,
        GL_ALPHA_SCALE,
        GL_RED_BIAS,
        GL_GREEN_BIAS,
        GL_BLUE_BIAS,
        GL_ALPHA_BIAS
    };
    private static final float[] NEUTRAL = {0, 1, 1, 1, 1, 0, 0, 0, 0};

    private final long scratch = MemoryUtil.nmemCallocChecked(1, 16);
    private final boolean exists;
    private final float[] saved = new float[PARAMETERS.length];

    /** For the current context. */
    GlPixelTransfer(GLCapabilities capabilities) {
        exists = capabilities.glPixelTransferf != 0
                && (glGetInteger(GL32C.GL_CONTEXT_PROFILE_MASK) & GL32C.GL_CONTEXT_CORE_PROFILE_BIT) == 0;
    }

    void save() {
        for (int i = 0; exists && i < PARAMETERS.length; i++) {
            nglGetFloatv(PARAMETERS[i], scratch);
            saved[i] = MemoryUtil.memGetFloat(scratch);
            if (saved[i] != NEUTRAL[i]) {
                glPixelTransferf(PARAMETERS[i], NEUTRAL[i]);
            }
        }
    }

    void restore() {
        for (int i = 0; exists && i < PARAMETERS.length; i++) {
            if (saved[i] != NEUTRAL[i]) {
                glPixelTransferf(PARAMETERS[i], saved[i]);
            }
        }
    }

    void free() {
        MemoryUtil.nmemFree(scratch);
    }
}
