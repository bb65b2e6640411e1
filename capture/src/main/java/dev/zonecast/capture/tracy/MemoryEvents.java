package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.collect.MemoryBlocks;
import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Wire;
import java.io.IOException;

/** Memory of the program. Methods return false where a name is missing. */
final class MemoryEvents {
    /** Of all pools: 256 MiB of our memory. */
    private static final int MAX_BLOCKS = 1 << 23;

    private static final class Pool {
        private final MemoryPool pool;
        private final MemoryBlocks blocks = new MemoryBlocks();
        private long liveBytes;

        Pool(MemoryPool pool) {
            this.pool = pool;
        }
    }

    private final Stream stream;
    private final ThreadStates threads;
    private final CallStacks callStacks;
    private final LongTable<Pool> pools = new LongTable<>();
    private long blocks;

    MemoryEvents(Stream stream, ThreadStates threads, CallStacks callStacks) {
        this.callStacks = callStacks;
        this.stream = stream;
        this.threads = threads;
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        boolean discard = type == EventType.MEM_DISCARD || type == EventType.MEM_DISCARD_CALLSTACK;
        boolean named = switch (type) {
            case MEM_ALLOC_NAMED, MEM_FREE_NAMED, MEM_ALLOC_CALLSTACK_NAMED, MEM_FREE_CALLSTACK_NAMED -> true;
            default -> false;
        };
        ThreadState thread = threads.use(Wire.getInt(bytes, at + 9));
        long poolName = discard ? Wire.getLong(bytes, at + 13) : named ? stream.slots.memoryPool : 0;
        Pool pool = pool(poolName);
        if (thread == null || pool == null) {
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

    private Pool pool(long name) {
        Pool known = pools.get(name);
        if (known != null) {
            return known;
        }
        String text = name == 0 ? "" : stream.vocabulary.strings.get(name);
        if (text == null) {
            return null;
        }
        Pool pool = new Pool(MemoryPool.of(text));
        pools.put(name, pool);
        return pool;
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
        if (blocks >= MAX_BLOCKS) {
            stream.counts.droppedEvents++;
            return;
        }
        blocks++;
        pool.blocks.add(address, size);
        pool.liveBytes += size;
        if (stack == null) {
            stream.sink.memoryAllocated(pool.pool, thread.track, nanos, address, size, pool.liveBytes);
        } else {
            stream.sink.memoryAllocated(pool.pool, thread.track, nanos, address, size, pool.liveBytes, stack);
        }
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
        blocks--;
        pool.liveBytes -= size;
        if (stack == null) {
            stream.sink.memoryFreed(pool.pool, thread.track, nanos, address, size, pool.liveBytes);
        } else {
            stream.sink.memoryFreed(pool.pool, thread.track, nanos, address, size, pool.liveBytes, stack);
        }
    }

    private void discard(Pool pool, ThreadState thread, long nanos) throws IOException {
        if (pool.blocks.count() > 0) {
            stream.sink.memoryDiscarded(pool.pool, thread.track, nanos, pool.blocks);
            blocks -= pool.blocks.count();
            pool.blocks.clear();
            pool.liveBytes = 0;
        }
    }
}
