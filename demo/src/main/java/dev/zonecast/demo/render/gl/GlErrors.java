package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.demo.render.RenderingException;
import java.util.concurrent.atomic.AtomicReference;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.opengl.GLDebugMessageCallback;
import org.lwjgl.opengl.KHRDebug;

/**
 * Turns errors of OpenGL into {@link RenderingException}s: through the callback of KHR_debug where the context is a debug one,
 * else by asking {@code glGetError}.
 */
final class GlErrors implements AutoCloseable {
    /** The first error since the last check; the driver may call from any thread. */
    private final AtomicReference<String> firstError = new AtomicReference<>();

    private final GLDebugMessageCallback callback;

    GlErrors() {
        GLCapabilities capabilities = GL.getCapabilities();
        boolean debugContext =
                capabilities.GL_KHR_debug && (glGetInteger(GL_CONTEXT_FLAGS) & KHRDebug.GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
        if (!debugContext) {
            callback = null;
            return;
        }
        callback = GLDebugMessageCallback.create((_, type, id, _, length, message, _) -> {
            if (type == KHRDebug.GL_DEBUG_TYPE_ERROR) {
                String text = GLDebugMessageCallback.getMessage(length, message);
                firstError.compareAndSet(null, "OpenGL error " + id + ": " + text);
            }
        });
        // Not GL_DEBUG_OUTPUT_SYNCHRONOUS: it would make a threaded driver wait in each call and so change what is
        // measured.
        glEnable(KHRDebug.GL_DEBUG_OUTPUT);
        KHRDebug.glDebugMessageCallback(callback, 0);
    }

    /** @throws RenderingException if there was an error since the last check */
    void check(String during) {
        String error = firstError.getAndSet(null);
        if (callback == null) {
            int code = glGetError();
            error = code == GL_NO_ERROR ? null : "OpenGL error 0x" + Integer.toHexString(code);
        }
        if (error != null) {
            throw new RenderingException(error + " (seen after: " + during + ")");
        }
    }

    @Override
    public void close() {
        if (callback != null) {
            KHRDebug.glDebugMessageCallback(null, 0);
            glDisable(KHRDebug.GL_DEBUG_OUTPUT);
            callback.free();
        }
    }
}
