package dev.zonecast.demo.render.gl;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.system.MemoryUtil.NULL;

import dev.zonecast.demo.render.FrameSize;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.glfw.GLFWErrorCallback;
import org.lwjgl.system.Callback;
import org.lwjgl.system.Platform;

/** A context made by GLFW: a window, a hidden window, or none at all on GLFW's null platform. */
final class GlfwContext implements GlContext {
    private final ContextKind kind;
    private final long window;

    private GlfwContext(ContextKind kind, long window) {
        this.kind = kind;
        this.window = window;
    }

    /** Must be called on the main thread. */
    static GlfwContext open(ContextKind kind, FrameSize size, String title) throws GlContextException {
        List<String> errors = new ArrayList<>();
        release(glfwSetErrorCallback(GLFWErrorCallback.create(
                (_, description) -> errors.add(GLFWErrorCallback.getDescription(description)))));
        try {
            return create(kind, size, title);
        } catch (GlContextException e) {
            glfwTerminate();
            throw errors.isEmpty()
                    ? e
                    : new GlContextException(e.getMessage() + " (" + String.join(", ", errors) + ")");
        } finally {
            release(glfwSetErrorCallback(null));
        }
    }

    private static GlfwContext create(ContextKind kind, FrameSize size, String title) throws GlContextException {
        glfwInitHint(GLFW_PLATFORM, kind == ContextKind.GLFW_NULL ? GLFW_PLATFORM_NULL : GLFW_ANY_PLATFORM);
        if (!glfwInit()) {
            throw new GlContextException("GLFW does not start");
        }
        setHints(kind);
        long window = glfwCreateWindow(size.width(), size.height(), title, NULL, NULL);
        if (window == NULL) {
            throw new GlContextException("GLFW creates no context");
        }
        glfwMakeContextCurrent(window);
        if (glfwGetCurrentContext() != window) {
            throw new GlContextException("GLFW's context cannot be made current");
        }
        GlfwContext context = new GlfwContext(kind, window);
        context.prepareWindow();
        return context;
    }

    private static void setHints(ContextKind kind) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_CONTEXT_DEBUG, Platform.get() == Platform.MACOSX ? GLFW_FALSE : GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, kind == ContextKind.WINDOW ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
        // Frames are drawn into targets of our own and copied, so that the window needs neither depth nor stencil.
        glfwWindowHint(GLFW_DEPTH_BITS, 0);
        glfwWindowHint(GLFW_STENCIL_BITS, 0);
        if (kind == ContextKind.GLFW_NULL) {
            glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        }
    }

    private void prepareWindow() {
        if (!hasWindow()) {
            return;
        }
        glfwSwapInterval(1);
        glfwSetKeyCallback(window, (handle, key, _, action, _) -> {
            if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS) {
                glfwSetWindowShouldClose(handle, true);
            }
        });
    }

    private static void release(Callback callback) {
        if (callback != null) {
            callback.free();
        }
    }

    @Override
    public String description() {
        return kind.description();
    }

    @Override
    public boolean hasWindow() {
        return kind == ContextKind.WINDOW;
    }

    @Override
    public int[] windowSize() {
        int[] width = new int[1];
        int[] height = new int[1];
        if (hasWindow()) {
            glfwGetFramebufferSize(window, width, height);
        }
        return new int[] {width[0], height[0]};
    }

    @Override
    public void swap() {
        if (hasWindow()) {
            glfwSwapBuffers(window);
        }
    }

    @Override
    public boolean closeRequested() {
        glfwPollEvents();
        return glfwWindowShouldClose(window);
    }

    @Override
    public void close() {
        org.lwjgl.glfw.Callbacks.glfwFreeCallbacks(window);
        glfwMakeContextCurrent(NULL);
        glfwDestroyWindow(window);
        glfwTerminate();
    }
}
