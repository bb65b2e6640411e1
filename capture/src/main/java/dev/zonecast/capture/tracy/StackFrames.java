package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What the return addresses of native call stacks represent: one or, with inlined functions, several calls each. */
final class StackFrames {
    /** Longest text of a call in bytes. Mangled names of C++ templates are as long; a recording cuts a stack at 32,000. */
    private static final int MAX_TEXT_BYTES = 4_096;

    private static final class Entry {
        private final List<CallStack.Call> calls = new ArrayList<>(1);
        private int missing = -1;
        private boolean abandoned;
    }

    private final Asker asker;
    private final Map<Long, Entry> entries = new HashMap<>();

    /** Whose calls come now. */
    private Entry telling;

    StackFrames(Asker asker) {
        this.asker = asker;
    }

    /** Asks for what is not known of some addresses; true if all is. */
    boolean know(Slot addresses) {
        boolean all = true;
        int end = end(addresses);
        for (int i = 0; i < end; i += Long.BYTES) {
            long address = Wire.getLong(addresses.bytes(), addresses.from() + i);
            Entry entry = entries.get(address);
            if (entry != null) {
                all &= entry.missing == 0 || entry.abandoned;
            } else if (asker.ask(address)) {
                entries.put(address, new Entry());
                all = false;
            }
        }
        return all;
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
        asker.answered();
        telling = entries.get(Wire.getLong(bytes, at + 1));
        if (telling != null) {
            if (telling.missing >= 0) {
                // No question waits for this answer.
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
        if (telling.calls.size() < CallStack.MAX_CALLS && asker.budget().take(texts)) {
            telling.calls.add(new CallStack.Call(text(function), text(file), Wire.getInt(bytes, at + 1)));
        }
    }

    /** The calls of a stack that came with its texts: u8 count, then u32 line, u16 and name, u16 and file of each. */
    static void appendLiteral(List<CallStack.Call> target, Slot payload) {
        ByteBuffer in = ByteBuffer.wrap(payload.bytes(), payload.from(), payload.length())
                .order(ByteOrder.LITTLE_ENDIAN);
        in.position(Math.min(in.limit(), in.position() + 1));
        while (in.remaining() >= 8 && target.size() < CallStack.MAX_CALLS) {
            int line = in.getInt();
            String name = text(in);
            String file = name == null ? null : text(in);
            if (file == null) {
                return;
            }
            target.add(new CallStack.Call(name, file, line));
        }
    }

    /** Null if the text is cut. */
    private static String text(ByteBuffer in) {
        int length = in.remaining() < Short.BYTES ? -1 : in.getShort() & 0xFFFF;
        if (length < 0 || length > in.remaining()) {
            return null;
        }
        byte[] text = new byte[length];
        in.get(text);
        return text(text, 0, length);
    }

    private static String text(Slot slot) {
        return text(slot.bytes(), slot.from(), slot.length());
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, Math.min(length, MAX_TEXT_BYTES), StandardCharsets.UTF_8);
    }

    /** As {@link Names#abandon}. */
    void abandon() {
        entries.values().forEach(entry -> {
            if (entry.missing != 0 && !entry.abandoned) {
                entry.abandoned = true;
                asker.budget().countUnknown();
            }
        });
    }
}
