package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.lwjgl.opengl.GL;

/**
 * A game that pauses in the midst of a frame, until a number on its standard input says how many frames it plays before the next pause. It
 * knows nothing of Zonecast.
 */
final class PausedGame {
    private static final int SIZE = 64;

    private PausedGame() {}

    public static void main(String[] arguments) {
        PlainWindow.init();
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        var commands = new Scanner(System.in, StandardCharsets.UTF_8);
        begin();
        while (commands.hasNextInt()) {
            int frames = commands.nextInt();
            for (int i = 0; i < frames; i++) {
                glPopDebugGroup();
                glfwSwapBuffers(window);
                begin();
            }
            System.out.println("frames " + frames + ", error " + glGetError());
        }
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void begin() {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "frame");
        glClear(GL_COLOR_BUFFER_BIT);
    }
}
