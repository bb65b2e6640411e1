package dev.zonecast.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An arena whose segments are blocks of a pool. They are freed when the arena is closed.
 *
 * <pre>{@code
 * private static final MemoryPool MESHES = MemoryPool.of("meshes");
 *
 * try (Arena arena = TracedArena.of(Arena.ofConfined(), MESHES)) {
 *     MemorySegment vertices = arena.allocate(bytes, 16);
 * }
 * }</pre>
 *
 * Blocks of {@link Arena#ofAuto} are freed when the garbage collector finds them unreachable, blocks of {@link Arena#global} never.
 * {@link MemorySegment#asByteBuffer} makes a direct buffer. Segments of 0 bytes are no blocks.
 *
 * <p>The same threads may call as for the wrapped arena. Needs Java 22 or newer: {@code java.lang.foreign} is a preview before.
 */
public final class TracedArena implements Arena {
    private final Arena arena;
    private final Blocks blocks;

    private TracedArena(Arena arena, MemoryPool pool) {
        this.arena = arena;
        this.blocks = new Blocks(pool);
    }

    /**
     * Wraps an arena. Allocate through the result alone.
     *
     * @param arena closed with the result
     */
    public static Arena of(Arena arena, MemoryPool pool) {
        Objects.requireNonNull(pool, "pool");
        TracedArena traced = new TracedArena(Objects.requireNonNull(arena, "arena"), pool);
        if (Zonecast.isEnabled()) {
            // An automatic arena has no close. Its segments refer to its scope, so the cleaner watches that.
            Cleaning.CLEANER.register(arena.scope(), traced.blocks::freeAll);
        }
        return traced;
    }

    /** Apart, so that there is a cleaner's thread only where there is a traced arena. */
    private static final class Cleaning {
        static final Cleaner CLEANER = Cleaner.create(
                Thread.ofPlatform().daemon().name("zonecast-arenas").factory());
    }

    /** The living blocks. It refers to neither arena nor scope: the cleaner waits for them. */
    private static final class Blocks {
        private final MemoryPool pool;

        /** Address and size of each block. */
        private List<long[]> known = new ArrayList<>();

        Blocks(MemoryPool pool) {
            this.pool = pool;
        }

        synchronized void add(long address, long bytes) {
            known.add(new long[] {address, bytes});
        }

        synchronized List<long[]> freeAll() {
            List<long[]> freed = known;
            known = new ArrayList<>();
            freed.forEach(block -> pool.freed(block[0]));
            return freed;
        }

        /** Makes the blocks living again. */
        synchronized void restore(List<long[]> freed) {
            freed.forEach(block -> pool.allocated(block[0], block[1]));
            known.addAll(freed);
        }
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        MemorySegment segment = arena.allocate(byteSize, byteAlignment);
        if (byteSize > 0 && Zonecast.isActive()) {
            blocks.pool.allocated(segment.address(), byteSize);
            blocks.add(segment.address(), byteSize);
        }
        return segment;
    }

    @Override
    public MemorySegment.Scope scope() {
        return arena.scope();
    }

    /** Frees all blocks. If the arena refuses, they stay. */
    @Override
    public void close() {
        // Before the free: another thread that gets the same address then records later.
        List<long[]> freed = blocks.freeAll();
        try {
            arena.close();
        } catch (RuntimeException e) {
            blocks.restore(freed);
            throw e;
        }
    }
}
