package dev.zonecast.bench;

import static org.lwjgl.glfw.GLFW.*;

import org.lwjgl.opengl.GL;

/** An OpenGL 3.3 context without a window system, for benchmarks; it lasts as long as their process. */
public final class HeadlessContext {
    private HeadlessContext() {}

    /** Makes one that is current on the calling thread. */
    public static void makeCurrent() {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("GLFW's null platform does not start");
        }
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        long window = glfwCreateWindow(64, 64, "bench", 0, 0);
        if (window == 0) {
            throw new IllegalStateException("no OpenGL 3.3 without a window");
        }
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
    }
}
