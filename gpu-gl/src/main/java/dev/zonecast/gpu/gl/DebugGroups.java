package dev.zonecast.gpu.gl;

import dev.zonecast.core.SourceLocation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;

/**
 * Debug groups with the names of zones (KHR_debug). A name is encoded once; after that a group costs no allocation.
 *
 * <p>Never more groups than the driver's stack takes, the program's own included: the error that a full stack raises would be found
 * by the program.
 */
final class DebugGroups {
    private final GlFunctions gl;
    private final int maxDepth;
    private final int maxBytes;

    // By source location.
    private long[] texts = new long[64];
    private int[] lengths = new int[64];

    /** For each zone that is open: did it open a group? */
    private boolean[] opened = new boolean[64];

    private int depth;

    DebugGroups(GlFunctions gl) {
        this.gl = gl;
        this.maxDepth = gl.integer(GlFunctions.MAX_DEBUG_GROUP_STACK_DEPTH);
        // The length has to be less than the limit.
        this.maxBytes = gl.integer(GlFunctions.MAX_DEBUG_MESSAGE_LENGTH) - 1;
    }

    void push(SourceLocation location) {
        if (depth == opened.length) {
            opened = Arrays.copyOf(opened, depth * 2);
        }
        boolean opens = gl.integer(GlFunctions.DEBUG_GROUP_STACK_DEPTH) < maxDepth;
        if (opens) {
            int id = location.id();
            if (id >= texts.length || texts[id] == 0) {
                encode(location);
            }
            gl.pushDebugGroup(id, lengths[id], texts[id]);
        }
        opened[depth++] = opens;
    }

    void pop() {
        if (opened[--depth]) {
            gl.popDebugGroup();
        }
    }

    private void encode(SourceLocation location) {
        int id = location.id();
        if (id >= texts.length) {
            int larger = Math.max(id + 1, texts.length * 2);
            texts = Arrays.copyOf(texts, larger);
            lengths = Arrays.copyOf(lengths, larger);
        }
        byte[] utf8 = location.displayName().getBytes(StandardCharsets.UTF_8);
        int length = utf8.length;
        if (length > maxBytes) {
            length = maxBytes;
            while (length > 0 && (utf8[length] & 0xC0) == 0x80) {
                length--;
            }
        }
        long memory = MemoryUtil.nmemAllocChecked(Math.max(1, length));
        for (int i = 0; i < length; i++) {
            MemoryUtil.memPutByte(memory + i, utf8[i]);
        }
        texts[id] = memory;
        lengths[id] = length;
    }

    void free() {
        for (long text : texts) {
            MemoryUtil.nmemFree(text);
        }
        Arrays.fill(texts, 0);
    }
}
