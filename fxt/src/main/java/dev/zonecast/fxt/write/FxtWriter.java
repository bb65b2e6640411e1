package dev.zonecast.fxt.write;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes records into one native buffer, and the buffer to the file when it is full or when told. What reaches the file are whole
 * records only. No method allocates, but for texts with zero bytes, and where the output takes a buffer for another.
 *
 * <p>Frequent records are written in one go ({@link #record2} and so on). Others are opened, filled and closed; while one is open,
 * nothing else may be written.
 */
public class FxtWriter {
    private static final byte[] SYMBOL_FOR_NULL = "\u2400".getBytes(StandardCharsets.UTF_8);
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private final RecordOutput file;
    private final int capacity;
    private final int fillingBytes;
    private ByteBuffer buffer;
    private Memory memory;
    private int position;
    /** Of the record that is open; -1: none is. */
    private int recordStart = -1;

    public FxtWriter(RecordOutput file) {
        this(file, RecordOutput.BUFFER_BYTES / 2);
    }

    /** @param fillingBytes beyond which a flush should not wait; there is room for what comes until then */
    public FxtWriter(RecordOutput file, int fillingBytes) {
        this.file = file;
        buffer = file.firstBuffer();
        capacity = buffer.capacity();
        this.fillingBytes = Math.min(fillingBytes, capacity / 2);
        memory = Memory.ofBuffer(buffer);
    }

    /** True when there is as much that the next flush should not wait. */
    public final boolean isFilling() {
        return position > fillingBytes;
    }

    /** Writes what waits to the file, if it has room for it. */
    public final void flush() throws IOException {
        if (file.hasRoom()) {
            exchange();
        }
    }

    /** Writes what waits to the file, whether it has room or not: nothing comes after it. */
    public final void finish() throws IOException {
        if (position > 0) {
            buffer.clear().limit(position);
            position = 0;
            file.write(buffer);
        }
    }

    /** True if nothing waits. */
    public final boolean isEmpty() {
        return position == 0;
    }

    private void exchange() throws IOException {
        if (position > 0) {
            buffer.clear().limit(position);
            position = 0;
            ByteBuffer next = null;
            try {
                next = file.exchange(buffer);
            } finally {
                if (next != buffer) {
                    // After a failure the old one may be what others read.
                    buffer = next == null ? ByteBuffer.allocateDirect(capacity) : next;
                    memory = Memory.ofBuffer(buffer.clear());
                }
            }
            position = file.keptBytes();
        }
    }

    /** See {@link RecordOutput#notes}. */
    public final ZoneNotes notes() {
        return file.notes();
    }

    /** Makes room, so that as many bytes can follow without a flush. */
    public final void room(int bytes) throws IOException {
        if (position + bytes > capacity) {
            exchange();
        }
    }

    /** Where the next record starts, in the file. Grows only. */
    public final long offset() {
        return file.writtenBytes() + position;
    }

    /** True if the record that starts at an offset of the file can still be changed. */
    public final boolean holds(long offset) {
        return offset >= file.writtenBytes();
    }

    // --- frequent records

    public final void record2(long header, long time) throws IOException {
        room(16);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        position = at + 16;
    }

    public final void record3(long header, long time, long a) throws IOException {
        room(24);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        m.setLong(at + 16L, a);
        position = at + 24;
    }

    public final void record4(long header, long time, long a, long b) throws IOException {
        room(32);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        m.setLong(at + 16L, a);
        m.setLong(at + 24L, b);
        position = at + 32;
    }

    public final void record5(long header, long time, long a, long b, long c) throws IOException {
        room(40);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        m.setLong(at + 16L, a);
        m.setLong(at + 24L, b);
        m.setLong(at + 32L, c);
        position = at + 40;
    }

    public final void record6(long header, long time, long a, long b, long c, long d) throws IOException {
        room(48);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        m.setLong(at + 16L, a);
        m.setLong(at + 24L, b);
        m.setLong(at + 32L, c);
        m.setLong(at + 40L, d);
        position = at + 48;
    }

    public final void record7(long header, long time, long a, long b, long c, long d, long e) throws IOException {
        room(56);
        int at = position;
        Memory m = memory;
        m.setLong(at, header);
        m.setLong(at + 8L, time);
        m.setLong(at + 16L, a);
        m.setLong(at + 24L, b);
        m.setLong(at + 32L, c);
        m.setLong(at + 40L, d);
        m.setLong(at + 48L, e);
        position = at + 56;
    }

    // --- records in steps

    /** Opens a record; its header comes last. There is room for the longest. */
    public final void open() throws IOException {
        room(FxtLayout.MAX_RECORD_BYTES);
        recordStart = position;
        position += FxtLayout.WORD_BYTES;
    }

    public final void word(long word) {
        memory.setLong(position, word);
        position += FxtLayout.WORD_BYTES;
    }

    /**
     * Closes the record.
     *
     * @param header without the size
     */
    public final void close(long header) {
        int words = (position - recordStart) / FxtLayout.WORD_BYTES;
        if (words > FxtLayout.MAX_RECORD_WORDS) {
            throw new IllegalStateException("a record of " + words + " words");
        }
        memory.setLong(recordStart, header | (long) words << FxtLayout.WORDS_SHIFT);
        recordStart = -1;
    }

    /** After a failure: the record that is open is not written. */
    public final void dropOpenRecord() {
        if (recordStart >= 0) {
            position = recordStart;
            recordStart = -1;
        }
    }

    /** Writes a whole record, header and all. */
    public final void record(long[] words) throws IOException {
        room(words.length * FxtLayout.WORD_BYTES);
        for (long word : words) {
            word(word);
        }
    }

    /**
     * Appends a text in UTF-8, cut to {@link FxtLayout#MAX_STRING_BYTES} and padded. A zero byte, which would end the text in some
     * readers, becomes U+2400, the symbol for it.
     *
     * @return reference to it
     */
    public final int string(byte[] utf8) {
        byte[] text = withoutZeros(utf8);
        int bytes = prefix(text, FxtLayout.MAX_STRING_BYTES);
        if (bytes == 0) {
            return 0;
        }
        memory.setLong(position + (bytes & ~7), 0L);
        Memory.copy(text, 0, memory, position, bytes);
        return padded(bytes);
    }

    /** Clears the padding behind a text that the caller copies to {@link #memory} at {@link #position}. */
    protected final void beginString(int bytes) {
        memory.setLong(position + (bytes & ~7), 0L);
    }

    /**
     * Ends a text that was copied behind {@link #beginString}.
     *
     * @return reference to it; -1: it has zero bytes, and is not taken
     */
    protected final int endString(int bytes) {
        return hasZero(bytes) ? -1 : padded(bytes);
    }

    private int padded(int bytes) {
        position += (bytes + 7) & ~7;
        return FxtLayout.INLINE_STRING | bytes;
    }

    /** Appends an argument of one word and a value. */
    public final void longArgument(Term name, long value) {
        word(Arguments.longHead(name));
        word(value);
    }

    /**
     * Appends a colour, as text: {@code #RRGGBB}.
     *
     * @param rgb 0xRRGGBB
     */
    public final void colorArgument(int rgb) {
        word(Arguments.string(Term.COLOR, FxtLayout.INLINE_STRING | 7) + (1L << FxtLayout.WORDS_SHIFT));
        word(Arguments.colorText(rgb));
    }

    /** Appends an argument with a text. */
    public final void stringArgument(Term name, String text) {
        int start = openArgument();
        int reference = string(text.getBytes(StandardCharsets.UTF_8));
        closeStringArgument(start, name.index(), reference);
    }

    /** Leaves room for the first word of an argument with a text. */
    protected final int openArgument() {
        int start = position;
        position += FxtLayout.WORD_BYTES;
        return start;
    }

    /**
     * Writes that word.
     *
     * @param start what {@link #openArgument} returned
     */
    protected final void closeStringArgument(int start, int name, int reference) {
        long moreWords = (position - start) / FxtLayout.WORD_BYTES - 1L;
        memory.setLong(start, Arguments.string(name, reference) + (moreWords << FxtLayout.WORDS_SHIFT));
    }

    // --- bytes of a blob

    /** Appends bytes as they are, and pads them. */
    public final void bytes(byte[] bytes, int from, int count) {
        memory.setLong(position + (count & ~7), 0L);
        Memory.copy(bytes, from, memory, position, count);
        position += (count + 7) & ~7;
    }

    /** Appends whole words of 32 bits, an even number of them. */
    public final void words(int[] words, int from, int count) {
        Memory.copy(words, from, memory, position, count);
        position += count * Integer.BYTES;
    }

    // --- many records in a loop: see ZoneRecords

    /** What {@link #room} was made in, for whole records from {@link #position} on. */
    public final Memory memory() {
        return memory;
    }

    /** Says up to where records were written. */
    public final void advance(int newPosition) {
        position = newPosition;
    }

    // --- changing the last record: see ZoneRecords

    public final int position() {
        return position;
    }

    /** Takes back what was written behind a position. */
    public final void back(int newPosition) {
        position = newPosition;
    }

    /** Word at an offset of the file that {@link #holds}. */
    public final long wordAt(long offset) {
        return memory.getLong(offset - file.writtenBytes());
    }

    public final void setWordAt(long offset, long word) {
        memory.setLong(offset - file.writtenBytes(), word);
    }

    /**
     * Moves the last bytes written to the front: {@code a b} becomes {@code b a}. Needs room for a again.
     *
     * @param offset in the file, of a
     * @param aBytes of a; b is the rest
     */
    public final void rotate(long offset, int aBytes) {
        long start = offset - file.writtenBytes();
        long bBytes = position - start - aBytes;
        Memory.copy(memory, start, memory, position, aBytes);
        Memory.copy(memory, start + aBytes, memory, start, bBytes);
        Memory.copy(memory, position, memory, start + bBytes, aBytes);
    }

    /** Copies bytes that were written, starting at a position. */
    public final void copyOut(int from, byte[] target, int at, int count) {
        Memory.copy(memory, from, target, at, count);
    }

    // --- texts

    private boolean hasZero(int bytes) {
        int at = position;
        int end = position + bytes;
        for (; at + 8 <= end; at += 8) {
            long word = memory.getLong(at);
            // "Determine if a word has a zero byte", Bit Twiddling Hacks, S. E. Anderson.
            if (((word - LOW_BITS) & ~word & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; at < end; at++) {
            if (memory.getByte(at) == 0) {
                return true;
            }
        }
        return false;
    }

    /** The same bytes if there is no zero among them. */
    public static byte[] withoutZeros(byte[] utf8) {
        int zeros = 0;
        for (byte b : utf8) {
            zeros += b == 0 ? 1 : 0;
        }
        if (zeros == 0) {
            return utf8;
        }
        byte[] result = new byte[utf8.length + zeros * (SYMBOL_FOR_NULL.length - 1)];
        int at = 0;
        for (byte b : utf8) {
            if (b == 0) {
                System.arraycopy(SYMBOL_FOR_NULL, 0, result, at, SYMBOL_FOR_NULL.length);
                at += SYMBOL_FOR_NULL.length;
            } else {
                result[at++] = b;
            }
        }
        return result;
    }

    /** Largest count of bytes not above a limit that does not cut a character. */
    public static int prefix(byte[] utf8, int maxBytes) {
        if (utf8.length <= maxBytes) {
            return utf8.length;
        }
        int end = maxBytes;
        while (end > 0 && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    /** UTF-8 of a name as it is written everywhere: without zeros, cut to the longest string. */
    public static byte[] name(String name) {
        byte[] utf8 = withoutZeros(name.getBytes(StandardCharsets.UTF_8));
        int bytes = prefix(utf8, FxtLayout.MAX_STRING_BYTES);
        return bytes == utf8.length ? utf8 : Arrays.copyOf(utf8, bytes);
    }
}
