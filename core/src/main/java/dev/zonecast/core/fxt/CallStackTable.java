package dev.zonecast.core.fxt;

import dev.zonecast.core.CallStack;
import java.io.IOException;
import java.util.IdentityHashMap;

/**
 * Call stacks as texts of the string table: {@link CallStack#text}. Bounded: what was made of stacks starts over when it is too much.
 */
final class CallStackTable {
    private static final int MAX_KEPT = 4096;

    private final StringTable strings;
    private final IdentityHashMap<CallStack, StringTable.Entry> texts = new IdentityHashMap<>();

    CallStackTable(StringTable strings) {
        this.strings = strings;
    }

    /** Index of the stack's text, registered in the present epoch. */
    int index(CallStack stack) throws IOException {
        StringTable.Entry text = texts.get(stack);
        if (text == null) {
            if (texts.size() >= MAX_KEPT) {
                texts.clear();
            }
            text = new StringTable.Entry(stack.text());
            texts.put(stack, text);
        }
        return strings.index(text);
    }
}
