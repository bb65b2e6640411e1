package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
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

    /** What lives when the session begins is allocated then. */
    void stands(MemoryPool pool, int thread, long nanos, MemoryBlocks blocks) {
        blocks.forEachBlock((address, bytes) -> allocated(pool, thread, nanos, address, bytes, null));
    }

    /** @param stack null: none */
    void allocated(MemoryPool pool, int thread, long nanos, long address, long bytes, CallStack stack) {
        toldPools.add(pool);
        int at = stack == null
                ? open(EventType.MEM_ALLOC, EventType.MEM_ALLOC_NAMED, pool)
                : open(EventType.MEM_ALLOC_CALLSTACK, EventType.MEM_ALLOC_CALLSTACK_NAMED, pool, stack);
        put(at, thread, nanos, address);
        Wire.putInt(encoder.bytes(), at + 21, (int) bytes);
        Wire.putShort(encoder.bytes(), at + 25, (int) (bytes >>> 32));
    }

    /** @param stack null: none */
    void freed(MemoryPool pool, int thread, long nanos, long address, CallStack stack) {
        if (!toldPools.contains(pool)) {
            return;
        }
        int at = stack == null
                ? open(EventType.MEM_FREE, EventType.MEM_FREE_NAMED, pool)
                : open(EventType.MEM_FREE_CALLSTACK, EventType.MEM_FREE_CALLSTACK_NAMED, pool, stack);
        put(at, thread, nanos, address);
    }

    void discarded(MemoryPool pool, int thread, long nanos, MemoryBlocks blocks) {
        if (!toldPools.contains(pool)) {
            return;
        }
        if (protocol.knows(EventType.MEM_DISCARD)) {
            put(encoder.open(EventType.MEM_DISCARD), thread, nanos, pool.nameId());
        } else {
            blocks.forEach(address -> freed(pool, thread, nanos, address, null));
        }
    }

    private int open(EventType unnamed, EventType named, MemoryPool pool, CallStack stack) {
        encoder.callStack(stack, EventType.CALLSTACK_SERIAL);
        return open(unnamed, named, pool);
    }

    private int open(EventType unnamed, EventType named, MemoryPool pool) {
        if (pool.nameId() == 0) {
            return encoder.open(unnamed);
        }
        int at = encoder.open(EventType.MEM_NAME_PAYLOAD);
        Wire.putLong(encoder.bytes(), at + 1, pool.nameId());
        return encoder.open(named);
    }

    private void put(int at, int thread, long nanos, long subject) {
        byte[] bytes = encoder.bytes();
        Wire.putLong(bytes, at + 1, encoder.serialDelta(nanos));
        Wire.putInt(bytes, at + 9, thread);
        Wire.putLong(bytes, at + 13, subject);
    }
}
