package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.SavedArguments;
import dev.zonecast.fxt.Term;
import dev.zonecast.memory.Memory;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Arguments that wait for the end of a zone, as recorded so far: {@link ExtensionLayout#LATE}. */
public final class LateBlobs {
    private static final InlineName NAME = new InlineName(ExtensionLayout.LATE);
    private static final int PAYLOAD = NAME.payloadOffset();
    private static final int WORD = FxtLayout.WORD_BYTES;
    private static final int MOST_DEPTH = 1 << 10;

    /** With "ended by" no more than an event may have. */
    private static final int MOST_ARGUMENTS = FxtLayout.MAX_ARGUMENTS - 1;

    private final Map<Long, NavigableMap<Integer, SavedArguments>> byThread = new HashMap<>();

    boolean isEmpty() {
        return byThread.isEmpty();
    }

    /** Reads a blob; false if it is of another kind. A damaged blob is ignored. */
    boolean take(Memory part, long at, long header, long bytes) {
        if (bytes < PAYLOAD + ExtensionLayout.LATE_ARGUMENTS || !NAME.isOf(part, at, header)) {
            return false;
        }
        long from = at + PAYLOAD + ExtensionLayout.LATE_ARGUMENTS;
        long thread = part.getLong(at + PAYLOAD) >>> 32;
        long word = part.getLong(at + PAYLOAD + ExtensionLayout.LATE_DEPTH);
        int depth = (int) word;
        long length = word >>> 32;
        if (depth > 0 && depth <= MOST_DEPTH && length <= at + bytes - from) {
            SavedArguments arguments = arguments(part, from, from + length);
            byThread.computeIfAbsent(thread, ignored -> new TreeMap<>()).put(depth, arguments);
        }
        return true;
    }

    /** Complete blobs, independent of their position. */
    private static SavedArguments arguments(Memory part, long from, long end) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int count = 0;
        for (long at = from; at + WORD <= end && count < MOST_ARGUMENTS; ) {
            long header = part.getLong(at);
            long bytes = ((header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS) * WORD;
            if (bytes == 0 || bytes > end - at) {
                break;
            }
            if (Term.isTerm((int) (header >>> FxtLayout.ARGUMENT_NAME_SHIFT) & 0xFFFF)
                    && (((int) header & 15) != FxtLayout.ARGUMENT_STRING || isFixedText(header, bytes))) {
                kept.writeBytes(part.slice(at, bytes).toBytes());
                count++;
            }
            at += bytes;
        }
        return new SavedArguments(count, kept.toByteArray());
    }

    private static boolean isFixedText(long header, long bytes) {
        int text = (int) (header >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & 0xFFFF;
        return (text & FxtLayout.INLINE_STRING) != 0
                ? (text & ~FxtLayout.INLINE_STRING) <= bytes - WORD
                : text == 0 || Term.isTerm(text);
    }

    /** Zones of the thread that are deeper have ended. */
    void forgetBelow(long thread, int depth) {
        NavigableMap<Integer, SavedArguments> known = byThread.get(thread);
        if (known != null) {
            known.tailMap(depth, false).clear();
            if (known.isEmpty()) {
                byThread.remove(thread);
            }
        }
    }

    /**
     * Arguments of an open zone.
     *
     * @param depth 1 = outermost
     * @return null if there are none
     */
    public SavedArguments of(long thread, int depth) {
        NavigableMap<Integer, SavedArguments> known = byThread.get(thread);
        return known == null ? null : known.get(depth);
    }
}
