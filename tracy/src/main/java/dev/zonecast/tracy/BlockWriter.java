package dev.zonecast.tracy;

import java.nio.charset.StandardCharsets;

/**
 * Writes fields of events into blocks. An event never straddles two blocks. A text fills a slot right before the event that empties
 * it. Times are nanoseconds of {@link System#nanoTime}, relative to bases. 0 bytes are allocated, but for texts that come as
 * {@link String}.
 *
 * <p>Owned by the collector's thread.
 */
public abstract class BlockWriter {
    /** Longest text of an event; the lengths have 16 bits. */
    public static final int MAX_TEXT_BYTES = 65_535;

    protected final Protocol protocol;
    private final BlockOutput output;
    private Block block;
    private byte[] bytes;
    private int position;
    private long threadBase;
    private long serialBase;

    BlockWriter(Protocol protocol, BlockOutput output, Block first) {
        this.protocol = protocol;
        this.output = output;
        use(first);
    }

    // --- blocks

    /** Index of the next byte in {@link #bytes}. */
    protected final int position() {
        return position;
    }

    /** Moves behind events that were written in a loop. */
    protected final void advance(int newPosition, long lastNanos) {
        position = newPosition;
        threadBase = lastNanos;
    }

    /** Time of the last event of the current thread that is relative to it. */
    public final long threadBaseNanos() {
        return threadBase;
    }

    public final boolean isEmpty() {
        return position == Block.START;
    }

    /** Bytes that are not handed over yet. */
    public final int lengthBytes() {
        return position - Block.START;
    }

    /** Hands over what there is; not between an event that fills a slot and the one that empties it. */
    public final void flush() {
        if (!isEmpty()) {
            block.end = position;
            use(output.exchange(block));
        }
    }

    private void use(Block next) {
        block = next;
        bytes = next.bytes;
        position = Block.START;
    }

    /** Makes room for an event that must not straddle two blocks. */
    protected final void reserve(int size) {
        if (position + size > Block.LIMIT) {
            flush();
        }
    }

    /** The block's bytes. A further event may come into another block. */
    protected final byte[] bytes() {
        return bytes;
    }

    // --- fields, in the order of the event

    /** Begins an event. Its fields follow. */
    public final BlockWriter open(EventType type) {
        return open(type, 0);
    }

    /** Begins an event with so many bytes behind its head. Its fields follow. */
    public final BlockWriter open(EventType type, int tailBytes) {
        reserve(protocol.sizeBytes(type) + tailBytes);
        return i8(protocol.code(type));
    }

    public final BlockWriter i8(int value) {
        bytes[position++] = (byte) value;
        return this;
    }

    public final BlockWriter i16(int value) {
        Wire.putShort(bytes, position, value);
        position += Short.BYTES;
        return this;
    }

    public final BlockWriter i32(int value) {
        Wire.putInt(bytes, position, value);
        position += Integer.BYTES;
        return this;
    }

    public final BlockWriter i64(long value) {
        Wire.putLong(bytes, position, value);
        position += Long.BYTES;
        return this;
    }

    protected final BlockWriter flag(boolean value) {
        return i8(value ? 1 : 0);
    }

    /** Three bytes, blue first. */
    protected final BlockWriter color(int rgb) {
        return i8(rgb).i8(rgb >>> 8).i8(rgb >>> 16);
    }

    protected final void copy(byte[] from) {
        System.arraycopy(from, 0, bytes, position, from.length);
        position += from.length;
    }

    /** A time relative to the last one of the current thread. */
    public final BlockWriter threadTime(long nanos) {
        i64(nanos - threadBase);
        threadBase = nanos;
        return this;
    }

    /** A time relative to the last one of locks, memory and GPU zones. */
    public final BlockWriter serialTime(long nanos) {
        i64(nanos - serialBase);
        serialBase = nanos;
        return this;
    }

    // --- strings

    /** Fills the slot that the next event empties. */
    public final void singleString(String text) {
        string(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, utf8(text));
    }

    protected final void string(EventType shortForm, EventType longForm, byte[] utf8) {
        int at = openString(shortForm, longForm, utf8.length);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
    }

    /** Index of the text's first byte. */
    protected final int openString(EventType shortForm, EventType longForm, int length) {
        boolean isShort = protocol.shortStrings() && length < Protocol.FIRST_LONG_STRING;
        if (isShort) {
            open(shortForm, 1 + length).i8(length);
        } else {
            open(longForm, Short.BYTES + length)
                    .i16(protocol.shortStrings() ? length - Protocol.FIRST_LONG_STRING : length);
        }
        int at = position;
        position += length;
        return at;
    }

    static byte[] utf8(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        return all.length <= MAX_TEXT_BYTES ? all : java.util.Arrays.copyOf(all, Wire.prefixBytes(all, MAX_TEXT_BYTES));
    }
}
