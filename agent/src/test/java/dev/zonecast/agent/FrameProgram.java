package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.lwjgl.opengl.GL;

/**
 * Shows frames of one colour each, and knows nothing of Zonecast. Its arguments: how many frames, which of them is slow (-1: none), and how many
 * milliseconds that one takes; optionally a folder: the program waits at its end until a file of the slow frame or later is there and its
 * writer rests.
 */
final class FrameProgram {
    static final int WIDTH = 64;
    static final int HEIGHT = 32;

    private FrameProgram() {}

    /** Of a frame, as 0xRRGGBB: red, green, blue, and again. */
    static int color(long frame) {
        return 0xFF0000 >> (8 * (frame % 3));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int frames = Integer.parseInt(arguments[0]);
        int slow = Integer.parseInt(arguments[1]);
        PlainWindow.init();
        long window = PlainWindow.gl(33, WIDTH, HEIGHT, "colours", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        int small = smallFramebuffer();
        int filesBefore = 0;
        for (int i = 0; i < frames; i++) {
            if (i == slow && arguments.length > 3) {
                filesBefore = files(Path.of(arguments[3]));
            }
            // Another size and another colour than the screen's.
            glBindFramebuffer(GL_FRAMEBUFFER, small);
            glViewport(0, 0, 200, 200);
            glClearColor(1, 1, 1, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glViewport(0, 0, WIDTH, HEIGHT);
            int color = color(i);
            glClearColor((color >> 16 & 255) / 255f, (color >> 8 & 255) / 255f, (color & 255) / 255f, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            Thread.sleep(i == slow ? Long.parseLong(arguments[2]) : 2);
            glfwSwapBuffers(window);
        }
        System.out.println("frames " + frames + ", error " + glGetError());
        while (arguments.length > 3 && !hasMore(Path.of(arguments[3]), filesBefore)) {
            Thread.sleep(10);
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static boolean hasMore(Path folder, int before) throws IOException {
        return files(folder) > before
                && Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("zonecast-snapshot")
                                && thread.getState() != Thread.State.TIMED_WAITING);
    }

    private static int files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return (int) files.count();
        }
    }

    private static int smallFramebuffer() {
        int framebuffer = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        return framebuffer;
    }
}
