package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import org.lwjgl.opengl.ARBQueryBufferObject;
import org.lwjgl.opengl.ARBRobustness;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL45C;
import org.lwjgl.opengl.GLCapabilities;

/** The context that a capture belongs to: whether it is current, and whether it is lost. */
class GlContext {
    private static final int RESET_NOTIFICATION_STRATEGY = 0x8256;
    private static final int LOSE_CONTEXT_ON_RESET = 0x8252;

    private final boolean tellsLoss;
    private final boolean hasQueryBuffers;
    /** A query, which contexts do not share, with a result that no other has: the time of its making. */
    private final int witness = glGenQueries();

    private final long witnessNanos;
    private GLCapabilities known;
    private boolean lost;

    GlContext(GLCapabilities capabilities) {
        known = capabilities;
        boolean asks = capabilities.glGetGraphicsResetStatus != 0 || capabilities.glGetGraphicsResetStatusARB != 0;
        tellsLoss = asks && glGetInteger(RESET_NOTIFICATION_STRATEGY) == LOSE_CONTEXT_ON_RESET;
        hasQueryBuffers = capabilities.OpenGL44 || capabilities.GL_ARB_query_buffer_object;
        glQueryCounter(witness, GL_TIMESTAMP);
        // Waits for the GPU, this once.
        witnessNanos = result();
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

    /** True if it is current on the calling thread, as far as LWJGL was told. */
    final boolean isCurrent() {
        GLCapabilities now = current();
        if (now == known) {
            return true;
        }
        // A program may make several for one context: one on each thread, say.
        if (now != null && now.OpenGL33 && glIsQuery(witness) && isAvailable() && result() == witnessNanos) {
            known = now;
            return true;
        }
        return false;
    }

    /** Of a query of that name in another context one would have to wait. */
    private boolean isAvailable() {
        return glGetQueryObjecti(witness, GL_QUERY_RESULT_AVAILABLE) != GL_FALSE;
    }

    private long result() {
        int buffer = hasQueryBuffers ? glGetInteger(ARBQueryBufferObject.GL_QUERY_BUFFER_BINDING) : 0;
        if (buffer != 0) {
            // The result would go into it.
            glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, 0);
        }
        long nanos = glGetQueryObjectui64(witness, GL_QUERY_RESULT);
        if (buffer != 0) {
            glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, buffer);
        }
        return nanos;
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
        glDeleteQueries(witness);
    }
}
