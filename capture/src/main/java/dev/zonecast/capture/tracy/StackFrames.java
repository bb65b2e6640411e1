package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What the return addresses of native call stacks represent: one or, with inlined functions, several calls each. */
final class StackFrames {
    /** Longest text of a call in bytes. Mangled names of C++ templates are as long; a recording cuts a stack at 32,000. */
    private static final int MAX_TEXT_BYTES = 4_096;

    private static final class Entry {
        private final List<CallStack.Call> calls = new ArrayList<>(1);
        private int missing = -1;
        private boolean abandoned;
    }

    private final Questions questions;
    private final TextBudget budget;
    private final SessionTables.Room room;
    private final LongTable<Entry> entries = new LongTable<>();

    /** Whose calls come now. */
    private Entry telling;

    StackFrames(Questions questions, TextBudget budget, SessionTables.Room room) {
        this.questions = questions;
        this.budget = budget;
        this.room = room;
    }

    /** Asks for what is not known of some addresses; true if all is. */
    boolean know(Slot addresses) {
        boolean all = true;
        int end = end(addresses);
        for (int i = 0; i < end; i += Long.BYTES) {
            long address = Wire.getLong(addresses.bytes(), addresses.from() + i);
            Entry entry = entries.get(address);
            if (entry == null) {
                entry = ask(address);
            }
            all &= entry == null || entry.missing == 0 || entry.abandoned;
        }
        return all;
    }

    private Entry ask(long address) {
        if (!room.take()) {
            budget.countUnknown();
            return null;
        }
        if (!questions.ask(QueryType.CALLSTACK_FRAME, address)) {
            room.giveBack(1);
            budget.countUnknown();
            return null;
        }
        Entry entry = new Entry();
        entries.put(address, entry);
        return entry;
    }

    /** Appends the calls of some addresses, innermost first. */
    void appendTo(List<CallStack.Call> target, Slot addresses) {
        int end = end(addresses);
        for (int i = 0; i < end && target.size() < CallStack.MAX_CALLS; i += Long.BYTES) {
            long address = Wire.getLong(addresses.bytes(), addresses.from() + i);
            Entry entry = entries.get(address);
            if (entry == null || entry.calls.isEmpty()) {
                String hex = "0x" + HexFormat.of().toHexDigits(address);
                target.add(new CallStack.Call(hex, Names.UNKNOWN, 0));
            } else {
                target.addAll(entry.calls);
            }
        }
    }

    /** A stack has so many calls at the most; an address is one or more. */
    private static int end(Slot addresses) {
        int count = Math.min(addresses.length() / Long.BYTES, CallStack.MAX_CALLS);
        return count * Long.BYTES;
    }

    /** The first part of an answer: the event CallstackFrameSize. */
    void told(byte[] bytes, int at) {
        questions.answered();
        telling = entries.get(Wire.getLong(bytes, at + 1));
        if (telling != null) {
            if (telling.missing >= 0) {
                // An answer that nobody waits for.
                telling = null;
            } else {
                telling.missing = bytes[at + 9] & 0xFF;
            }
        }
    }

    /** A further part: the event CallstackFrame with its texts. */
    void toldCall(byte[] bytes, int at, Slot function, Slot file) {
        if (telling == null || telling.missing <= 0) {
            return;
        }
        telling.missing--;
        int texts = Math.min(function.length(), MAX_TEXT_BYTES) + Math.min(file.length(), MAX_TEXT_BYTES);
        if (telling.calls.size() < CallStack.MAX_CALLS && budget.take(texts)) {
            telling.calls.add(new CallStack.Call(text(function), text(file), Wire.getInt(bytes, at + 1)));
        }
    }

    /** The calls of a stack that came with its texts: u8 count, then u32 line, u16 and name, u16 and file of each. */
    static void appendLiteral(List<CallStack.Call> target, Slot payload) {
        byte[] bytes = payload.bytes();
        int at = payload.from() + 1;
        int end = payload.from() + payload.length();
        while (at + 8 <= end && target.size() < CallStack.MAX_CALLS) {
            int line = Wire.getInt(bytes, at);
            int nameAt = at + 6;
            int nameEnd = nameAt + Wire.getShort(bytes, at + 4);
            if (nameEnd + 2 > end) {
                return;
            }
            int fileAt = nameEnd + 2;
            int fileEnd = fileAt + Wire.getShort(bytes, nameEnd);
            if (fileEnd > end) {
                return;
            }
            target.add(new CallStack.Call(
                    text(bytes, nameAt, nameEnd - nameAt), text(bytes, fileAt, fileEnd - fileAt), line));
            at = fileEnd;
        }
    }

    private static String text(Slot slot) {
        return text(slot.bytes(), slot.from(), slot.length());
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, Math.min(length, MAX_TEXT_BYTES), StandardCharsets.UTF_8);
    }

    /** As {@link Names#abandon}. */
    void abandon() {
        entries.forEach(entry -> {
            if (entry.missing != 0 && !entry.abandoned) {
                entry.abandoned = true;
                budget.countUnknown();
            }
        });
    }
}
