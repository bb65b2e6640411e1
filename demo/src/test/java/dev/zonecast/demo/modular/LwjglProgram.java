package dev.zonecast.demo.modular;

import dev.zonecast.lwjgl.LwjglMemory;
import org.lwjgl.system.MemoryUtil;

/** LWJGL's memory. */
public final class LwjglProgram {
    private LwjglProgram() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        boolean installed = LwjglMemory.install();
        MemoryUtil.memFree(MemoryUtil.memAlloc(16));
        System.out.println("installed: " + installed);
    }
}
