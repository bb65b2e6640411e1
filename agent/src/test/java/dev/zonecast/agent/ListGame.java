package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL11.*;

import java.nio.ByteBuffer;
import org.lwjgl.opengl.GL;

/** Compiles display lists before and between its frames, and calls one in each. It knows nothing of Zonecast. */
final class ListGame {
    static final int FRAMES = 60;
    private static final int SIZE = 64;

    private ListGame() {}

    public static void main(String[] arguments) {
        PlainWindow.init();
        long window = PlainWindow.oldGl(SIZE, SIZE, "lists");
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glBindTexture(GL_TEXTURE_2D, glGenTextures());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, ByteBuffer.allocateDirect(64));
        int lists = glGenLists(2);
        compile(lists);
        for (int i = 0; i < FRAMES; i++) {
            glClear(GL_COLOR_BUFFER_BIT);
            glCallList(lists);
            if (i == FRAMES / 2) {
                // Not called: what gets into it never runs.
                compile(lists + 1);
            }
            glfwSwapBuffers(window);
            glFinish();
        }
        System.out.println("error " + glGetError());
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void compile(int list) {
        glNewList(list, GL_COMPILE);
        for (int i = 0; i < 3; i++) {
            glBegin(GL_TRIANGLES);
            glVertex2f(0, 0);
            glVertex2f(1, 0);
            glVertex2f(0, 1);
            glEnd();
        }
        glEndList();
    }
}
