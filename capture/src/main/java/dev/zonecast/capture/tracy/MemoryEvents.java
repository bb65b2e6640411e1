package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Memory of the program. Methods return false where a name is missing. */
final class MemoryEvents {
    /** A pool without blocks keeps room for so many. */
    private static final int KEPT_BLOCKS = 1 << 10;

    private static final class Pool {
        private final MemoryPool pool;
        private final MemoryBlocks blocks = new MemoryBlocks(LongTable.MULTIPLIER);
        private long liveBytes;

        /** Blocks that there is room for: as many as lived at one time. The table does not shrink while some live. */
        private long room;

        Pool(MemoryPool pool) {
            this.pool = pool;
        }
    }

    private final Stream stream;
    private final ThreadStates threads;
    private final CallStacks callStacks;
    private final LongTable<Pool> pools = new LongTable<>();
    private final SessionTables.Room poolRoom;
    private final SessionTables.Room blockRoom;

    MemoryEvents(Stream stream, ThreadStates threads, CallStacks callStacks) {
        this.callStacks = callStacks;
        this.stream = stream;
        this.threads = threads;
        poolRoom = stream.vocabulary.tables.room(SessionTables.Kind.MEMORY_POOLS);
        blockRoom = stream.vocabulary.tables.room(SessionTables.Kind.MEMORY_BLOCKS);
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        boolean discard = type == EventType.MEM_DISCARD || type == EventType.MEM_DISCARD_CALLSTACK;
        boolean named = switch (type) {
            case MEM_ALLOC_NAMED, MEM_FREE_NAMED, MEM_ALLOC_CALLSTACK_NAMED, MEM_FREE_CALLSTACK_NAMED -> true;
            default -> false;
        };
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 9));
        long poolName = discard ? Wire.getLong(bytes, at + 13) : named ? stream.slots.memoryPool : 0;
        if (thread == null || !isKnown(poolName)) {
            return false;
        }
        long nanos = stream.afterSerial(Wire.getLong(bytes, at + 1));
        long address = Wire.getLong(bytes, at + 13);
        stream.counts.memoryEvents++;
        CallStack stack = switch (type) {
            case MEM_ALLOC_CALLSTACK,
                    MEM_ALLOC_CALLSTACK_NAMED,
                    MEM_FREE_CALLSTACK,
                    MEM_FREE_CALLSTACK_NAMED,
                    MEM_DISCARD_CALLSTACK -> callStacks.takeSerial();
            default -> null;
        };
        Pool pool = pool(poolName);
        if (pool == null) {
            stream.counts.droppedEvents++;
            return true;
        }
        switch (type) {
            case MEM_DISCARD, MEM_DISCARD_CALLSTACK -> discard(pool, thread, nanos);
            case MEM_FREE, MEM_FREE_NAMED, MEM_FREE_CALLSTACK, MEM_FREE_CALLSTACK_NAMED ->
                free(pool, thread, nanos, address, stack);
            default -> {
                long size = Integer.toUnsignedLong(Wire.getInt(bytes, at + 21))
                        | (long) Wire.getShort(bytes, at + 25) << 32;
                allocate(pool, thread, nanos, address, size, stack);
            }
        }
        return true;
    }

    /** False if the pool's name is not known yet. */
    private boolean isKnown(long name) {
        return name == 0 || pools.get(name) != null || stream.vocabulary.strings.get(name) != null;
    }

    /** The pool whose name is known; null if there is no room for it. */
    private Pool pool(long name) {
        Pool known = pools.get(name);
        if (known == null && poolRoom.take()) {
            known = new Pool(MemoryPool.of(name == 0 ? "" : stream.vocabulary.strings.get(name)));
            pools.put(name, known);
        }
        return known;
    }

    private boolean hasRoom(Pool pool) {
        if (pool.blocks.count() == pool.room) {
            if (!blockRoom.take()) {
                return false;
            }
            pool.room++;
        }
        return true;
    }

    private void clear(Pool pool) {
        pool.blocks.clear();
        blockRoom.giveBack(pool.room);
        pool.room = 0;
    }

    private void allocate(Pool pool, ThreadState thread, long nanos, long address, long size, CallStack stack)
            throws IOException {
        if (address == 0) {
            return;
        }
        if (pool.blocks.bytes(address) >= 0) {
            // Its end was lost.
            stream.counts.unmatched++;
            free(pool, thread, nanos, address, null);
        }
        if (!hasRoom(pool)) {
            stream.counts.droppedEvents++;
            return;
        }
        pool.blocks.add(address, size);
        pool.liveBytes += size;
        stream.sink.event(stream.events.memory.block(
                EventKind.MEMORY_ALLOCATED, pool.pool, thread.track, nanos, address, size, pool.liveBytes, stack));
    }

    private void free(Pool pool, ThreadState thread, long nanos, long address, CallStack stack) throws IOException {
        if (address == 0) {
            return;
        }
        long size = pool.blocks.remove(address);
        if (size < 0) {
            // Allocated before the session, or by mistake; the protocol does not tell.
            stream.counts.unmatched++;
            return;
        }
        pool.liveBytes -= size;
        if (pool.blocks.count() == 0 && pool.room > KEPT_BLOCKS) {
            clear(pool);
        }
        stream.sink.event(stream.events.memory.block(
                EventKind.MEMORY_FREED, pool.pool, thread.track, nanos, address, size, pool.liveBytes, stack));
    }

    private void discard(Pool pool, ThreadState thread, long nanos) throws IOException {
        if (pool.blocks.count() > 0) {
            stream.sink.event(stream.events.memory.all(
                    EventKind.MEMORY_DISCARDED, pool.pool, thread.track, nanos, pool.blocks, 0));
            clear(pool);
            pool.liveBytes = 0;
        }
    }
}
