package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;

/** Windows with contexts of OpenGL that need no screen, of programs that know nothing of Zonecast. */
final class PlainWindow {
    private PlainWindow() {}

    static void init() {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
    }

    /** @param version of OpenGL's core profile, as 45 for 4.5 */
    static long gl(int version, int width, int height, String title, long shared) {
        hints(version);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        return open(width, height, title, shared);
    }

    /** A reset of the GPU loses its context. */
    static long robustGl(int version, int width, int height, String title) {
        hints(version);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
        return open(width, height, title, 0);
    }

    /** With the functions of old programs. */
    static long oldGl(int width, int height, String title) {
        hints(30);
        return open(width, height, title, 0);
    }

    static long es(int version, int width, int height, String title) {
        hints(version);
        glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
        return open(width, height, title, 0);
    }

    private static void hints(int version) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
    }

    private static long open(int width, int height, String title, long shared) {
        long window = glfwCreateWindow(width, height, title, 0, shared);
        if (window == 0) {
            throw new IllegalStateException("no window");
        }
        return window;
    }
}
