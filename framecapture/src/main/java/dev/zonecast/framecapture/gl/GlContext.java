package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL43C;
import org.lwjgl.opengl.GL45C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryUtil;

/**
 * The context that a capture belongs to: whether it is current, and whether it is lost.
 *
 * <p>A query identifies the context: contexts do not share queries. Their names are small numbers in each context, so the query has a label
 * that no other object of the process has. Under a driver without labels (OpenGL 4.3, KHR_debug), and in OpenGL ES, LWJGL's capabilities
 * identify the context.
 */
class GlContext {
    private static final int QUERY = 0x82E3;
    private static final int LABEL_BYTES = 24;
    private static final AtomicLong NUMBERS = new AtomicLong();

    final GlCalls gl;

    /** Address of the function that knows of a reset; 0: the context does not tell it. */
    private final long resetStatus;

    private final boolean labelled;

    /** 0 in OpenGL ES. */
    private final int query;

    /** Our label, and behind it room for the label of the current context's query. */
    private final long labels = MemoryUtil.nmemCallocChecked(2, 2 * LABEL_BYTES);

    /** LWJGL's capabilities that this context had last. */
    private Object known;

    private boolean lost;

    /** Of OpenGL ES. */
    private GlContext(Object capabilities) {
        known = capabilities;
        gl = new GlCalls(true);
        resetStatus = told(EsBinding.resetStatus(capabilities));
        labelled = false;
        query = 0;
    }

    GlContext(GLCapabilities capabilities) {
        known = capabilities;
        gl = new GlCalls(false);
        resetStatus = told(
                capabilities.glGetGraphicsResetStatus != 0
                        ? capabilities.glGetGraphicsResetStatus
                        : capabilities.glGetGraphicsResetStatusARB);
        query = glGenQueries();
        labelled = hasLabels(capabilities);
        if (labelled) {
            // Makes an object of the name.
            glQueryCounter(query, GL_TIMESTAMP);
            byte[] label = String.format(Locale.ROOT, "zonecast %015x", NUMBERS.incrementAndGet())
                    .getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < LABEL_BYTES; i++) {
                MemoryUtil.memPutByte(labels + i, label[i]);
            }
            GL43C.nglObjectLabel(QUERY, query, LABEL_BYTES, labels);
        }
    }

    private long told(long function) {
        if (function == 0) {
            return 0;
        }
        gl.getIntegerv(GL45C.GL_RESET_NOTIFICATION_STRATEGY, labels);
        return MemoryUtil.memGetInt(labels) == GL45C.GL_LOSE_CONTEXT_ON_RESET ? function : 0;
    }

    /** That of the calling thread, or null if there is none of OpenGL 3.3 or OpenGL ES 3.0. */
    static GlContext ofCurrent() {
        GlContext desktop = ofDesktop();
        return desktop == null ? ofEs() : desktop;
    }

    private static GlContext ofDesktop() {
        try {
            GLCapabilities capabilities = current();
            return capabilities == null || !capabilities.OpenGL33 ? null : new GlContext(capabilities);
        } catch (LinkageError e) {
            // A machine without OpenGL.
            return null;
        }
    }

    private static GlContext ofEs() {
        try {
            Object capabilities = EsBinding.capabilities();
            return capabilities == null ? null : new GlContext(capabilities);
        } catch (LinkageError e) {
            // A program without LWJGL's binding, or a machine without OpenGL ES.
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

    private static boolean hasLabels(GLCapabilities capabilities) {
        return capabilities.OpenGL33 && capabilities.glObjectLabel != 0 && capabilities.glGetObjectLabel != 0;
    }

    /** Null in OpenGL ES. */
    final GLCapabilities capabilities() {
        return gl.es() ? null : (GLCapabilities) known;
    }

    /**
     * True if it is current on the calling thread, as far as LWJGL was told. A program may have several capabilities for one context, and
     * one for several contexts. Raises no error in any context.
     */
    final boolean isCurrent() {
        if (!labelled) {
            return (gl.es() ? EsBinding.capabilities() : current()) == known;
        }
        GLCapabilities now = current();
        if (now == null || !hasLabels(now) || !glIsQuery(query) || !hasLabel()) {
            return false;
        }
        known = now;
        return true;
    }

    private boolean hasLabel() {
        long found = labels + LABEL_BYTES;
        MemoryUtil.memPutByte(found, (byte) 0);
        GL43C.nglGetObjectLabel(QUERY, query, LABEL_BYTES + 1, MemoryUtil.NULL, found);
        for (int at = 0; at < LABEL_BYTES; at += Long.BYTES) {
            if (MemoryUtil.memGetLong(labels + at) != MemoryUtil.memGetLong(found + at)) {
                return false;
            }
        }
        return true;
    }

    /** True after a reset of the GPU, if the context reports it. Tests replace it: no driver can be made to reset. */
    boolean isLost() {
        // Remembered: the status goes back to "no error" when the reset is over.
        lost = lost || (resetStatus != 0 && JNI.callI(resetStatus) != GL_NO_ERROR);
        return lost;
    }

    final void close() {
        if (query != 0) {
            glDeleteQueries(query);
        }
        MemoryUtil.nmemFree(labels);
    }
}
