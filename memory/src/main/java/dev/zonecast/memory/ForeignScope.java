package dev.zonecast.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;

/** An arena. */
final class ForeignScope extends MemoryScope {
    private final Arena arena;

    ForeignScope(Arena arena) {
        this.arena = arena;
    }

    @Override
    public Memory allocate(long bytes, long alignment) {
        return new ForeignMemory(arena.allocate(bytes, alignment));
    }

    @Override
    public Memory map(FileChannel channel, FileChannel.MapMode mode, long from, long bytes) throws IOException {
        return new ForeignMemory(channel.map(mode, from, bytes, arena));
    }

    @Override
    public void close() {
        arena.close();
    }
}
