package dev.zonecast.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * How long memory lives: blocks and mapped files of a scope are given back when it is closed, and cannot be reached afterwards. On Java 21
 * the garbage collector gives back what belongs to a shared scope.
 */
public abstract class MemoryScope implements AutoCloseable {
    MemoryScope() {}

    /** For the thread that makes it alone. */
    public static MemoryScope confined() {
        return MemoryBackend.CHOSEN.confined();
    }

    /** For all threads. */
    public static MemoryScope shared() {
        return MemoryBackend.CHOSEN.shared();
    }

    /** The garbage collector gives the memory back; it cannot be closed. */
    public static MemoryScope auto() {
        return MemoryBackend.CHOSEN.auto();
    }

    /** Of the process; it cannot be closed. */
    public static MemoryScope global() {
        return MemoryBackend.CHOSEN.global();
    }

    /** {@link #map} maps no more at once. */
    public static long mostMappedBytes() {
        return MemoryBackend.CHOSEN.mostMappedBytes();
    }

    /** Memory of zeros. */
    public abstract Memory allocate(long bytes, long alignment);

    /** Maps a part of a file. */
    public abstract Memory map(FileChannel channel, FileChannel.MapMode mode, long from, long bytes) throws IOException;

    @Override
    public abstract void close();
}
