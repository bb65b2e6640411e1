package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45.*;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.opengl.GL46C;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * A game that knows nothing of Zonecast: a depth pass, a labelled pass in a group, the screen; draws through seven overloads. What it does a
 * frame is in constants. Its argument is how many frames it plays; without one it plays as many as each number on its standard input asks for.
 */
final class PlainGame {
    static final int DRAWS = 7;
    static final int INSTANCES = 8;
    static final int PRIMITIVES = 8;
    static final int UPLOAD = 4 << 20;
    private static final int SIZE = 64;

    private PlainGame() {}

    public static void main(String[] arguments) {
        PlainWindow.init();
        long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        var game = new PlainGame();
        game.prepare();
        if (arguments.length > 0) {
            game.play(window, Integer.parseInt(arguments[0]));
        } else {
            var commands = new Scanner(System.in, StandardCharsets.UTF_8);
            while (commands.hasNextInt()) {
                game.play(window, commands.nextInt());
            }
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private void play(long window, int frames) {
        for (int i = 0; i < frames; i++) {
            frame();
            glfwSwapBuffers(window);
            glfwPollEvents();
        }
        System.out.println("frames " + frames + ", error " + glGetError());
    }

    private int depth;
    private int colour;
    private final IntBuffer indices =
            MemoryUtil.memAllocInt(3).put(0, 0).put(1, 1).put(2, 2);

    private void prepare() {
        int program = glCreateProgram();
        shader(program, GL_VERTEX_SHADER, "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID, 0, 0, 1); }");
        shader(program, GL_FRAGMENT_SHADER, "#version 330\nout vec4 color; void main() { color = vec4(1); }");
        glLinkProgram(program);
        glUseProgram(program);
        glBindVertexArray(glGenVertexArrays());
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, glGenBuffers());
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices, GL_STATIC_DRAW);
        depth = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, depth);
        int texture = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SIZE, SIZE, 0, GL_DEPTH_COMPONENT, GL_FLOAT, (FloatBuffer)
                null);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
        colour = glGenFramebuffers();
        glBindFramebuffer(GL_FRAMEBUFFER, colour);
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        glObjectLabel(GL_FRAMEBUFFER, colour, "lit scene");
    }

    private static void shader(int program, int kind, String source) {
        int shader = glCreateShader(kind);
        glShaderSource(shader, source);
        glCompileShader(shader);
        if (glGetShaderi(shader, GL_COMPILE_STATUS) == 0) {
            throw new IllegalStateException(glGetShaderInfoLog(shader));
        }
        glAttachShader(program, shader);
    }

    private void frame() {
        glViewport(0, 0, SIZE, SIZE);
        glBindFramebuffer(GL_FRAMEBUFFER, depth);
        glClear(GL_DEPTH_BUFFER_BIT);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        GL46C.glDrawArrays(GL_TRIANGLES, 0, 3);

        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, "main pass");
        GL33C.glBindFramebuffer(GL_FRAMEBUFFER, colour);
        glClear(GL_COLOR_BUFFER_BIT);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, 0);
        glPopDebugGroup();

        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDrawRangeElements(GL_TRIANGLES, 0, 2, 3, GL_UNSIGNED_INT, 0);
        glDrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_INT, 0L, 0);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            GL46C.glMultiDrawArrays(GL_TRIANGLES, stack.ints(0), stack.ints(3));
            glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, stack.malloc(4));
        }
        glBindBuffer(GL_ARRAY_BUFFER, upload());
        glBufferData(GL_ARRAY_BUFFER, new float[UPLOAD / Float.BYTES], GL_STREAM_DRAW);
    }

    private int upload;

    private int upload() {
        if (upload == 0) {
            upload = glGenBuffers();
        }
        return upload;
    }
}
