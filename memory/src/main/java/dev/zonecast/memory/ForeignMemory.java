package dev.zonecast.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A segment. */
final class ForeignMemory extends Memory {
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

    ForeignMemory(MemorySegment segment) {
        this.segment = segment;
    }

    @Override
    public long byteSize() {
        return segment.byteSize();
    }

    @Override
    public long address() {
        return segment.address();
    }

    @Override
    public Memory slice(long at, long bytes) {
        return new ForeignMemory(segment.asSlice(at, bytes));
    }

    @Override
    public ByteBuffer asByteBuffer() {
        return segment.asByteBuffer();
    }

    // --- plain access

    @Override
    public byte getByte(long at) {
        return segment.get(BYTE, at);
    }

    @Override
    public void setByte(long at, byte value) {
        segment.set(BYTE, at, value);
    }

    @Override
    public short getShort(long at) {
        return segment.get(SHORT, at);
    }

    @Override
    public void setShort(long at, short value) {
        segment.set(SHORT, at, value);
    }

    @Override
    public int getInt(long at) {
        return segment.get(INT, at);
    }

    @Override
    public void setInt(long at, int value) {
        segment.set(INT, at, value);
    }

    @Override
    public long getLong(long at) {
        return segment.get(LONG, at);
    }

    @Override
    public void setLong(long at, long value) {
        segment.set(LONG, at, value);
    }

    // --- ordered access

    @Override
    public void setIntRelease(long at, int value) {
        ORDERED_INT.setRelease(segment, at, value);
    }

    @Override
    public long getLongAcquire(long at) {
        return (long) ORDERED_LONG.getAcquire(segment, at);
    }

    @Override
    public void setLongRelease(long at, long value) {
        ORDERED_LONG.setRelease(segment, at, value);
    }

    @Override
    public long getLongOpaque(long at) {
        return (long) ORDERED_LONG.getOpaque(segment, at);
    }

    @Override
    public void setLongOpaque(long at, long value) {
        ORDERED_LONG.setOpaque(segment, at, value);
    }

    @Override
    public boolean compareAndSetLong(long at, long expected, long value) {
        return ORDERED_LONG.compareAndSet(segment, at, expected, value);
    }

    @Override
    public long getAndAddLong(long at, long delta) {
        return (long) ORDERED_LONG.getAndAdd(segment, at, delta);
    }

    // --- many bytes

    @Override
    public void fill(byte value) {
        segment.fill(value);
    }

    @Override
    public void load() {
        segment.load();
    }

    @Override
    public long mismatch(Memory other) {
        return segment.mismatch(segment(other));
    }

    @Override
    void write(Memory source, long from, long to, long bytes) {
        MemorySegment.copy(segment(source), from, segment, to, bytes);
    }

    @Override
    void write(byte[] source, int from, long to, int count) {
        MemorySegment.copy(source, from, segment, BYTE, to, count);
    }

    @Override
    void write(int[] source, int from, long to, int count) {
        MemorySegment.copy(source, from, segment, INT, to, count);
    }

    @Override
    void write(long[] source, int from, long to, int count) {
        MemorySegment.copy(source, from, segment, LONG, to, count);
    }

    @Override
    void read(long from, byte[] target, int to, int count) {
        MemorySegment.copy(segment, BYTE, from, target, to, count);
    }

    @Override
    void read(long from, int[] target, int to, int count) {
        MemorySegment.copy(segment, INT, from, target, to, count);
    }

    @Override
    void read(long from, long[] target, int to, int count) {
        MemorySegment.copy(segment, LONG, from, target, to, count);
    }

    private static MemorySegment segment(Memory of) {
        return ((ForeignMemory) of).segment;
    }
}
