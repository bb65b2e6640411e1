package dev.zonecast.cli.export;

import dev.zonecast.cli.export.FirefoxWriter.ThreadData;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceMemoryEvent;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Blocks of memory as native allocations. The front-end pairs begin and end within one thread: both belong to the one that allocated. */
final class NativeBlocks {
    private record Pool(Program program, String name) {}

    /** @param number of the block, in place of its address: no two blocks of a profile have the same */
    private record Open(ThreadData thread, int number, long bytes) {}

    private final Map<Pool, Map<Long, Open>> live = new HashMap<>();
    private final LabelledStacks stacks;
    private int blocks;

    NativeBlocks(LabelledStacks stacks) {
        this.stacks = stacks;
    }

    /**
     * Takes an event.
     *
     * @param thread of the event; null if the profile is without it
     */
    void add(TraceMemoryEvent event, ThreadData thread) throws TooLargeException {
        Map<Long, Open> ofPool =
                live.computeIfAbsent(new Pool(event.track().program(), event.pool()), pool -> new HashMap<>());
        long time = event.beginNanos();
        if (event.kind() == TraceMemoryEvent.Kind.DISCARDED) {
            for (Iterator<Open> all = ofPool.values().iterator(); all.hasNext(); all.remove()) {
                end(all.next(), event, thread);
            }
            return;
        }
        // Before an allocation: a block whose free was lost.
        Open before = ofPool.remove(event.address());
        if (before != null) {
            end(before, event, thread);
        }
        if (event.kind() == TraceMemoryEvent.Kind.ALLOCATED) {
            Open block = new Open(thread, ++blocks, event.bytes());
            ofPool.put(event.address(), block);
            int stack = stacks.number(event.stack());
            thread.blocks().add(time, time + block.bytes, block.number, stack, Rows.NO_DATA);
        }
    }

    private void end(Open block, TraceMemoryEvent event, ThreadData thread) throws TooLargeException {
        // The zones of the thread that allocated are not around the calls of another one.
        int stack = thread == block.thread ? stacks.number(event.stack()) : stacks.bareNumber(event.stack());
        long time = event.beginNanos();
        block.thread.blocks().add(time, time + block.bytes, -block.number, stack, Rows.NO_DATA);
    }
}
