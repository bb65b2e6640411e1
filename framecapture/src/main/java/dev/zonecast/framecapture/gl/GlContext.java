package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import org.lwjgl.opengl.ARBRobustness;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL45C;
import org.lwjgl.opengl.GLCapabilities;

/** The context that a capture belongs to: whether it is current, and whether it is lost. */
class GlContext {
    private static final int RESET_NOTIFICATION_STRATEGY = 0x8256;
    private static final int LOSE_CONTEXT_ON_RESET = 0x8252;

    private final boolean tellsLoss;
    private final GlWitness witness;
    private GLCapabilities known;
    private boolean lost;

    GlContext(GLCapabilities capabilities) {
        known = capabilities;
        boolean asks = capabilities.glGetGraphicsResetStatus != 0 || capabilities.glGetGraphicsResetStatusARB != 0;
        tellsLoss = asks && glGetInteger(RESET_NOTIFICATION_STRATEGY) == LOSE_CONTEXT_ON_RESET;
        witness = new GlWitness(capabilities);
    }

    /** That of the calling thread, or null if there is none of OpenGL 3.3. */
    static GlContext ofCurrent() {
        try {
            GLCapabilities capabilities = current();
            return capabilities == null || !capabilities.OpenGL33 ? null : new GlContext(capabilities);
        } catch (LinkageError e) {
            // A machine without OpenGL.
            return null;
        }
    }

    private static GLCapabilities current() {
        try {
            return GL.getCapabilities();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    final GLCapabilities capabilities() {
        return known;
    }

    /**
     * True if it is current on the calling thread, as far as LWJGL was told. A program may have several capabilities for one context, and
     * one for several contexts.
     */
    final boolean isCurrent() {
        GLCapabilities now = current();
        if (now == known && !witness.isCheap()) {
            return true;
        }
        if (now == null || !now.OpenGL33 || !witness.isHere(now)) {
            return false;
        }
        known = now;
        return true;
    }

    /** True from a reset of the GPU on, if the context tells it. Replaced by tests: no driver can be made to reset. */
    boolean isLost() {
        // Remembered: the status goes back to "no error" when the reset is over.
        lost = lost || (tellsLoss && resetStatus() != GL_NO_ERROR);
        return lost;
    }

    private int resetStatus() {
        return known.glGetGraphicsResetStatus != 0
                ? GL45C.glGetGraphicsResetStatus()
                : ARBRobustness.glGetGraphicsResetStatusARB();
    }

    final void close() {
        witness.delete();
    }
}
