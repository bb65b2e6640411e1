package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.lwjgl.opengl.GL;

/**
 * A game that plays without a pause until its standard input ends. It knows nothing of Zonecast. To each number on its standard input it
 * answers when it has played so many frames more.
 */
final class EndlessGame {
    private static final int SIZE = 64;
    private static final int CLEARS = 1_000;
    private static final int END = -1;

    private EndlessGame() {}

    public static void main(String[] arguments) {
        BlockingQueue<Integer> commands = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().start(() -> {
            var in = new Scanner(System.in, StandardCharsets.UTF_8);
            while (in.hasNextInt()) {
                commands.add(in.nextInt());
            }
            commands.add(END);
        });
        PlainWindow.init();
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        Integer asked = null;
        int left = 0;
        while (asked == null || asked != END) {
            frame();
            glfwSwapBuffers(window);
            if (asked != null && --left == 0) {
                System.out.println("frames " + asked + ", error " + glGetError());
                asked = null;
            }
            if (asked == null) {
                asked = commands.poll();
                left = asked == null ? 0 : asked;
            }
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void frame() {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "frame");
        // Most of the time is spent here.
        for (int i = 0; i < CLEARS; i++) {
            glClear(GL_COLOR_BUFFER_BIT);
        }
        glFinish();
        glPopDebugGroup();
    }
}
