package dev.zonecast.gpu.gl;

import dev.zonecast.core.system.MemoryFigures;
import org.lwjgl.opengl.GL;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GLCapabilities;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** What a driver says of its memory: NVX_gpu_memory_info, or ATI_meminfo. */
final class DriverMemory {
    private static final int[] NVX = {0x9047, 0x9049, 0x904B};
    private static final String[] NVX_NAMES = {"size", "free", "evicted"};
    private static final int[] ATI = {0x87FB, 0x87FC, 0x87FD};
    private static final String[] ATI_NAMES = {"free for buffers", "free for textures", "free for renderbuffers"};
    private static final int[] NEITHER = {};

    /** ATI_meminfo writes as many numbers, of which the first is the free memory. */
    private static final int WORDS = 4;

    private static final long KIB = 1024;

    /** No driver answers it. */
    private static final int UNANSWERED = Integer.MIN_VALUE;

    private final String name;
    private int[] asked;
    private MemoryFigures figures;

    DriverMemory(String name) {
        this.name = name;
    }

    synchronized void record() {
        GLCapabilities current = current();
        if (current == null) {
            return;
        }
        if (figures == null) {
            open(current);
        }
        if (!figures.isDue()) {
            return;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long words = stack.ncalloc(Integer.BYTES, WORDS, Integer.BYTES);
            for (int i = 0; i < asked.length; i++) {
                MemoryUtil.memPutInt(words, UNANSWERED);
                GL11C.nglGetIntegerv(asked[i], words);
                if (MemoryUtil.memGetInt(words) == UNANSWERED) {
                    figures.fail();
                    return;
                }
                figures.set(i, KIB * Integer.toUnsignedLong(MemoryUtil.memGetInt(words)));
            }
        }
    }

    private static GLCapabilities current() {
        try {
            return GL.getCapabilities();
        } catch (IllegalStateException | LinkageError e) {
            // No context of OpenGL is current here.
            return null;
        }
    }

    private void open(GLCapabilities of) {
        boolean hasNvx = of.GL_NVX_gpu_memory_info;
        asked = hasNvx ? NVX : of.GL_ATI_meminfo ? ATI : NEITHER;
        String[] names = new String[asked.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = name + " memory: " + (hasNvx ? NVX_NAMES : ATI_NAMES)[i];
        }
        figures = new MemoryFigures(hasNvx ? "GL_NVX_gpu_memory_info" : "GL_ATI_meminfo", names);
    }
}
