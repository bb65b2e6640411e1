package dev.zonecast.gpu.gl;

import static org.lwjgl.opengl.GL43C.GL_DEBUG_GROUP_STACK_DEPTH;
import static org.lwjgl.opengl.GL43C.GL_MAX_DEBUG_GROUP_STACK_DEPTH;
import static org.lwjgl.opengl.GL43C.GL_MAX_DEBUG_MESSAGE_LENGTH;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuLabels;
import dev.zonecast.core.registry.Ids;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.lwjgl.system.MemoryUtil;

/**
 * Debug groups with the names of zones (KHR_debug). A name is encoded once; after that a group costs no allocation.
 *
 * <p>Never more groups than the driver's stack takes, the program's own included: the error that a full stack raises would be found
 * by the program.
 */
final class DebugGroups implements GpuLabels {
    private final GlFunctions gl;
    private final int maxDepth;
    private final int maxBytes;

    /** Names in UTF-8, by source location. */
    private ByteBuffer[] names = new ByteBuffer[64];

    /** For each zone that is open: did it open a group? */
    private boolean[] opened = new boolean[64];

    private int depth;

    DebugGroups(GlFunctions gl) {
        this.gl = gl;
        this.maxDepth = gl.integer(GL_MAX_DEBUG_GROUP_STACK_DEPTH);
        // The length has to be less than the limit.
        this.maxBytes = gl.integer(GL_MAX_DEBUG_MESSAGE_LENGTH) - 1;
    }

    @Override
    public void push(SourceLocation location, long target) {
        if (depth == opened.length) {
            opened = Arrays.copyOf(opened, depth * 2);
        }
        boolean opens = gl.integer(GL_DEBUG_GROUP_STACK_DEPTH) < maxDepth;
        if (opens) {
            int id = Ids.of(location);
            if (id >= names.length || names[id] == null) {
                encode(location);
            }
            gl.pushDebugGroup(id, names[id].limit(), MemoryUtil.memAddress(names[id]));
        }
        opened[depth++] = opens;
    }

    @Override
    public void pop(long target) {
        if (opened[--depth]) {
            gl.popDebugGroup();
        }
    }

    private void encode(SourceLocation location) {
        int id = Ids.of(location);
        if (id >= names.length) {
            names = Arrays.copyOf(names, Math.max(id + 1, names.length * 2));
        }
        ByteBuffer name = MemoryUtil.memUTF8(location.displayName(), false);
        int length = Math.min(name.limit(), maxBytes);
        while (length > 0 && length < name.limit() && (name.get(length) & 0xC0) == 0x80) {
            length--;
        }
        names[id] = name.limit(length);
    }

    void free() {
        for (ByteBuffer name : names) {
            MemoryUtil.nmemFree(MemoryUtil.memAddressSafe(name));
        }
        Arrays.fill(names, null);
    }
}
