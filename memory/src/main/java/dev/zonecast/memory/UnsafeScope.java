package dev.zonecast.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of direct buffers. A confined scope frees them when it is closed. Another thread may be inside memory of a shared scope, so the
 * garbage collector frees it.
 */
@SuppressWarnings("removal") // Java 21 has it, and newer ones do not load this class.
final class UnsafeScope extends MemoryScope {
    enum Kind {
        CONFINED,
        SHARED,
        AUTO,
        GLOBAL
    }

    /** Memory that lives as long as an object that refers to it. */
    static final UnsafeScope ALWAYS = new UnsafeScope(Kind.AUTO);

    static final UnsafeScope GLOBAL = new UnsafeScope(Kind.GLOBAL);

    private final Kind kind;

    /** Memory that the end frees, or that must live until the end of the process. */
    private final List<ByteBuffer> buffers = new ArrayList<>();

    /** Not volatile: no access after the end does harm. */
    boolean closed;

    UnsafeScope(Kind kind) {
        this.kind = kind;
    }

    @Override
    public Memory allocate(long bytes, long alignment) {
        long whole = bytes + alignment - 1;
        if (whole > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "Java 21 allocates at most " + Integer.MAX_VALUE + " bytes at once, not " + whole);
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) whole);
        long address = UnsafeBackend.address(buffer);
        return keep(buffer, (address + alignment - 1) & -alignment, bytes);
    }

    @Override
    public Memory map(FileChannel channel, FileChannel.MapMode mode, long from, long bytes) throws IOException {
        ByteBuffer buffer = channel.map(mode, from, bytes);
        return keep(buffer, UnsafeBackend.address(buffer), bytes);
    }

    private Memory keep(ByteBuffer buffer, long address, long bytes) {
        if (closed) {
            throw new IllegalStateException("the scope is closed");
        }
        if (kind == Kind.CONFINED) {
            buffers.add(buffer);
        } else if (kind == Kind.GLOBAL) {
            synchronized (buffers) {
                buffers.add(buffer);
            }
        }
        return new UnsafeMemory(null, address, bytes, buffer, this);
    }

    @Override
    public void close() {
        if (kind == Kind.AUTO || kind == Kind.GLOBAL) {
            throw new UnsupportedOperationException("the scope cannot be closed");
        }
        if (closed) {
            throw new IllegalStateException("the scope is closed");
        }
        closed = true;
        buffers.forEach(UnsafeBackend.UNSAFE::invokeCleaner);
        buffers.clear();
    }
}
