package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.fxt.BlockSize;
import dev.zonecast.tracy.EventEncoder;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.util.HashSet;
import java.util.Set;

/**
 * Blocks of memory in a session. The viewer never hears of the end of a block that it has not heard of, nor of the end of all of a pool
 * that it has not heard of: it would lose that event's time.
 *
 * <p>Owned by the collector's thread.
 */
final class MemoryEvents {
    private final Protocol protocol;
    private final SessionEncoder encoder;
    private final Set<MemoryPool> toldPools = new HashSet<>();

    MemoryEvents(Protocol protocol, SessionEncoder encoder) {
        this.protocol = protocol;
        this.encoder = encoder;
    }

    /** @param thread number on the wire */
    void event(MemoryEvent e, int thread, long nanos) {
        switch (e.kind()) {
            case MEMORY_STANDS -> stands(e.pool(), thread, nanos, e.blocks());
            case MEMORY_ALLOCATED -> allocated(e.pool(), thread, nanos, e.address(), e.bytes(), e.stack());
            case MEMORY_FREED -> freed(e.pool(), thread, nanos, e.address(), e.stack());
            default -> discarded(e.pool(), thread, nanos, e.blocks(), e.stack());
        }
    }

    /** What lives when the session begins is allocated then. */
    private void stands(MemoryPool pool, int thread, long nanos, MemoryBlocks blocks) {
        blocks.forEachBlock((address, size) -> allocated(pool, thread, nanos, address, BlockSize.bytes(size), null));
    }

    /** @param stack null: none */
    private void allocated(MemoryPool pool, int thread, long nanos, long address, long bytes, CallStack stack) {
        toldPools.add(pool);
        EventType type = stack == null
                ? named(EventType.MEM_ALLOC, EventType.MEM_ALLOC_NAMED, pool)
                : named(EventType.MEM_ALLOC_CALLSTACK, EventType.MEM_ALLOC_CALLSTACK_NAMED, pool, stack);
        put(type, thread, nanos, address).i32((int) bytes).i16((int) (bytes >>> 32));
    }

    /** @param stack null: none */
    private void freed(MemoryPool pool, int thread, long nanos, long address, CallStack stack) {
        if (!toldPools.contains(pool)) {
            return;
        }
        EventType type = stack == null
                ? named(EventType.MEM_FREE, EventType.MEM_FREE_NAMED, pool)
                : named(EventType.MEM_FREE_CALLSTACK, EventType.MEM_FREE_CALLSTACK_NAMED, pool, stack);
        put(type, thread, nanos, address);
    }

    /** @param stack null: none */
    private void discarded(MemoryPool pool, int thread, long nanos, MemoryBlocks blocks, CallStack stack) {
        if (!toldPools.contains(pool)) {
            return;
        }
        if (protocol.knows(EventType.MEM_DISCARD)) {
            encoder.callStack(stack, EventType.CALLSTACK_SERIAL);
            EventType type = stack == null ? EventType.MEM_DISCARD : EventType.MEM_DISCARD_CALLSTACK;
            put(type, thread, nanos, nameId(pool));
        } else {
            blocks.forEachBlock((address, ignored) -> freed(pool, thread, nanos, address, null));
        }
    }

    private EventType named(EventType unnamed, EventType named, MemoryPool pool, CallStack stack) {
        encoder.callStack(stack, EventType.CALLSTACK_SERIAL);
        return named(unnamed, named, pool);
    }

    private EventType named(EventType unnamed, EventType named, MemoryPool pool) {
        if (nameId(pool) == 0) {
            return unnamed;
        }
        encoder.open(EventType.MEM_NAME_PAYLOAD).i64(nameId(pool));
        return named;
    }

    private EventEncoder put(EventType type, int thread, long nanos, long subject) {
        return encoder.open(type).serialTime(nanos).i32(thread).i64(subject);
    }

    private static int nameId(MemoryPool pool) {
        return pool.name().isEmpty() ? 0 : Registry.INSTANCE.names().intern(pool.name());
    }
}
