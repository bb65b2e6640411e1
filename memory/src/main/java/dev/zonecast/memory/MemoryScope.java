package dev.zonecast.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;

/** How long memory lives: blocks and mapped files of a scope are given back when it is closed, and cannot be reached afterwards. */
public final class MemoryScope implements AutoCloseable {
    private static final MemoryScope GLOBAL = new MemoryScope(Arena.global());

    private final Arena arena;

    private MemoryScope(Arena arena) {
        this.arena = arena;
    }

    /** For the thread that makes it alone. */
    public static MemoryScope confined() {
        return new MemoryScope(Arena.ofConfined());
    }

    /** For all threads. */
    public static MemoryScope shared() {
        return new MemoryScope(Arena.ofShared());
    }

    /** The garbage collector gives the memory back; it cannot be closed. */
    public static MemoryScope auto() {
        return new MemoryScope(Arena.ofAuto());
    }

    /** Of the process; it cannot be closed. */
    public static MemoryScope global() {
        return GLOBAL;
    }

    /** Memory of zeros. */
    public Memory allocate(long bytes, long alignment) {
        return new Memory(arena.allocate(bytes, alignment));
    }

    /** Maps a part of a file. */
    public Memory map(FileChannel channel, FileChannel.MapMode mode, long from, long bytes) throws IOException {
        return new Memory(channel.map(mode, from, bytes, arena));
    }

    @Override
    public void close() {
        arena.close();
    }
}
