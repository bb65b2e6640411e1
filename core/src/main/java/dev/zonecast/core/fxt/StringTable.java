package dev.zonecast.core.fxt;

import dev.zonecast.core.registry.NameTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The one string table of the file. When all places are taken, a new epoch begins: the places behind the {@link Term}s are given
 * out again from the first on, and whoever holds an index of an earlier epoch registers his string once more. Readers take a
 * string's index as it was last registered, so no event changes its meaning.
 */
final class StringTable {
    /** A string that is used again and again, with the place that it had last. */
    static final class Entry {
        private final byte[] utf8;
        private int index;
        private int epoch = -1;

        Entry(String text) {
            utf8 = FxtWriter.name(text);
        }

        boolean isEmpty() {
            return utf8.length == 0;
        }
    }

    /**
     * An object without type and name. Tracy's importer (seen in 0.14.0) reads table strings into the variable that it had the last
     * name in, and takes one byte too many: what was there. A name that is empty wipes it. All readers skip this record.
     */
    private static final long NOTHING = FxtLayout.KERNEL_OBJECT | 2L << FxtLayout.WORDS_SHIFT;

    private static final int FIRST_FREE = Term.values().length + 1;

    private final FxtWriter writer;
    private final NameTable names;
    private Entry[] byNameId = new Entry[256];
    private int next = FIRST_FREE;
    private int epoch;

    StringTable(FxtWriter writer, NameTable names) {
        this.writer = writer;
        this.names = names;
    }

    void writeTerms() throws IOException {
        for (Term term : Term.values()) {
            write(term.index(), term.text().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Changes when indexes given out before become void. */
    int epoch() {
        return epoch;
    }

    /** Sees to it that as many further strings are of one epoch. */
    void reserve(int count) {
        if (next + count > FxtLayout.MAX_STRING_INDEX + 1) {
            next = FIRST_FREE;
            epoch++;
        }
    }

    /** Index of a string; 0 if it is empty. */
    int index(Entry entry) throws IOException {
        if (entry.epoch != epoch) {
            register(entry);
        }
        return entry.index;
    }

    /** Index of a string that was registered in this epoch. */
    int known(Entry entry) {
        if (entry.epoch != epoch) {
            throw new IllegalStateException("a string of an earlier epoch");
        }
        return entry.index;
    }

    /** Index of a name of the registry; 0 for id 0 and for the empty name. */
    int index(int nameId) throws IOException {
        if (nameId == 0) {
            return 0;
        }
        if (nameId >= byNameId.length) {
            byNameId = Arrays.copyOf(byNameId, Math.max(nameId + 1, byNameId.length * 2));
        }
        Entry entry = byNameId[nameId];
        if (entry == null) {
            String text = names.text(nameId);
            entry = new Entry(text == null ? "" : text);
            byNameId[nameId] = entry;
        }
        return index(entry);
    }

    private void register(Entry entry) throws IOException {
        if (entry.isEmpty()) {
            entry.index = 0;
        } else {
            reserve(1);
            entry.index = next++;
            write(entry.index, entry.utf8);
        }
        entry.epoch = epoch;
    }

    private void write(int index, byte[] utf8) throws IOException {
        writer.record2(NOTHING, 0);
        writer.open();
        writer.bytes(utf8, 0, utf8.length);
        writer.close(FxtLayout.STRING
                | (long) index << FxtLayout.INDEX_SHIFT
                | (long) utf8.length << FxtLayout.STRING_BYTES_SHIFT);
    }
}
