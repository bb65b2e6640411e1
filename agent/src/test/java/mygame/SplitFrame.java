package mygame;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.Zoned;
import org.lwjgl.opengl.GL;

/** A game whose frame is one pass in two annotated methods. Its argument is how many frames it plays. */
public final class SplitFrame {
    private static final int SIZE = 64;

    private SplitFrame() {}

    public static void main(String[] arguments) {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_NULL);
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        long window = glfwCreateWindow(SIZE, SIZE, "game", 0, 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            first();
            second();
            glfwSwapBuffers(window);
        }
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    @Zoned
    private static void first() {
        glClear(GL_COLOR_BUFFER_BIT);
    }

    @Zoned
    private static void second() {
        glClear(GL_DEPTH_BUFFER_BIT);
    }
}
