package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL45.*;

import java.nio.ByteBuffer;
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
 * frame is in constants. Its argument is how many frames it plays; without one it plays as many as each number on its standard input asks for:
 * a number below 0 opens a new window before.
 */
final class PlainGame {
    static final int DRAWS = 7;
    static final int INSTANCES = 8;
    static final int PRIMITIVES = 8;
    private static final int SIZE = 64;
    private static final int BUFFER = 4 << 20;
    private static final int SMALL = 256;

    /** Into a buffer, into two others, of all pixels of a texture twice, and of a line. */
    static final int UPLOAD = BUFFER + 2 * SMALL * Integer.BYTES + 2 * SIZE * SIZE * 4 + SIZE * 4;

    public static void main(String[] arguments) {
        PlainWindow.init();
        var game = new PlainGame();
        if (arguments.length > 0) {
            game.play(Integer.parseInt(arguments[0]));
        } else {
            var commands = new Scanner(System.in, StandardCharsets.UTF_8);
            while (commands.hasNextInt()) {
                int frames = commands.nextInt();
                if (frames < 0) {
                    glfwDestroyWindow(game.window);
                    game = new PlainGame();
                }
                game.play(frames);
            }
        }
        glfwDestroyWindow(game.window);
        glfwTerminate();
    }

    private final long window = PlainWindow.gl(45, SIZE, SIZE, "game", 0);

    private PlainGame() {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        prepare();
    }

    private void play(int frames) {
        for (int i = 0; i < Math.abs(frames); i++) {
            frame();
            glfwSwapBuffers(window);
            glfwPollEvents();
        }
        // What the GPU has not finished when the context goes is dropped.
        glFinish();
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
        glBufferData(GL_ARRAY_BUFFER, new float[BUFFER / Float.BYTES], GL_STREAM_DRAW);
        arrays();
    }

    /** What LWJGL has other native functions for. */
    private void arrays() {
        int buffer = glCreateBuffers();
        glNamedBufferStorage(buffer, new int[SMALL], 0);
        glGetNamedBufferSubData(buffer, 0, new int[SMALL]);
        glDeleteBuffers(buffer);
        int square = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, square);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, new int[SIZE * SIZE]);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, new int[SIZE * SIZE]);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, new int[SIZE * SIZE]);
        glDeleteTextures(square);
        fromPixelBuffer();
        int line = glGenTextures();
        glBindTexture(GL_TEXTURE_1D, line);
        glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        glDeleteTextures(line);
    }

    /** The images lie at offset 0 of a pixel buffer and at another offset. */
    private void fromPixelBuffer() {
        int source = glGenBuffers();
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, source);
        glBufferData(GL_PIXEL_UNPACK_BUFFER, new int[SMALL], GL_STREAM_DRAW);
        int image = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, image);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SMALL / 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, 0L);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SMALL / 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4L);
        glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, SIZE, 4, 0, SIZE * 2, 0L);
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, 4, GL_COMPRESSED_RED_RGTC1, SIZE * 2, 4L);
        glDeleteTextures(image);
        // From here on, images come out of the program's memory.
        glDeleteBuffers(source);
    }

    private final ByteBuffer pixels = MemoryUtil.memAlloc(SIZE * 4);

    private int upload;

    private int upload() {
        if (upload == 0) {
            upload = glGenBuffers();
        }
        return upload;
    }
}
