package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;

/** Memory of the program: a counter per pool with the bytes that are in use, and {@link ExtensionLayout#MEMORY} for each block. */
final class MemoryRecords extends Records {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.MEMORY, Term.MEMORY.index());

    MemoryRecords(Records recording) {
        super(recording);
    }

    void event(Track thread, long time, MemoryEvent e) throws IOException {
        MemoryPool pool = e.pool();
        switch (e.kind()) {
            case MEMORY_STANDS ->
                e.blocks()
                        .forEachBlock((address, size) ->
                                block(ExtensionLayout.MEMORY_ALLOCATED, pool, thread, time, address, size, null));
            case MEMORY_ALLOCATED ->
                block(ExtensionLayout.MEMORY_ALLOCATED, pool, thread, time, e.address(), e.sizeWord(), e.stack());
            case MEMORY_FREED ->
                block(ExtensionLayout.MEMORY_FREED, pool, thread, time, e.address(), e.sizeWord(), e.stack());
            default -> block(ExtensionLayout.MEMORY_DISCARDED, pool, thread, time, 0, 0, e.stack());
        }
        int shown = pool.name().isEmpty() ? Term.MEMORY.index() : strings.index(pool.name());
        long live = e.kind() == EventKind.MEMORY_DISCARDED ? 0 : e.liveBytes();
        counter(COUNTER, thread, time, Arguments.whole(shown), live);
    }

    private void block(int what, MemoryPool pool, Track thread, long time, long address, long size, CallStack stack)
            throws IOException {
        int calls = stack == null ? 0 : strings.index(stack);
        int name = strings.index(pool.name());
        if (calls != 0) {
            // The name may have begun a new epoch of the table.
            calls = strings.index(stack);
        }
        writer.blob(Term.BLOB_MEMORY, what, name)
                .word(time)
                .word(thread.koid)
                .word(address)
                .word(size);
        if (calls != 0) {
            writer.word(calls);
        }
        writer.closeBlob();
    }
}
