package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.nio.file.Path;
import org.lwjgl.opengl.GL;

/**
 * Shows a picture and then only draws, as a game whose window is hidden. It ends without destroying its context. It knows nothing of
 * Zonecast.
 */
final class HiddenGame {
    /** More than the agent lets pass without asking for the time. */
    private static final int COMMANDS = 5_000;

    /** Longer than the agent waits for a swap. */
    private static final long PAUSE_MILLIS = FrameCounters.LONGEST_FRAME_NANOS / 1_000_000 + 1;

    private HiddenGame() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        PlainVulkan.await(Path.of(arguments[0]));
        long window = PlainWindow.gl(45, 64, 64, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glClear(GL_COLOR_BUFFER_BIT);
        glfwSwapBuffers(window);
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "hidden");
        glClear(GL_COLOR_BUFFER_BIT);
        glPopDebugGroup();
        glFinish();
        Thread.sleep(PAUSE_MILLIS);
        for (int i = 0; i < COMMANDS; i++) {
            glEnable(GL_SCISSOR_TEST);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        System.out.println("error " + glGetError());
    }
}
