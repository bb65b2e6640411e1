package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Memory of the program: a counter per pool with the bytes that are in use, and {@link ExtensionLayout#MEMORY} for each block. */
final class MemoryRecords {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.MEMORY, Term.MEMORY.index());

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final CallStackTable stacks;
    private final Map<MemoryPool, StringTable.Entry> shownNames = new HashMap<>();

    MemoryRecords(RecordingWriter writer, TrackTable tracks, StringTable strings, CallStackTable stacks) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
        this.stacks = stacks;
    }

    /** What lives when the recording begins. */
    void stands(MemoryPool pool, Track thread, long time, MemoryBlocks blocks, long liveBytes) throws IOException {
        blocks.forEachBlock(
                (address, bytes) -> block(ExtensionLayout.MEMORY_ALLOCATED, pool, thread, time, address, bytes, null));
        counter(pool, thread, time, liveBytes);
    }

    /** @param stack null: none */
    void allocated(MemoryPool pool, Track thread, long time, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        block(ExtensionLayout.MEMORY_ALLOCATED, pool, thread, time, address, bytes, stack);
        counter(pool, thread, time, liveBytes);
    }

    /** @param stack null: none */
    void freed(MemoryPool pool, Track thread, long time, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        block(ExtensionLayout.MEMORY_FREED, pool, thread, time, address, bytes, stack);
        counter(pool, thread, time, liveBytes);
    }

    void discarded(MemoryPool pool, Track thread, long time) throws IOException {
        block(ExtensionLayout.MEMORY_DISCARDED, pool, thread, time, 0, 0, null);
        counter(pool, thread, time, 0);
    }

    private void block(int what, MemoryPool pool, Track thread, long time, long address, long bytes, CallStack stack)
            throws IOException {
        int calls = stack == null ? 0 : stacks.index(stack);
        int name = strings.index(pool.nameId());
        if (calls != 0) {
            // The name may have begun a new epoch of the table.
            calls = stacks.index(stack);
        }
        writer.open();
        writer.word(Blobs.head(what, name));
        writer.word(time);
        writer.word(thread.koid);
        writer.word(address);
        writer.word(bytes);
        if (calls != 0) {
            writer.word(calls);
        }
        writer.close(Blobs.header(
                Term.BLOB_MEMORY, calls == 0 ? ExtensionLayout.MEMORY_BYTES : ExtensionLayout.MEMORY_STACK_BYTES));
    }

    private void counter(MemoryPool pool, Track thread, long time, long liveBytes) throws IOException {
        StringTable.Entry shown = shownNames.get(pool);
        if (shown == null) {
            shown = new StringTable.Entry(pool.name().isEmpty() ? "memory" : pool.name());
            shownNames.put(pool, shown);
        }
        long head = Arguments.longHead(strings.index(shown));
        writer.record5(COUNTER | tracks.reference(thread), time, head, liveBytes, 0);
    }
}
