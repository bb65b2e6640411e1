package dev.zonecast.agent;

import java.nio.ByteBuffer;
import org.lwjgl.system.MemoryUtil;

/** Allocates memory by LWJGL, and knows nothing of Zonecast. */
final class MemoryProgram {
    static final int FREED = 123_457;
    static final int GROWN = 777_777;
    static final int KEPT = 31_337;

    private MemoryProgram() {}

    public static void main(String[] arguments) {
        ByteBuffer freed = MemoryUtil.memAlloc(FREED);
        ByteBuffer kept = MemoryUtil.memCalloc(KEPT);
        ByteBuffer grown = MemoryUtil.memRealloc(MemoryUtil.memAlloc(1), GROWN);
        MemoryUtil.memFree(freed);
        System.out.println("kept " + (kept.capacity() + grown.capacity()));
    }
}
