package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.FxtWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The one string table of the file. When all places are taken, a new epoch begins: the places behind the {@link Term}s are given
 * out again from the first on, and an owner of an index of an earlier epoch registers its string once more. Readers take a
 * string's index as it was last registered, so no event changes its meaning.
 */
final class StringTable {
    /** A string that is used again and again, with the place that it had last. */
    static final class Entry {
        private final byte[] utf8;
        private final DurableRoom.Share share;
        private int index;
        private int epoch = -1;

        Entry(String text) {
            this(text, DurableRoom.Share.NAME);
        }

        private Entry(String text, DurableRoom.Share share) {
            utf8 = FxtWriter.name(text);
            this.share = share;
        }

        /** A word that has its place from the beginning on. */
        static Entry of(Term term) {
            Entry entry = new Entry(term.text());
            entry.index = term.index();
            return entry;
        }

        /** Bytes of its record. */
        long recordBytes() {
            return RECORD_BYTES + (utf8.length + 7L & ~7L);
        }
    }

    /**
     * An object without type and name. Tracy's importer (seen in 0.14.0) reads table strings into the variable that it had the last
     * name in, and takes one byte too many: what was there. A name that is empty wipes it. All readers skip this record.
     */
    private static final long NOTHING = FxtLayout.KERNEL_OBJECT | 2L << FxtLayout.WORDS_SHIFT;

    private static final int FIRST_FREE = Term.values().length + 1;

    /** Of {@link #NOTHING}, and of a string's header. */
    private static final int RECORD_BYTES = 3 * FxtLayout.WORD_BYTES;

    /** Texts that vary, with an entry each; the table starts over when it is full. */
    private static final int MAX_TEXTS = 4096;

    /** Characters of those texts: each may have 65,000. */
    private static final int MAX_TEXT_CHARS = 4 << 20;

    /** Characters of the stacks that are kept: one may have 32,000. */
    private static final int MAX_STACK_CHARS = 8 << 20;

    private final RecordingWriter writer;
    private final NameTable names;
    private final DurableRoom room;
    private final Entry noName = new Entry(DurableRoom.NO_NAME, DurableRoom.Share.ALWAYS);
    private final Map<String, Entry> texts = new HashMap<>();
    private int textChars;
    private final Map<CallStack, Entry> stacks = new HashMap<>();
    private int stackChars;
    private Entry[] byNameId = new Entry[256];
    private int next = FIRST_FREE;
    private int epoch;
    private boolean overflowed;

    StringTable(RecordingWriter writer, NameTable names) {
        this.writer = writer;
        this.names = names;
        this.room = writer.durableRoom();
    }

    void writeTerms() throws IOException {
        for (Term term : Term.values()) {
            Entry entry = Entry.of(term);
            boolean ignored = room.takes(DurableRoom.Share.ALWAYS, entry.recordBytes());
            write(entry);
        }
    }

    /** The entry of a text that the program may make anew each time: equal texts have one. */
    Entry entry(String text) {
        Entry known = texts.get(text);
        if (known == null) {
            if (texts.size() >= MAX_TEXTS || textChars >= MAX_TEXT_CHARS) {
                texts.clear();
                textChars = 0;
            }
            textChars += text.length();
            known = new Entry(text);
            texts.put(text, known);
        }
        return known;
    }

    /** Index of a call stack's text; 0 if the stack has no calls, or if there is no room, which is counted. */
    int index(CallStack stack) throws IOException {
        int index = prepared(stack);
        if (index == 0 && !stack.calls().isEmpty()) {
            RecordingLosses.STACKS.increment();
        }
        return index;
    }

    /** As {@link #index(CallStack)}, for an event that asks again: nothing is counted. */
    int prepared(CallStack stack) throws IOException {
        Entry known = stacks.get(stack);
        if (known != null) {
            return index(known);
        }
        if (room.refusesStacks()) {
            return 0;
        }
        String text = stack.text();
        Entry entry = new Entry(text, DurableRoom.Share.STACK);
        int index = index(entry);
        if (index != 0) {
            if (stacks.size() >= MAX_TEXTS || stackChars >= MAX_STACK_CHARS) {
                stacks.clear();
                stackChars = 0;
            }
            stackChars += text.length();
            stacks.put(stack, entry);
        }
        return index;
    }

    /** Changes when indexes given out before become void. */
    int epoch() {
        return epoch;
    }

    /** True if more strings were registered than the table has places. */
    boolean hasOverflowed() {
        return overflowed;
    }

    /** Sees to it that as many further strings are of one epoch. */
    void reserve(int count) throws IOException {
        if (next + count > FxtLayout.MAX_STRING_INDEX + 1) {
            overflowed = true;
            startOver();
        }
    }

    /** All strings are registered anew when they are next used. */
    void startOver() throws IOException {
        next = FIRST_FREE;
        epoch = writer.stringsStartOver();
    }

    /** Index of a registered name; 0 if it is empty. */
    int index(String name) throws IOException {
        return index(name(name));
    }

    /** A name of the registry. */
    Entry name(String name) {
        return name(name.isEmpty() ? 0 : names.intern(name));
    }

    /** Index of a string; 0 if it is empty. That of {@link DurableRoom#NO_NAME} if there is no room. */
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

    /** A name of the registry. */
    Entry name(int nameId) {
        if (nameId >= byNameId.length) {
            byNameId = Arrays.copyOf(byNameId, Math.max(nameId + 1, byNameId.length * 2));
        }
        if (byNameId[nameId] == null) {
            String text = nameId == 0 ? null : names.text(nameId);
            byNameId[nameId] = new Entry(text == null ? "" : text);
        }
        return byNameId[nameId];
    }

    /** Index of a name of the registry; 0 for id 0 and for the empty name. */
    int index(int nameId) throws IOException {
        return index(name(nameId));
    }

    private void register(Entry entry) throws IOException {
        if (Term.isTerm(entry.index)) {
            return;
        }
        entry.index = 0;
        if (entry.utf8.length > 0) {
            boolean hasRoom = room.takes(entry.share, entry.recordBytes());
            if (hasRoom) {
                reserve(1);
                entry.index = next++;
                write(entry);
            } else {
                entry.index = entry.share == DurableRoom.Share.STACK ? 0 : index(noName);
            }
        }
        entry.epoch = epoch;
    }

    private void write(Entry entry) throws IOException {
        writer.record(NOTHING).word(0);
        writer.open(FxtLayout.STRING
                | (long) entry.index << FxtLayout.INDEX_SHIFT
                | (long) entry.utf8.length << FxtLayout.STRING_BYTES_SHIFT);
        writer.bytes(entry.utf8, 0, entry.utf8.length);
        writer.close();
    }
}
