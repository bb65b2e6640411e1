package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import org.lwjgl.opengl.GL;

/**
 * A game with OpenGL that loses its context in the midst of its frames, and goes on with another. Knows nothing of Zonecast. Arguments:
 * "reset" or "destroyed", frames of each context.
 */
final class LostGame {
    private static final int SIZE = 64;

    private LostGame() {}

    public static void main(String[] arguments) throws Exception {
        int frames = Integer.parseInt(arguments[1]);
        LosableDriver.install();
        PlainWindow.init();
        long window = open();
        play(window, frames);
        int error = glGetError();
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "never popped");
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 2, "inner");
        glClear(GL_COLOR_BUFFER_BIT);
        if (arguments[0].equals("reset")) {
            LosableDriver.lose();
            play(window, frames);
            if (glGetGraphicsResetStatus() == GL_NO_ERROR || glGetError() != GL_CONTEXT_LOST) {
                throw new IllegalStateException("the context is not lost");
            }
        }
        glfwDestroyWindow(window);
        LosableDriver.restore();
        long next = open();
        play(next, frames);
        System.out.println("frames " + frames + ", error " + (error | glGetError()));
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
        glfwDestroyWindow(next);
        glfwTerminate();
    }

    private static long open() {
        long window = PlainWindow.robustGl(45, SIZE, SIZE, "game");
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        return window;
    }

    private static void play(long window, int frames) {
        for (int i = 0; i < frames; i++) {
            glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "main pass");
            glClear(GL_COLOR_BUFFER_BIT);
            glPopDebugGroup();
            glfwSwapBuffers(window);
            glFinish();
        }
    }
}
