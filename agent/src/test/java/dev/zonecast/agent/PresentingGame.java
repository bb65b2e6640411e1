package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL11C.*;

import org.lwjgl.opengl.GL;

/** A game with two windows and contexts of GLX on an X server, which knows nothing of Zonecast. */
final class PresentingGame {
    static final int FRAMES = 10;

    private PresentingGame() {}

    public static void main(String[] arguments) {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_NATIVE_CONTEXT_API);
        long first = glfwCreateWindow(64, 64, "game", 0, 0);
        long second = glfwCreateWindow(64, 64, "tools", 0, 0);
        int error = GL_NO_ERROR;
        for (int i = 0; i < FRAMES; i++) {
            error |= frame(first);
            error |= frame(second);
        }
        System.out.println("frames " + FRAMES + ", error " + error);
        glfwDestroyWindow(first);
        glfwDestroyWindow(second);
        glfwTerminate();
    }

    private static int frame(long window) {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glClear(GL_COLOR_BUFFER_BIT);
        glfwSwapBuffers(window);
        return glGetError();
    }
}
