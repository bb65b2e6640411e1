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
    private int blocks;

    /**
     * Takes an event.
     *
     * @param thread that the block of an allocation belongs to
     * @param stack its number
     */
    void add(TraceMemoryEvent event, ThreadData thread, int stack) throws TooLargeException {
        Map<Long, Open> ofPool =
                live.computeIfAbsent(new Pool(event.track().program(), event.pool()), pool -> new HashMap<>());
        long time = event.beginNanos();
        if (event.kind() == TraceMemoryEvent.Kind.DISCARDED) {
            for (Iterator<Open> all = ofPool.values().iterator(); all.hasNext(); all.remove()) {
                end(all.next(), time, stack);
            }
            return;
        }
        // Before an allocation: a block whose free was lost.
        Open before = ofPool.remove(event.address());
        if (before != null) {
            end(before, time, stack);
        }
        if (event.kind() == TraceMemoryEvent.Kind.ALLOCATED) {
            Open block = new Open(thread, ++blocks, event.bytes());
            ofPool.put(event.address(), block);
            thread.blocks().add(time, time + block.bytes, block.number, stack, Rows.NO_DATA);
        }
    }

    private static void end(Open block, long time, int stack) throws TooLargeException {
        block.thread.blocks().add(time, time + block.bytes, -block.number, stack, Rows.NO_DATA);
    }
}
