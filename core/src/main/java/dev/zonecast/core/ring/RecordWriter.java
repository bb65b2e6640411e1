package dev.zonecast.core.ring;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.kind.EventKind;

/** Writes records that are no zones: of a fixed size, with a text, markers that the caller fills. */
public abstract sealed class RecordWriter extends RingWriter permits Recorder {
    RecordWriter(RingPool pool, RingPolicy policy) {
        super(pool, policy);
    }

    /** A record without payload, stamped now: one slot, which never wraps. */
    public final void record(EventKind kind, int small, int id) {
        if (position + SLOT > limit && !admit(SLOT)) {
            return;
        }
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.header(kind.code(), 2, small, id));
        put(offset + 8, Clock.ticks());
        publish(position + SLOT);
    }

    /** A record with one word of payload (and one unused), stamped now. */
    public final void record(EventKind kind, int small, int id, long value) {
        record(kind, small, id, value, 0);
    }

    /** A record with two words of payload, stamped now. */
    public final void record(EventKind kind, int small, int id, long a, long b) {
        boolean ignored = isRecorded(kind, small, id, a, b);
    }

    /** As {@link #record(EventKind, int, int, long, long)}; false if there was no room (counted). */
    final boolean isRecorded(EventKind kind, int small, int id, long a, long b) {
        long ticks = Clock.ticks();
        long at = claim(2 * SLOT);
        if (at < 0) {
            return false;
        }
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(kind.code(), 4, small, id));
        put(offset + 8, ticks);
        put(offset + 16, a);
        put(offset + 24, b);
        publish(at + 2 * SLOT);
        return true;
    }

    /**
     * A record with four words of payload, stamped now.
     *
     * @return false if there was no room; the caller decides whether that is a drop ({@link #countDrop}) or tries again
     */
    public final boolean tryRecord(EventKind kind, int small, int id, long a, long b, long c, long d) {
        boolean recorded = tryRecordAt(Clock.ticks(), kind, small, id, a, b, c, d);
        flush();
        return recorded;
    }

    /**
     * As {@link #tryRecord(EventKind, int, int, long, long, long, long)}, for several records with one reading of the clock and one
     * {@link #flush}: the line of the ring that tells the position goes to the collector's core and back once.
     *
     * @param ticks read by this thread; the flush has to come within a microsecond of it, which is the collector's margin
     */
    public final boolean tryRecordAt(long ticks, EventKind kind, int small, int id, long a, long b, long c, long d) {
        long at = claimUncounted(3 * SLOT);
        if (at < 0) {
            return false;
        }
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(kind.code(), 6, small, id));
        put(offset + 8, ticks);
        put(offset + 16, a);
        put(offset + 24, b);
        put(offset + 32, c);
        put(offset + 40, d);
        position = at + 3 * SLOT;
        return true;
    }

    /**
     * A record with a text, stamped now. The text is copied as UTF-8; lone surrogates become U+FFFD; what is longer than
     * {@link RingLayout#MAX_TEXT_BYTES} (or a quarter of a small ring) is cut before a character and counted.
     */
    public final void recordText(EventKind kind, int small, int id, String text) {
        long ticks = Clock.ticks();
        if (ring == null && !obtainRing()) {
            countDrop();
            return;
        }
        int maxBytes = maxTextBytes();
        int chars = text.length();
        if (chars <= maxBytes) {
            long at = claim(textRecordBytes(chars));
            if (at < 0) {
                return;
            }
            if (putAscii(text, chars, RingLayout.HEADER_BYTES + (at & mask) + 24)) {
                finishText(at, ticks, kind, small, id, chars);
                return;
            }
        }
        int bytes = Utf8.length(text, maxBytes);
        if (bytes < 0) {
            countTruncated();
            bytes = ~bytes;
        }
        long at = claim(textRecordBytes(bytes));
        if (at < 0) {
            return;
        }
        Utf8.put(text, bytes, memory, RingLayout.HEADER_BYTES + (at & mask) + 24);
        finishText(at, ticks, kind, small, id, bytes);
    }

    static int textRecordBytes(int textBytes) {
        return (24 + textBytes + 15) & ~15;
    }

    /** Copies if every character is ASCII, 8 to a word; false leaves garbage in room that was claimed but not published. */
    private boolean putAscii(String text, int chars, long offset) {
        int all = 0;
        int i = 0;
        for (; i + 8 <= chars; i += 8) {
            long word = 0;
            for (int k = 0; k < 8; k++) {
                char c = text.charAt(i + k);
                all |= c;
                word |= (long) (c & 0xFF) << (8 * k);
            }
            put(offset + i, word);
        }
        for (; i < chars; i++) {
            char c = text.charAt(i);
            all |= c;
            putByte(offset + i, (byte) c);
        }
        return all < 0x80;
    }

    private void finishText(long at, long ticks, EventKind kind, int small, int id, int bytes) {
        int recordBytes = textRecordBytes(bytes);
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(kind.code(), recordBytes / 8, small, id));
        put(offset + 8, ticks);
        put(offset + 16, bytes);
        publish(at + recordBytes);
    }

    // --- markers: a record that the caller fills

    /**
     * Room for a record.
     *
     * @param bytes of all of it
     * @return place of its first word, or -1 (counted)
     */
    public final long claimMarker(int bytes) {
        long at = claim(wholeSlots(bytes));
        return at < 0 ? -1 : RingLayout.HEADER_BYTES + (at & mask);
    }

    /** Writes a word of the record at hand. */
    public final void putWord(long offset, long word) {
        put(offset, word);
    }

    /** Bytes of UTF-8 that are kept of a text, -1 for null. A text that is cut is counted. */
    public final int textBytes(String text, int maxBytes) {
        if (text == null) {
            return -1;
        }
        int chars = text.length();
        if (chars <= maxBytes && isAscii(text, chars)) {
            return chars;
        }
        int bytes = Utf8.length(text, maxBytes);
        if (bytes >= 0) {
            return bytes;
        }
        countTruncated();
        return ~bytes;
    }

    private static boolean isAscii(String text, int chars) {
        int all = 0;
        for (int i = 0; i < chars; i++) {
            all |= text.charAt(i);
        }
        return all < 0x80;
    }

    /** Bytes that a text takes in a marker. */
    public static int paddedBytes(int textBytes) {
        return Math.max(0, textBytes) + 7 & ~7;
    }

    /**
     * Writes a text of the record at hand.
     *
     * @param bytes from {@link #textBytes}
     * @return place behind it
     */
    public final long putText(String text, int bytes, long offset) {
        if (bytes > 0 && (bytes != text.length() || !putAscii(text, bytes, offset))) {
            Utf8.put(text, bytes, memory, offset);
        }
        return offset + paddedBytes(bytes);
    }

    /** Publishes the record at hand. */
    public final void finishMarker(long offset, int bytes, int small, int id, long ticks) {
        int recordBytes = wholeSlots(bytes);
        put(offset, RingLayout.header(EventKind.MARKER.code(), recordBytes / 8, small, id));
        put(offset + 8, ticks);
        // A pad may stand before the record.
        publish(position + (offset - RingLayout.HEADER_BYTES - position & mask) + recordBytes);
    }

    private static int wholeSlots(int bytes) {
        return bytes + 15 & ~15;
    }
}
