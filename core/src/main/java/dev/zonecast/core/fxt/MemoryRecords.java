package dev.zonecast.core.fxt;

import dev.zonecast.core.MemoryPool;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Memory of the program: a counter per pool with the bytes that are in use, and {@link ExtensionLayout#MEMORY} for each block. */
final class MemoryRecords {
    private static final long COUNTER = Events.header(FxtLayout.COUNTER, 5, 1, Term.MEMORY, Term.MEMORY.index());

    private final FxtWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final Map<MemoryPool, StringTable.Entry> shownNames = new HashMap<>();

    MemoryRecords(FxtWriter writer, TrackTable tracks, StringTable strings) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
    }

    void allocated(MemoryPool pool, Track thread, long time, long address, long bytes, long liveBytes)
            throws IOException {
        block(ExtensionLayout.MEMORY_ALLOCATED, pool, thread, time, address, bytes);
        counter(pool, thread, time, liveBytes);
    }

    void freed(MemoryPool pool, Track thread, long time, long address, long bytes, long liveBytes) throws IOException {
        block(ExtensionLayout.MEMORY_FREED, pool, thread, time, address, bytes);
        counter(pool, thread, time, liveBytes);
    }

    void discarded(MemoryPool pool, Track thread, long time) throws IOException {
        block(ExtensionLayout.MEMORY_DISCARDED, pool, thread, time, 0, 0);
        counter(pool, thread, time, 0);
    }

    private void block(int what, MemoryPool pool, Track thread, long time, long address, long bytes)
            throws IOException {
        int name = strings.index(pool.nameId());
        writer.open();
        writer.word(Blobs.head(what, name));
        writer.word(time);
        writer.word(thread.koid);
        writer.word(address);
        writer.word(bytes);
        writer.close(Blobs.header(Term.BLOB_MEMORY, ExtensionLayout.MEMORY_BYTES));
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
