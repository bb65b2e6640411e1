package dev.zonecast.fxt.write;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.InlineName;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.fxt.Term;
import dev.zonecast.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Writes records into one native buffer, and the buffer to the file when it is full or when told. What reaches the file are whole
 * records only. No method allocates, but for texts with zero bytes, and where the output takes a buffer for another.
 *
 * <p>A record of a known size is begun with {@link #record} and filled. Others are opened, filled and closed: {@link #event},
 * {@link #blob}. While one is open, nothing else may be written.
 */
public class FxtWriter {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Of a blob, so that a few of them always fit into a record. */
    private static final int MAX_BLOB_TEXT_BYTES = 4_000;

    private final RecordOutput file;
    private final int capacity;
    private final int fillingBytes;
    private ByteBuffer buffer;
    private Memory memory;
    private int position;
    /** What a piece begins with: nothing that waits. */
    private int headBytes;

    /** Of the record that is open; -1: none is. */
    private int recordStart = -1;

    private int payloadStart;
    private long openHeader;
    /** Written since a record was opened, or {@link #countArguments}. */
    private int arguments;

    /** @param fillingBytes level at which to flush without delay; the rest is room for records until then */
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
        if (position > headBytes) {
            buffer.clear().limit(position);
            position = 0;
            file.write(buffer);
        }
    }

    /** True if nothing waits. */
    public final boolean isEmpty() {
        return position == headBytes;
    }

    private void exchange() throws IOException {
        if (position > headBytes) {
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
            if (file.isInPieces()) {
                tables();
                headBytes = position;
            }
        }
    }

    /** Writes a word at the beginning of a piece, where the output {@linkplain RecordOutput#isInPieces is in pieces}. */
    protected void tables() {}

    /** See {@link RecordOutput#isInPieces}. */
    protected final boolean isInPieces() {
        return file.isInPieces();
    }

    /** See {@link RecordOutput#notes}. */
    public final ZoneNotes notes() {
        return file.notes();
    }

    /** See {@link RecordOutput#losses}. */
    public final long losses() {
        return file.losses();
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

    // --- records

    /** Begins a record of the size that its header has. Its other words follow. */
    public final FxtWriter record(long header) throws IOException {
        room((int) RecordSize.bytes(header));
        return word(header);
    }

    /** Writes a whole record, header and all. */
    public final void record(long[] words) throws IOException {
        room(words.length * FxtLayout.WORD_BYTES);
        for (long word : words) {
            word(word);
        }
    }

    public final FxtWriter word(long word) {
        memory.setLong(position, word);
        position += FxtLayout.WORD_BYTES;
        return this;
    }

    /**
     * Opens a record. There is room for the longest.
     *
     * @param header without the size and what else comes later
     */
    public final FxtWriter open(long header) throws IOException {
        room(FxtLayout.MAX_RECORD_BYTES);
        recordStart = position;
        openHeader = header;
        arguments = 0;
        position += FxtLayout.WORD_BYTES;
        return this;
    }

    /** Opens an event. An inline name follows, then arguments and the word of its type. */
    public final FxtWriter event(long header, long time) throws IOException {
        return open(header).word(time);
    }

    /** Opens a blob of {@link dev.zonecast.fxt.ExtensionLayout}. The words of its payload follow, then texts. */
    public final FxtWriter blob(Term name, int kind, int id) throws IOException {
        open(FxtLayout.BLOB
                | (long) name.index() << FxtLayout.BLOB_NAME_SHIFT
                | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT);
        return payload(kind, id);
    }

    /** Opens a blob with its name in it. */
    public final FxtWriter blob(InlineName name, int kind, int id) throws IOException {
        open(name.header(0));
        for (long word : name.words()) {
            word(word);
        }
        return payload(kind, id);
    }

    private FxtWriter payload(int kind, int id) {
        payloadStart = position;
        return word(ExtensionLayout.VERSION | (long) (kind & 0xFFFF) << 16 | (long) id << 32);
    }

    /** Adds bits to the header of the record that is open. */
    public final void header(long bits) {
        openHeader |= bits;
    }

    /** Closes a blob, and returns the bytes of the record. */
    public final int closeBlob() {
        int start = recordStart;
        header((long) (position - payloadStart) << FxtLayout.BLOB_BYTES_SHIFT);
        close();
        return position - start;
    }

    /** Closes the record. */
    public final void close() {
        while ((position & 7) != 0) {
            memory.setByte(position++, (byte) 0);
        }
        int words = (position - recordStart) / FxtLayout.WORD_BYTES;
        if (words > FxtLayout.MAX_RECORD_WORDS) {
            throw new IllegalStateException("a record of " + words + " words");
        }
        openHeader |= (long) words << FxtLayout.WORDS_SHIFT | (long) arguments << FxtLayout.EVENT_ARGUMENTS_SHIFT;
        memory.setLong(recordStart, openHeader);
        recordStart = -1;
    }

    /** After a failure: the record that is open is not written. */
    public final void dropOpenRecord() {
        if (recordStart >= 0) {
            position = recordStart;
            recordStart = -1;
        }
    }

    // --- texts and arguments

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
        position += (bytes + 7) & ~7;
        return FxtLayout.INLINE_STRING | bytes;
    }

    /** Counts arguments from here on that are behind a record. */
    public final void countArguments() {
        arguments = 0;
    }

    /** Arguments since a record was opened, or {@link #countArguments}. */
    public final int arguments() {
        return arguments;
    }

    /** Appends an argument that is one word: see {@link Arguments}. */
    public final FxtWriter argument(long word) {
        arguments++;
        return word(word);
    }

    /** Appends an argument of two words, the first of {@link Arguments}. */
    public final FxtWriter argument(long head, long value) {
        return argument(head).word(value);
    }

    /** Appends so many arguments that {@link #copy} gave. */
    public final void arguments(byte[] encoded, int count) {
        bytes(encoded, 0, encoded.length);
        arguments += count;
    }

    /**
     * Appends a colour, as text: {@code #RRGGBB}.
     *
     * @param rgb 0xRRGGBB
     */
    public final void colorArgument(int rgb) {
        textArgument(Term.COLOR, "#" + HEX.toHexDigits(rgb, 6));
    }

    /** Appends an argument with a text. */
    public final FxtWriter textArgument(Term name, String text) {
        return textArgument(name.index(), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends an argument with a text in UTF-8. */
    public final FxtWriter textArgument(int name, byte[] utf8) {
        int start = position;
        position += FxtLayout.WORD_BYTES;
        int reference = string(utf8);
        long moreWords = (position - start) / FxtLayout.WORD_BYTES - 1L;
        memory.setLong(start, Arguments.string(name, reference) + (moreWords << FxtLayout.WORDS_SHIFT));
        arguments++;
        return this;
    }

    // --- bytes of a blob

    /** Appends bytes as they are. */
    public final void bytes(byte[] bytes, int from, int count) {
        Memory.copy(bytes, from, memory, position, count);
        position += count;
    }

    /** Appends a text: a u16 count of bytes, and the bytes. */
    public final FxtWriter text(String text) {
        byte[] utf8 = withoutZeros(text.getBytes(StandardCharsets.UTF_8));
        int count = prefix(utf8, MAX_BLOB_TEXT_BYTES);
        memory.setShort(position, (short) count);
        position += Short.BYTES;
        bytes(utf8, 0, count);
        return this;
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

    public final int position() {
        return position;
    }

    /** Continues at a position: after records of a loop, or before records that are withdrawn. */
    public final void moveTo(int newPosition) {
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

    /** The bytes that were written behind a position. */
    public final byte[] copy(int from) {
        byte[] copy = new byte[position - from];
        Memory.copy(memory, from, copy, 0, copy.length);
        return copy;
    }

    // --- texts

    /** The same bytes if there is no zero among them. */
    private static byte[] withoutZeros(byte[] utf8) {
        for (byte b : utf8) {
            if (b == 0) {
                String text = new String(utf8, StandardCharsets.UTF_8);
                return text.replace('\0', '\u2400').getBytes(StandardCharsets.UTF_8);
            }
        }
        return utf8;
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
