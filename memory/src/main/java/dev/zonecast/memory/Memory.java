package dev.zonecast.memory;

import java.nio.ByteBuffer;

/**
 * A block of memory: native, a mapped file, or an array. Offsets are bytes from its beginning and are checked. Numbers are
 * little-endian and may lie anywhere; those of ordered access lie at multiples of their size, and in no {@code byte[]}.
 */
public abstract class Memory {
    Memory() {}

    /** The array's bytes. */
    public static Memory ofArray(byte[] array) {
        return MemoryBackend.CHOSEN.ofArray(array);
    }

    /** The array's words. */
    public static Memory ofArray(long[] array) {
        return MemoryBackend.CHOSEN.ofArray(array);
    }

    /** The bytes between a buffer's position and its limit. */
    public static Memory ofBuffer(ByteBuffer buffer) {
        return MemoryBackend.CHOSEN.ofBuffer(buffer);
    }

    public abstract long byteSize();

    /** Of the first byte. */
    public abstract long address();

    public abstract Memory slice(long at, long bytes);

    /** All from an offset on. */
    public final Memory slice(long at) {
        return slice(at, byteSize() - at);
    }

    /** The same bytes; at most {@link Integer#MAX_VALUE}. */
    public abstract ByteBuffer asByteBuffer();

    // --- plain access

    public abstract byte getByte(long at);

    public abstract void setByte(long at, byte value);

    public abstract short getShort(long at);

    public abstract void setShort(long at, short value);

    public abstract int getInt(long at);

    public abstract void setInt(long at, int value);

    public abstract long getLong(long at);

    public abstract void setLong(long at, long value);

    // --- ordered access

    public abstract void setIntRelease(long at, int value);

    public abstract long getLongAcquire(long at);

    public abstract void setLongRelease(long at, long value);

    public abstract long getLongOpaque(long at);

    public abstract void setLongOpaque(long at, long value);

    /** Sets a number if it has the expected value; returns whether it had. */
    public abstract boolean compareAndSetLong(long at, long expected, long value);

    /** Adds, and returns the number before. */
    public abstract long getAndAddLong(long at, long delta);

    // --- many bytes

    public abstract void fill(byte value);

    /** Reads each page of a mapped file, so that no later access waits for the disk. */
    public abstract void load();

    /** Offset of the first byte that differs, or -1. */
    public abstract long mismatch(Memory other);

    /** A copy. */
    public final byte[] toBytes() {
        byte[] copy = new byte[Math.toIntExact(byteSize())];
        read(0, copy, 0, copy.length);
        return copy;
    }

    /** A copy of the words. */
    public final long[] toLongs() {
        long[] copy = new long[Math.toIntExact(byteSize() / Long.BYTES)];
        read(0, copy, 0, copy.length);
        return copy;
    }

    /** Copies bytes; the two may overlap. */
    public static void copy(Memory source, long from, Memory target, long to, long bytes) {
        target.write(source, from, to, bytes);
    }

    /** Copies bytes out of an array. */
    public static void copy(byte[] source, int from, Memory target, long to, int count) {
        target.write(source, from, to, count);
    }

    /** Copies numbers out of an array. */
    public static void copy(int[] source, int from, Memory target, long to, int count) {
        target.write(source, from, to, count);
    }

    /** Copies numbers out of an array. */
    public static void copy(long[] source, int from, Memory target, long to, int count) {
        target.write(source, from, to, count);
    }

    /** Copies bytes into an array. */
    public static void copy(Memory source, long from, byte[] target, int to, int count) {
        source.read(from, target, to, count);
    }

    /** Copies numbers into an array. */
    public static void copy(Memory source, long from, int[] target, int to, int count) {
        source.read(from, target, to, count);
    }

    /** Copies numbers into an array. */
    public static void copy(Memory source, long from, long[] target, int to, int count) {
        source.read(from, target, to, count);
    }

    abstract void write(Memory source, long from, long to, long bytes);

    abstract void write(byte[] source, int from, long to, int count);

    abstract void write(int[] source, int from, long to, int count);

    abstract void write(long[] source, int from, long to, int count);

    abstract void read(long from, byte[] target, int to, int count);

    abstract void read(long from, int[] target, int to, int count);

    abstract void read(long from, long[] target, int to, int count);
}
