package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45C.*;

import java.nio.file.Path;
import org.lwjgl.opengl.GL;

/** Draws into a framebuffer only, and shows nothing. It knows nothing of Zonecast. */
final class OffscreenGame {
    private static final int SIZE = 64;
    static final int ROUNDS = 20;

    /** Between a draw with an upload after it and the next pass. */
    static final int PAUSE_MILLIS = 25;

    private OffscreenGame() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        PlainVulkan.await(Path.of(arguments[0]));
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glBindVertexArray(glGenVertexArrays());
        int target = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        glObjectLabel(GL_FRAMEBUFFER, target, "target");
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers());
        int program = program();
        for (int i = 0; i < ROUNDS; i++) {
            glUseProgram(program);
            glDrawArrays(GL_POINTS, 0, 1);
            glBufferData(GL_ARRAY_BUFFER, new int[1], GL_STREAM_DRAW);
            glFinish();
            Thread.sleep(PAUSE_MILLIS);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glClear(GL_COLOR_BUFFER_BIT);
            glBindFramebuffer(GL_FRAMEBUFFER, target);
        }
        // Ends the last pass and finishes it: what the GPU has not finished when the context goes is dropped.
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "end");
        glPopDebugGroup();
        glFinish();
        System.out.println("error " + glGetError());
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static int program() {
        int program = glCreateProgram();
        int shader = glCreateShader(GL_VERTEX_SHADER);
        glShaderSource(shader, "#version 330\nvoid main() { gl_Position = vec4(0); }");
        glCompileShader(shader);
        glAttachShader(program, shader);
        glLinkProgram(program);
        return program;
    }
}
