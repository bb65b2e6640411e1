package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL11.*;
import static org.lwjgl.opengl.GL13C.glCompressedTexImage2D;
import static org.lwjgl.opengl.GL30C.GL_COMPRESSED_RED_RGTC1;

import java.nio.ByteBuffer;
import org.lwjgl.opengl.GL;

/** Compiles display lists before, in and across its frames, and calls one in each. It knows nothing of Zonecast. */
final class ListGame {
    static final int FRAMES = 60;
    private static final int SIZE = 64;
    private static final int COMPRESSED_SIZE = 2048;

    private ListGame() {}

    public static void main(String[] arguments) throws InterruptedException {
        PlainWindow.init();
        long window = PlainWindow.oldGl(SIZE, SIZE, "lists");
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glBindTexture(GL_TEXTURE_2D, glGenTextures());
        glCompressedTexImage2D(
                GL_TEXTURE_2D,
                0,
                GL_COMPRESSED_RED_RGTC1,
                COMPRESSED_SIZE,
                COMPRESSED_SIZE,
                0,
                ByteBuffer.allocateDirect(COMPRESSED_SIZE * COMPRESSED_SIZE / 2));
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, ByteBuffer.allocateDirect(64));
        int lists = glGenLists(2);
        // A context without a swap takes what it has each 20 ms.
        compile(lists, 30, () -> {});
        for (int i = 0; i < FRAMES; i++) {
            glClear(GL_COLOR_BUFFER_BIT);
            glCallList(lists);
            if (i == FRAMES / 2) {
                // Not called: what gets into it never runs.
                compile(lists + 1, 0, () -> {});
            }
            if (i == FRAMES / 3) {
                compile(lists + 1, 0, () -> glfwSwapBuffers(window));
            } else {
                glfwSwapBuffers(window);
            }
            glFinish();
        }
        System.out.println("error " + glGetError());
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void compile(int list, long pauseMillis, Runnable beforeItsEnd) throws InterruptedException {
        glNewList(list, GL_COMPILE);
        for (int i = 0; i < 3; i++) {
            Thread.sleep(pauseMillis);
            glBegin(GL_TRIANGLES);
            glVertex2f(0, 0);
            glVertex2f(1, 0);
            glVertex2f(0, 1);
            glEnd();
        }
        beforeItsEnd.run();
        glEndList();
    }
}
