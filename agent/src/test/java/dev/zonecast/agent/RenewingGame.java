package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL30.*;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import mygame.Step;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.KHRDebug;

/**
 * A game that knows nothing of Zonecast. Each frame has a pass into a framebuffer, and one to the screen; it plays as many as each number on
 * its standard input asks for.
 */
final class RenewingGame {
    /** Makes the framebuffer anew, without a label. */
    static final int RENEW = -1;

    /** Clears the framebuffer, makes it anew with a label, and clears that. */
    static final int CLEAR_BOTH = -5;

    /** Labels the framebuffer. */
    static final int LABEL = -4;

    static final int BEGIN_LIST = -2;
    static final int END_LIST = -3;
    static final String NAME = "labelled";
    private static final int SIZE = 64;

    /** Its number, which old versions of OpenGL let the program choose. */
    static final int FRAMEBUFFER = 7;

    private RenewingGame() {}

    public static void main(String[] arguments) {
        PlainWindow.init();
        long window = PlainWindow.oldGl(SIZE, SIZE, "game");
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        attach();
        var commands = new Scanner(System.in, StandardCharsets.UTF_8);
        while (commands.hasNextInt()) {
            int command = commands.nextInt();
            play(command, window);
            System.out.println("frames " + command + ", error " + glGetError());
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    /** A method of its own: the agent hooks it when it comes. */
    private static void play(int command, long window) {
        switch (command) {
            case RENEW -> renew();
            case LABEL -> label();
            case CLEAR_BOTH -> {
                glBindFramebuffer(GL_FRAMEBUFFER, FRAMEBUFFER);
                glClear(GL_COLOR_BUFFER_BIT);
                renew();
                label();
                glClear(GL_COLOR_BUFFER_BIT);
            }
            case BEGIN_LIST -> glNewList(1, GL_COMPILE);
            case END_LIST -> glEndList();
            default -> {
                for (int i = 0; i < command; i++) {
                    Step.run(RenewingGame::frame);
                    glfwSwapBuffers(window);
                    // The agent reads a frame's zones at the next swap, and drops what is unfinished when the context
                    // goes.
                    glFinish();
                }
            }
        }
    }

    private static void attach() {
        int texture = glGenTextures();
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, (int[]) null);
        glBindFramebuffer(GL_FRAMEBUFFER, FRAMEBUFFER);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    }

    private static void label() {
        KHRDebug.glObjectLabel(GL_FRAMEBUFFER, FRAMEBUFFER, NAME);
    }

    private static void renew() {
        glDeleteFramebuffers(FRAMEBUFFER);
        attach();
    }

    private static void frame() {
        glBindFramebuffer(GL_FRAMEBUFFER, FRAMEBUFFER);
        glClear(GL_COLOR_BUFFER_BIT);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
}
