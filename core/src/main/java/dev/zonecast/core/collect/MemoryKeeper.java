package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.fxt.BlockSize;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Keeps the promises of {@link MemoryEvent}: the end of a block whose allocation was not seen is passed
 * over, and a block whose end was lost ends when its address is allocated again.
 *
 * <p>Owned by the collector's thread.
 */
final class MemoryKeeper {
    /** Limit of one pool: 256 MiB of the collector's memory. Further blocks are dropped and counted. */
    private static final int MAX_BLOCKS = 1 << 23;

    private static final TableLimit LIMIT =
            TableLimit.ofEvents("memory blocks of a pool", MAX_BLOCKS, "further ones are dropped");

    private static final class State {
        final MemoryBlocks blocks;
        long liveBytes;

        State(MemoryBlocks blocks) {
            this.blocks = blocks;
        }
    }

    private final SinkList sinks;
    private final int maxBlocks;
    private final ObjLongConsumer<MemoryPool> gone;
    private final MemoryEvent event = new MemoryEvent();
    private final Map<MemoryPool, State> states = new HashMap<>();
    private long repaired;
    private long dropped;

    /** @param gone of each sampled block that this keeps no more, or never did, pool and address */
    MemoryKeeper(SinkList sinks, ObjLongConsumer<MemoryPool> gone) {
        this(sinks, MAX_BLOCKS, gone);
    }

    MemoryKeeper(SinkList sinks, int maxBlocks, ObjLongConsumer<MemoryPool> gone) {
        this.sinks = sinks;
        this.maxBlocks = maxBlocks;
        this.gone = gone;
    }

    /** Blocks whose end was lost. */
    long repaired() {
        return repaired;
    }

    /** Blocks that there was no room for. */
    long dropped() {
        return dropped;
    }

    /** Takes a record. */
    void take(MemoryEvent read) {
        switch (read.kind()) {
            case MEMORY_ALLOCATED ->
                allocated(read.pool(), read.thread(), read.nanos(), read.address(), read.sizeWord(), read.stack());
            case MEMORY_FREED -> freed(read.pool(), read.thread(), read.nanos(), read.address(), read.stack());
            default -> discarded(read.pool(), read.thread(), read.nanos(), read.stack());
        }
    }

    private void allocated(MemoryPool pool, EventThread thread, long nanos, long address, long size, CallStack stack) {
        if (sinks.isEmpty()) {
            // The end may not be recorded any more.
            release(pool, address, size);
            return;
        }
        State state = states.computeIfAbsent(pool, p -> new State(new MemoryBlocks()));
        if (state.blocks.bytes(address) >= 0) {
            repaired++;
            freed(pool, thread, nanos, address, null);
        }
        if (state.blocks.count() >= maxBlocks) {
            LIMIT.refuse();
            dropped++;
            release(pool, address, size);
            return;
        }
        state.blocks.add(address, size);
        state.liveBytes += BlockSize.bytes(size);
        sinks.event(
                event.block(EventKind.MEMORY_ALLOCATED, pool, thread, nanos, address, size, state.liveBytes, stack));
    }

    private void release(MemoryPool pool, long address, long size) {
        if (BlockSize.isSampled(size)) {
            gone.accept(pool, address);
        }
    }

    private void freed(MemoryPool pool, EventThread thread, long nanos, long address, CallStack stack) {
        State state = states.get(pool);
        long size = state == null ? -1 : state.blocks.remove(address);
        if (size >= 0) {
            release(pool, address, size);
            state.liveBytes -= BlockSize.bytes(size);
            sinks.event(
                    event.block(EventKind.MEMORY_FREED, pool, thread, nanos, address, size, state.liveBytes, stack));
        }
    }

    private void discarded(MemoryPool pool, EventThread thread, long nanos, CallStack stack) {
        State state = states.get(pool);
        if (state == null || state.blocks.count() == 0) {
            return;
        }
        sinks.event(event.all(EventKind.MEMORY_DISCARDED, pool, thread, nanos, state.blocks, 0)
                .from(stack));
        releaseAll(pool, state);
        state.blocks.clear();
        state.liveBytes = 0;
    }

    /** Restores the living blocks of a recording that is continued. */
    void resume(MemoryPool pool, MemoryBlocks blocks, long liveBytes) {
        State state = new State(blocks);
        state.liveBytes = liveBytes;
        states.put(pool, state);
    }

    /** Sends a new sink what lives. */
    void replayTo(GuardedSink sink, long nanos) {
        for (Map.Entry<MemoryPool, State> entry : states.entrySet()) {
            State state = entry.getValue();
            if (state.blocks.count() > 0) {
                MemoryPool pool = entry.getKey();
                sink.event(event.all(EventKind.MEMORY_STANDS, pool, null, nanos, state.blocks, state.liveBytes));
            }
        }
    }

    /** The last sink is gone: ends from here on are not recorded. */
    void forgetOpen() {
        states.forEach(this::releaseAll);
        states.clear();
    }

    private void releaseAll(MemoryPool pool, State state) {
        state.blocks.forEachBlock((address, size) -> release(pool, address, size));
    }
}
