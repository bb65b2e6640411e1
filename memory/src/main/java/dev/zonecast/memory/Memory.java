package dev.zonecast.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A block of memory: native, a mapped file, or an array. Offsets are bytes from its beginning and are checked. Numbers are
 * little-endian and may lie anywhere; those of ordered access lie at multiples of their size, and in no {@code byte[]}.
 */
public final class Memory {
    /** No bytes. */
    public static final Memory NONE = new Memory(MemorySegment.NULL);

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle ORDERED_INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle ORDERED_LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final MemorySegment segment;

    Memory(MemorySegment segment) {
        this.segment = segment;
    }

    /** The array's bytes. */
    public static Memory ofArray(byte[] array) {
        return new Memory(MemorySegment.ofArray(array));
    }

    /** The array's words. */
    public static Memory ofArray(long[] array) {
        return new Memory(MemorySegment.ofArray(array));
    }

    /** The bytes between a buffer's position and its limit. */
    public static Memory ofBuffer(ByteBuffer buffer) {
        return new Memory(MemorySegment.ofBuffer(buffer));
    }

    public long byteSize() {
        return segment.byteSize();
    }

    /** Of the first byte. */
    public long address() {
        return segment.address();
    }

    public Memory slice(long at, long bytes) {
        return new Memory(segment.asSlice(at, bytes));
    }

    /** All from an offset on. */
    public Memory slice(long at) {
        return new Memory(segment.asSlice(at));
    }

    /** The same bytes; at most {@link Integer#MAX_VALUE}. */
    public ByteBuffer asByteBuffer() {
        return segment.asByteBuffer();
    }

    // --- plain access

    public byte getByte(long at) {
        return segment.get(BYTE, at);
    }

    public void setByte(long at, byte value) {
        segment.set(BYTE, at, value);
    }

    public short getShort(long at) {
        return segment.get(SHORT, at);
    }

    public void setShort(long at, short value) {
        segment.set(SHORT, at, value);
    }

    public int getInt(long at) {
        return segment.get(INT, at);
    }

    public void setInt(long at, int value) {
        segment.set(INT, at, value);
    }

    public long getLong(long at) {
        return segment.get(LONG, at);
    }

    public void setLong(long at, long value) {
        segment.set(LONG, at, value);
    }

    // --- ordered access

    public int getIntAcquire(long at) {
        return (int) ORDERED_INT.getAcquire(segment, at);
    }

    public void setIntRelease(long at, int value) {
        ORDERED_INT.setRelease(segment, at, value);
    }

    public long getLongAcquire(long at) {
        return (long) ORDERED_LONG.getAcquire(segment, at);
    }

    public void setLongRelease(long at, long value) {
        ORDERED_LONG.setRelease(segment, at, value);
    }

    public long getLongOpaque(long at) {
        return (long) ORDERED_LONG.getOpaque(segment, at);
    }

    public void setLongOpaque(long at, long value) {
        ORDERED_LONG.setOpaque(segment, at, value);
    }

    /** Sets a number if it has the expected value; returns whether it had. */
    public boolean compareAndSetLong(long at, long expected, long value) {
        return ORDERED_LONG.compareAndSet(segment, at, expected, value);
    }

    /** Adds, and returns the number before. */
    public long getAndAddLong(long at, long delta) {
        return (long) ORDERED_LONG.getAndAdd(segment, at, delta);
    }

    // --- many bytes

    public void fill(byte value) {
        segment.fill(value);
    }

    /** Reads each page of a mapped file, so that no later access waits for the disk. */
    public void load() {
        segment.load();
    }

    /** Offset of the first byte that differs, or -1. */
    public long mismatch(Memory other) {
        return segment.mismatch(other.segment);
    }

    /** A copy. */
    public byte[] toBytes() {
        return segment.toArray(BYTE);
    }

    /** A copy of the words. */
    public long[] toLongs() {
        return segment.toArray(LONG);
    }

    /** Copies bytes; the two may overlap. */
    public static void copy(Memory source, long from, Memory target, long to, long bytes) {
        MemorySegment.copy(source.segment, from, target.segment, to, bytes);
    }

    /** Copies bytes out of an array. */
    public static void copy(byte[] source, int from, Memory target, long to, int count) {
        MemorySegment.copy(source, from, target.segment, BYTE, to, count);
    }

    /** Copies numbers out of an array. */
    public static void copy(int[] source, int from, Memory target, long to, int count) {
        MemorySegment.copy(source, from, target.segment, INT, to, count);
    }

    /** Copies numbers out of an array. */
    public static void copy(long[] source, int from, Memory target, long to, int count) {
        MemorySegment.copy(source, from, target.segment, LONG, to, count);
    }

    /** Copies bytes into an array. */
    public static void copy(Memory source, long from, byte[] target, int to, int count) {
        MemorySegment.copy(source.segment, BYTE, from, target, to, count);
    }

    /** Copies numbers into an array. */
    public static void copy(Memory source, long from, int[] target, int to, int count) {
        MemorySegment.copy(source.segment, INT, from, target, to, count);
    }

    /** Copies numbers into an array. */
    public static void copy(Memory source, long from, long[] target, int to, int count) {
        MemorySegment.copy(source.segment, LONG, from, target, to, count);
    }
}
