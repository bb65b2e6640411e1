package dev.zonecast.demo.render.gl;

import dev.zonecast.demo.render.FrameSize;
import dev.zonecast.demo.render.GraphicsUnavailableException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Library;

/** Opens the first context of a list of kinds that works here, at least OpenGL 3.3 core, made current on the calling thread. */
final class GlContexts {
    private GlContexts() {}

    /** @throws GraphicsUnavailableException with one reason for each kind, if none works */
    static GlContext open(List<ContextKind> kinds, FrameSize size, String title) throws GraphicsUnavailableException {
        muteLoader();
        try {
            // First of all, on its own: a failure inside the calls below would come wrapped in a way that differs by
            // call.
            Library.initialize();
        } catch (LinkageError e) {
            throw new GraphicsUnavailableException(
                    "no OpenGL", List.of("LWJGL has no library for this platform: " + firstLine(e)));
        }
        List<String> reasons = new ArrayList<>();
        for (ContextKind kind : kinds) {
            try {
                return openOne(kind, size, title);
            } catch (GlContextException e) {
                reasons.add(kind.description() + ": " + e.getMessage());
            } catch (NoClassDefFoundError _) {
                // What the JVM throws when a class of LWJGL is asked for again that did not find its library before.
                reasons.add(kind.description() + ": needs the same library");
            } catch (LinkageError e) {
                reasons.add(kind.description() + ": " + firstLine(e));
            }
        }
        throw new GraphicsUnavailableException("no OpenGL 3.3 context", reasons);
    }

    /** LWJGL prints advice for its users' programmers when a library is missing; here that is one reason of several. */
    private static void muteLoader() {
        if (!Configuration.DEBUG.get(false)) {
            Configuration.DEBUG_STREAM.set(
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        }
    }

    private static GlContext openOne(ContextKind kind, FrameSize size, String title) throws GlContextException {
        // With EGL the functions come from eglGetProcAddress, so that libGL (and X11 with it) need not be there.
        Configuration.OPENGL_CONTEXT_API.set(kind.usesEgl() ? "EGL" : null);
        GlContext context = switch (kind) {
            case EGL_DEVICE, EGL_SURFACELESS -> EglContext.open(kind);
            case WINDOW, GLFW_NULL, HIDDEN_WINDOW -> GlfwContext.open(kind, size, title);
        };
        try {
            if (!GL.createCapabilities(true).OpenGL33) {
                throw new GlContextException("the context is older than OpenGL 3.3");
            }
            return context;
        } catch (GlContextException | RuntimeException | LinkageError e) {
            context.close();
            if (e instanceof IllegalStateException) {
                throw new GlContextException(firstLine(e));
            }
            throw e;
        }
    }

    private static String firstLine(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.lines().findFirst().orElse(message);
    }
}
