package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengles.GLES30.*;

import java.nio.IntBuffer;
import org.lwjgl.opengles.EXTInstancedArrays;
import org.lwjgl.opengles.GLES;
import org.lwjgl.opengles.GLES20;
import org.lwjgl.opengles.KHRDebug;
import org.lwjgl.system.MemoryStack;

/** A game with OpenGL ES that knows nothing of Zonecast: a labelled framebuffer in a group, the screen; draws of core and of an extension. */
final class PlainEsGame {
    static final int DRAWS = 4;
    static final int INSTANCES = 6;
    private static final int SIZE = 64;

    public static void main(String[] arguments) {
        int frames = Integer.parseInt(arguments[0]);
        PlainWindow.init();
        long window = PlainWindow.es(30, SIZE, SIZE, "game");
        glfwMakeContextCurrent(window);
        GLES.createCapabilities();
        var game = new PlainEsGame();
        for (int i = 0; i < frames; i++) {
            game.frame();
            glfwSwapBuffers(window);
        }
        System.out.println("frames " + frames + ", error " + glGetError());
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    /** In OpenGL ES a program chooses numbers itself. */
    private static final int CHOSEN = 77;

    private final int target = glGenFramebuffers();
    private final int other = glGenFramebuffers();

    private PlainEsGame() {
        int program = glCreateProgram();
        shader(program, GL_VERTEX_SHADER, "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID, 0, 0, 1); }");
        shader(
                program,
                GL_FRAGMENT_SHADER,
                "#version 300 es\nprecision lowp float; out vec4 color; void main() { color = vec4(1); }");
        glLinkProgram(program);
        glUseProgram(program);
        glBindVertexArray(glGenVertexArrays());
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        int buffer = glGenRenderbuffers();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        KHRDebug.glObjectLabelKHR(GL_FRAMEBUFFER, target, "lit scene");
        glBindRenderbuffer(GL_RENDERBUFFER, CHOSEN);
        KHRDebug.glObjectLabelKHR(GL_RENDERBUFFER, CHOSEN, "gone");
        glDeleteRenderbuffers(CHOSEN);
        glBindRenderbuffer(GL_RENDERBUFFER, CHOSEN);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
        glBindFramebuffer(GL_FRAMEBUFFER, other);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, CHOSEN);
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
        KHRDebug.glPushDebugGroupKHR(KHRDebug.GL_DEBUG_SOURCE_APPLICATION_KHR, 1, "main pass");
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glClear(GL_COLOR_BUFFER_BIT);
        GLES20.glDrawArrays(GL_TRIANGLES, 0, 3);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
        KHRDebug.glPopDebugGroupKHR();
        glBindFramebuffer(GL_FRAMEBUFFER, other);
        glClear(GL_COLOR_BUFFER_BIT);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer indices = stack.ints(0, 1, 2);
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffer(indices));
            glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, 0);
            EXTInstancedArrays.glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, 2);
        }
    }

    private int indexBuffer;

    private int indexBuffer(IntBuffer indices) {
        if (indexBuffer == 0) {
            indexBuffer = glGenBuffers();
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffer);
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices, GL_STATIC_DRAW);
        }
        return indexBuffer;
    }
}
