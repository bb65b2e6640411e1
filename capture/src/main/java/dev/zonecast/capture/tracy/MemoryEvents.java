package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Memory of the program. */
final class MemoryEvents extends EventGroup {
    /** A pool without blocks keeps room for so many. */
    private static final int KEPT_BLOCKS = 1 << 10;

    /** Random, so that no client can choose addresses that fall into one slot. Odd, as multiply-shift hashing wants it. */
    private static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() | 1;

    private static final class Pool {
        private final MemoryPool pool;
        private final MemoryBlocks blocks = new MemoryBlocks(MULTIPLIER);
        private long liveBytes;

        /** Blocks that there is room for: as many as lived at one time. The table does not shrink while some live. */
        private long room;

        Pool(MemoryPool pool) {
            this.pool = pool;
        }
    }

    private final CallStacks callStacks;
    private final Map<Long, Pool> pools = new HashMap<>();
    private final SessionTables.Room poolRoom;
    private final SessionTables.Room blockRoom;

    // The event that is applied.
    private Pool pool;
    private ThreadState thread;
    private long nanos;
    private CallStack stack;

    MemoryEvents(Stream stream, ThreadStates threads, CallStacks callStacks, Map<EventType, Handler> on) {
        super(stream, threads);
        this.callStacks = callStacks;
        poolRoom = stream.room(SessionTables.Kind.MEMORY_POOLS);
        blockRoom = stream.room(SessionTables.Kind.MEMORY_BLOCKS);
        Handler allocate = this::allocate;
        on.put(EventType.MEM_ALLOC, event(allocate, false, false));
        on.put(EventType.MEM_ALLOC_NAMED, event(allocate, true, false));
        on.put(EventType.MEM_ALLOC_CALLSTACK, event(allocate, false, true));
        on.put(EventType.MEM_ALLOC_CALLSTACK_NAMED, event(allocate, true, true));
        Handler free = (bytes, at) -> free(Wire.getLong(bytes, at + 13));
        on.put(EventType.MEM_FREE, event(free, false, false));
        on.put(EventType.MEM_FREE_NAMED, event(free, true, false));
        on.put(EventType.MEM_FREE_CALLSTACK, event(free, false, true));
        on.put(EventType.MEM_FREE_CALLSTACK_NAMED, event(free, true, true));
        on.put(EventType.MEM_DISCARD, (bytes, at) -> discard(bytes, at, false));
        on.put(EventType.MEM_DISCARD_CALLSTACK, (bytes, at) -> discard(bytes, at, true));
    }

    private Handler event(Handler action, boolean named, boolean withStack) {
        return (bytes, at) -> {
            if (begin(bytes, at, named ? stream.slots.memoryPool : 0, withStack)) {
                action.apply(bytes, at);
            }
        };
    }

    /** False if there is no room for the pool. */
    private boolean begin(byte[] bytes, int at, long name, boolean withStack) throws IOException {
        thread = threads.use(Wire.getInt(bytes, at + 9));
        nanos = stream.afterSerial(Wire.getLong(bytes, at + 1));
        stream.counts.add(SessionCount.MEMORY_EVENTS);
        stack = withStack ? callStacks.takeSerial() : null;
        pool = poolRoom.get(
                pools, name, id -> new Pool(MemoryPool.of(id == 0 ? "" : stream.vocabulary.strings.get(id))));
        if (pool == null) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        }
        return pool != null;
    }

    private boolean hasRoom() {
        if (pool.blocks.count() == pool.room) {
            if (!blockRoom.take()) {
                return false;
            }
            pool.room++;
        }
        return true;
    }

    private void clear() {
        pool.blocks.clear();
        blockRoom.giveBack(pool.room);
        pool.room = 0;
    }

    private void allocate(byte[] bytes, int at) throws IOException {
        long address = Wire.getLong(bytes, at + 13);
        if (address == 0) {
            return;
        }
        if (pool.blocks.bytes(address) >= 0) {
            // Its end was lost.
            stream.counts.add(SessionCount.UNMATCHED);
            CallStack ofAllocation = stack;
            stack = null;
            free(address);
            stack = ofAllocation;
        }
        if (!hasRoom()) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        long size =
                Integer.toUnsignedLong(Wire.getInt(bytes, at + 21)) | (Wire.getShort(bytes, at + 25) & 0xFFFFL) << 32;
        pool.blocks.add(address, size);
        pool.liveBytes += size;
        deliver(EventKind.MEMORY_ALLOCATED, address, size);
    }

    private void deliver(EventKind kind, long address, long size) throws IOException {
        stream.sink.event(
                stream.events.memory.block(kind, pool.pool, thread.track, nanos, address, size, pool.liveBytes, stack));
    }

    private void free(long address) throws IOException {
        if (address == 0) {
            return;
        }
        long size = pool.blocks.remove(address);
        if (size < 0) {
            // Allocated before the session, or by mistake; the protocol does not tell.
            stream.counts.add(SessionCount.UNMATCHED);
            return;
        }
        pool.liveBytes -= size;
        if (pool.blocks.count() == 0 && pool.room > KEPT_BLOCKS) {
            clear();
        }
        deliver(EventKind.MEMORY_FREED, address, size);
    }

    private void discard(byte[] bytes, int at, boolean withStack) throws IOException {
        if (begin(bytes, at, Wire.getLong(bytes, at + 13), withStack) && pool.blocks.count() > 0) {
            stream.sink.event(stream.events
                    .memory
                    .all(EventKind.MEMORY_DISCARDED, pool.pool, thread.track, nanos, pool.blocks, 0)
                    .from(stack));
            clear();
            pool.liveBytes = 0;
        }
    }
}
