package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lwjgl.opengl.GL;

/** Labels a texture in one context, and draws into it in another one that shares it. It knows nothing of Zonecast. */
final class SharedGame {
    static final int FRAMES = 5;
    private static final int SIZE = 64;

    private SharedGame() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        PlainVulkan.await(Path.of(arguments[0]));
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        long loader = PlainWindow.gl(45, SIZE, SIZE, "loader", window);
        enter(loader);
        int texture = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, (ByteBuffer) null);
        // Framebuffers are not shared.
        glObjectLabel(GL_FRAMEBUFFER, glCreateFramebuffers(), "the loader's");
        label(texture, "loaded");
        enter(window);
        int target = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
        play(window, target);
        enter(loader);
        label(texture, "streamed");
        enter(window);
        play(window, target);
        int error = glGetError();
        glfwDestroyWindow(loader);
        glfwDestroyWindow(window);
        glfwTerminate();
        System.out.println("error " + error);
    }

    private static void enter(long window) {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
    }

    private static void label(int texture, String label) {
        glObjectLabel(GL_TEXTURE, texture, label);
        glFinish();
    }

    private static void play(long window, int target) {
        for (int i = 0; i < FRAMES; i++) {
            glBindFramebuffer(GL_FRAMEBUFFER, target);
            glClear(GL_COLOR_BUFFER_BIT);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glClear(GL_COLOR_BUFFER_BIT);
            glfwSwapBuffers(window);
        }
        glFinish();
    }
}
