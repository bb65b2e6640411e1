package dev.zonecast.framecapture.gl;

import static org.lwjgl.opengl.GL33C.*;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.opengl.ARBQueryBufferObject;
import org.lwjgl.opengl.GL43C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.MemoryUtil;

/**
 * A query that identifies a context: contexts do not share queries. Their names are small numbers in each context, so the query has a label
 * that no other object of the process has. A driver without labels (OpenGL 4.3, KHR_debug) identifies it by its result, a time.
 */
final class GlWitness {
    private static final int QUERY = 0x82E3;
    private static final int LABEL_BYTES = 24;
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int[] TARGETS = {
        GL_SAMPLES_PASSED,
        GL_ANY_SAMPLES_PASSED,
        GL_PRIMITIVES_GENERATED,
        GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
        GL_TIME_ELAPSED
    };

    private final int query = glGenQueries();
    private final boolean labelled;
    private final boolean hasQueryBuffers;
    private final long resultNanos;
    /** Our label, and behind it room for the label of the current context's query. */
    private final long labels = MemoryUtil.nmemCallocChecked(2, 2 * LABEL_BYTES);

    /** In the current context. Waits for the GPU, this once. */
    GlWitness(GLCapabilities capabilities) {
        labelled = hasLabels(capabilities);
        hasQueryBuffers = capabilities.OpenGL44 || capabilities.GL_ARB_query_buffer_object;
        glQueryCounter(query, GL_TIMESTAMP);
        resultNanos = result();
        if (labelled) {
            byte[] label =
                    String.format("zonecast %015x", NUMBERS.incrementAndGet()).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < LABEL_BYTES; i++) {
                MemoryUtil.memPutByte(labels + i, label[i]);
            }
            GL43C.nglObjectLabel(QUERY, query, LABEL_BYTES, labels);
        }
    }

    private static boolean hasLabels(GLCapabilities capabilities) {
        return capabilities.glObjectLabel != 0 && capabilities.glGetObjectLabel != 0;
    }

    /** Whether the current context, of OpenGL 3.3 at least, has the query. Raises no error in any context. */
    boolean isHere(GLCapabilities capabilities) {
        if (!glIsQuery(query)) {
            return false;
        }
        if (labelled) {
            return hasLabels(capabilities) && hasLabel();
        }
        return !isActive() && isAvailable() && result() == resultNanos;
    }

    /** Whether the answer of {@link #isHere} is sure, and takes no waiting. */
    boolean isCheap() {
        return labelled;
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

    /** Another context's query of that name may be: asking for its result would be an error. */
    private boolean isActive() {
        for (int target : TARGETS) {
            if (glGetQueryi(target, GL_CURRENT_QUERY) == query) {
                return true;
            }
        }
        return false;
    }

    private boolean isAvailable() {
        int buffer = unbindQueryBuffer();
        boolean available = glGetQueryObjecti(query, GL_QUERY_RESULT_AVAILABLE) != GL_FALSE;
        bindQueryBuffer(buffer);
        return available;
    }

    private long result() {
        int buffer = unbindQueryBuffer();
        long nanos = glGetQueryObjectui64(query, GL_QUERY_RESULT);
        bindQueryBuffer(buffer);
        return nanos;
    }

    /** What is asked of a query would go into the buffer. */
    private int unbindQueryBuffer() {
        int buffer = hasQueryBuffers ? glGetInteger(ARBQueryBufferObject.GL_QUERY_BUFFER_BINDING) : 0;
        if (buffer != 0) {
            glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, 0);
        }
        return buffer;
    }

    private static void bindQueryBuffer(int buffer) {
        if (buffer != 0) {
            glBindBuffer(ARBQueryBufferObject.GL_QUERY_BUFFER, buffer);
        }
    }

    void delete() {
        glDeleteQueries(query);
        MemoryUtil.nmemFree(labels);
    }
}
