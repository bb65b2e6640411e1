package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL33C.*;

import java.nio.file.Path;
import org.lwjgl.glfw.GLFW.Functions;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.JNI;

/**
 * A program with several windows that knows nothing of Zonecast. The second window shares the first one's objects and capabilities, and is
 * destroyed while the first is current. The first window's context moves to another thread and back. A third window comes after it.
 */
final class PlainWindows {
    static final int TOGETHER = 20;
    static final int ELSEWHERE = 10;
    static final int THIRD = 15;
    static final int DRAWS = 2;
    private static final int SIZE = 64;

    private PlainWindows() {}

    /** What it does, and a file to wait for: both may be absent. */
    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        if (arguments.length > 1) {
            PlainVulkan.await(Path.of(arguments[1]));
        }
        long first = window("game", 0);
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "capabilities" -> capabilitiesEachFrame(first);
            case "capabilities first" -> capabilitiesFirst(first);
            default -> play(first);
        }
    }

    private static void play(long first) throws InterruptedException {
        long second = window("tools", first);
        glfwMakeContextCurrent(first);
        GL.createCapabilities();
        GL.createCapabilities();
        for (int i = 0; i < TOGETHER; i++) {
            frame(first, DRAWS);
            // As libGDX does it: without other capabilities.
            frame(second, 1);
        }
        glfwMakeContextCurrent(first);
        glfwDestroyWindow(second);
        glfwMakeContextCurrent(0);
        GL.setCapabilities(null);
        var elsewhere = new Thread(() -> elsewhere(first));
        elsewhere.start();
        elsewhere.join();
        glfwMakeContextCurrent(first);
        GL.createCapabilities();
        int errors = errors();
        frame(first, DRAWS);
        glfwDestroyWindow(first);
        long third = window("game", 0);
        glfwMakeContextCurrent(third);
        GL.createCapabilities();
        for (int i = 0; i < THIRD; i++) {
            frame(third, DRAWS);
        }
        System.out.println("errors " + (errors + errors()));
        glfwTerminate();
    }

    /** The context is made current by no function of LWJGL's classes, as other libraries do. */
    private static void capabilitiesEachFrame(long window) {
        for (int i = 0; i < TOGETHER; i++) {
            JNI.invokePV(window, Functions.MakeContextCurrent);
            GL.createCapabilities();
            glClear(GL_COLOR_BUFFER_BIT);
            glfwSwapBuffers(window);
        }
        System.out.println("errors " + errors());
        JNI.invokePV(0, Functions.MakeContextCurrent);
        GL.setCapabilities(null);
        glfwTerminate();
    }

    /** LWJGL takes no command any more when the context goes. */
    private static void capabilitiesFirst(long window) {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        for (int i = 0; i < TOGETHER; i++) {
            frame(window, DRAWS);
        }
        System.out.println("errors " + errors());
        GL.setCapabilities(null);
        glfwMakeContextCurrent(0);
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void elsewhere(long window) {
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        for (int i = 0; i < ELSEWHERE; i++) {
            frame(window, DRAWS);
        }
        glfwMakeContextCurrent(0);
        GL.setCapabilities(null);
    }

    private static long window(String title, long shared) {
        return PlainWindow.gl(33, SIZE, SIZE, title, shared);
    }

    private static void frame(long window, int draws) {
        glfwMakeContextCurrent(window);
        glClear(GL_COLOR_BUFFER_BIT);
        for (int i = 0; i < draws; i++) {
            glDrawArrays(GL_POINTS, 0, 0);
        }
        glfwSwapBuffers(window);
        glFinish();
    }

    private static int errors() {
        int errors = 0;
        // In core profiles each draw without a vertex array is an error: the program sees its own, no other.
        for (int error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
            errors += error == GL_INVALID_OPERATION ? 0 : 1;
        }
        return errors;
    }
}
