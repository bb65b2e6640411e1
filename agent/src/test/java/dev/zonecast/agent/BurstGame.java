package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opengl.GL;
import org.lwjgl.system.MemoryUtil;

/** A game that allocates little in each frame, many blocks in one, and a large block in another. */
final class BurstGame {
    static final int USUAL = 2;
    static final int USUAL_BYTES = 64;
    static final int MANY = 5_000;
    static final int LARGE_BYTES = 3 << 20;

    private BurstGame() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        PlainWindow.init();
        long window = PlainWindow.gl(33, 64, 64, "game", 0);
        PlainVulkan.await(Path.of(arguments[0]));
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        for (int frame = 0; frame < 60; frame++) {
            allocate(USUAL, USUAL_BYTES);
            if (frame == 30) {
                allocate(MANY, 16);
            } else if (frame == 45) {
                allocate(1, LARGE_BYTES);
            }
            glfwSwapBuffers(window);
        }
        glfwDestroyWindow(window);
        glfwTerminate();
    }

    private static void allocate(int blocks, int bytes) {
        List<ByteBuffer> all = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            all.add(i % 2 == 0 ? MemoryUtil.memAlloc(bytes) : MemoryUtil.memCalloc(bytes));
        }
        all.forEach(MemoryUtil::memFree);
    }
}
