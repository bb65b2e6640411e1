package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Call stacks as texts of the string table: {@link CallStack#text}. Equal ones have one text. Bounded: what was made of stacks starts
 * over when it is too much, and a trace buffer has room for some only ({@link DurableRoom}).
 */
final class CallStackTable {
    private static final int MAX_KEPT = 4096;

    /** Characters of what is kept: a stack may have 32,000. */
    private static final int MAX_KEPT_CHARS = 8 << 20;

    private final StringTable strings;
    private final DurableRoom room;
    private int keptChars;
    private final Map<CallStack, StringTable.Entry> texts = new HashMap<>();

    CallStackTable(StringTable strings, DurableRoom room) {
        this.strings = strings;
        this.room = room;
    }

    /** Index of the stack's text, registered in the present epoch; 0 if it has no calls, or if there is no room, which is counted. */
    int index(CallStack stack) throws IOException {
        int index = prepared(stack);
        if (index == 0 && !stack.calls().isEmpty()) {
            RecordingLosses.STACKS.increment();
        }
        return index;
    }

    /** As {@link #index}, for an event that asks again: nothing is counted. */
    int prepared(CallStack stack) throws IOException {
        StringTable.Entry known = texts.get(stack);
        return known == null ? register(stack) : strings.index(known);
    }

    private int register(CallStack stack) throws IOException {
        if (room.refusesStacks()) {
            return 0;
        }
        String words = stack.text();
        StringTable.Entry text = StringTable.Entry.ofStack(words);
        int index = strings.index(text);
        if (index != 0) {
            if (texts.size() >= MAX_KEPT || keptChars >= MAX_KEPT_CHARS) {
                texts.clear();
                keptChars = 0;
            }
            keptChars += words.length();
            texts.put(stack, text);
        }
        return index;
    }
}
