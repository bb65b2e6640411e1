package dev.zonecast.memory;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.Objects;

/** Memory at an address, or at an offset in an array. */
// Java 21 has what newer ones want to remove; they do not load this class. A failed access needs no memory afterwards.
@SuppressWarnings({"removal", "ReachabilityFenceUsage"})
final class UnsafeMemory extends Memory {
    private static final sun.misc.Unsafe UNSAFE = UnsafeBackend.UNSAFE;

    /** An array; null for native memory. */
    private final Object base;

    /** The address, or the offset in the array. */
    private final long start;

    private final long bytes;

    /** The direct buffer whose memory it is: while it is reachable, the memory is there. Null for other memory. */
    private final ByteBuffer owner;

    private final UnsafeScope scope;

    UnsafeMemory(Object base, long start, long bytes, ByteBuffer owner, UnsafeScope scope) {
        this.base = base;
        this.start = start;
        this.bytes = bytes;
        this.owner = owner;
        this.scope = scope;
    }

    /** Place of a number for {@code sun.misc.Unsafe}. */
    private long at(long at, long count) {
        Objects.checkFromIndexSize(at, count, bytes);
        if (scope.closed) {
            throw new IllegalStateException("the scope of this memory is closed");
        }
        return start + at;
    }

    /** Keeps the memory until here. */
    private void used() {
        Reference.reachabilityFence(this);
    }

    @Override
    public long byteSize() {
        return bytes;
    }

    @Override
    public long address() {
        return base == null ? start : start - arrayStart();
    }

    private long arrayStart() {
        return base instanceof byte[] ? sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET : sun.misc.Unsafe.ARRAY_LONG_BASE_OFFSET;
    }

    @Override
    public Memory slice(long at, long count) {
        Objects.checkFromIndexSize(at, count, bytes);
        return new UnsafeMemory(base, start + at, count, owner, scope);
    }

    @Override
    public ByteBuffer asByteBuffer() {
        int count = Math.toIntExact(bytes);
        int at = Math.toIntExact(start(0, 0));
        if (owner != null) {
            return owner.duplicate().clear().slice(at, count);
        }
        if (base instanceof byte[] array) {
            return ByteBuffer.wrap(array).slice(at, count);
        }
        throw new UnsupportedOperationException("no buffer shows words, or memory that is known by its address alone");
    }

    /** Checked; counted from the beginning of the owner or of the array. */
    private long start(long at, long count) {
        long from = at(at, count);
        return owner != null ? from - UnsafeBackend.address(owner) : base == null ? 0 : from - arrayStart();
    }

    // --- plain access

    @Override
    public byte getByte(long at) {
        byte value = UNSAFE.getByte(base, at(at, 1));
        used();
        return value;
    }

    @Override
    public void setByte(long at, byte value) {
        UNSAFE.putByte(base, at(at, 1), value);
        used();
    }

    @Override
    public short getShort(long at) {
        short value = UNSAFE.getShort(base, at(at, Short.BYTES));
        used();
        return UnsafeBackend.order(value);
    }

    @Override
    public void setShort(long at, short value) {
        UNSAFE.putShort(base, at(at, Short.BYTES), UnsafeBackend.order(value));
        used();
    }

    @Override
    public int getInt(long at) {
        int value = UNSAFE.getInt(base, at(at, Integer.BYTES));
        used();
        return UnsafeBackend.order(value);
    }

    @Override
    public void setInt(long at, int value) {
        UNSAFE.putInt(base, at(at, Integer.BYTES), UnsafeBackend.order(value));
        used();
    }

    @Override
    public long getLong(long at) {
        long value = UNSAFE.getLong(base, at(at, Long.BYTES));
        used();
        return UnsafeBackend.order(value);
    }

    @Override
    public void setLong(long at, long value) {
        UNSAFE.putLong(base, at(at, Long.BYTES), UnsafeBackend.order(value));
        used();
    }

    // --- ordered access: volatile where Unsafe has nothing weaker

    @Override
    public void setIntRelease(long at, int value) {
        UNSAFE.putOrderedInt(base, at(at, Integer.BYTES), UnsafeBackend.order(value));
        used();
    }

    @Override
    public long getLongAcquire(long at) {
        long value = UNSAFE.getLongVolatile(base, at(at, Long.BYTES));
        used();
        return UnsafeBackend.order(value);
    }

    @Override
    public void setLongRelease(long at, long value) {
        UNSAFE.putOrderedLong(base, at(at, Long.BYTES), UnsafeBackend.order(value));
        used();
    }

    @Override
    public long getLongOpaque(long at) {
        return getLongAcquire(at);
    }

    @Override
    public void setLongOpaque(long at, long value) {
        setLongRelease(at, value);
    }

    @Override
    public boolean compareAndSetLong(long at, long expected, long value) {
        long place = at(at, Long.BYTES);
        boolean set = UNSAFE.compareAndSwapLong(base, place, UnsafeBackend.order(expected), UnsafeBackend.order(value));
        used();
        return set;
    }

    @Override
    public long getAndAddLong(long at, long delta) {
        while (true) {
            long before = getLongAcquire(at);
            if (compareAndSetLong(at, before, before + delta)) {
                return before;
            }
        }
    }

    // --- many bytes

    @Override
    public void fill(byte value) {
        UNSAFE.setMemory(base, at(0, bytes), bytes, value);
        used();
    }

    @Override
    public void load() {
        if (owner != null && asByteBuffer() instanceof MappedByteBuffer mapped) {
            mapped.load();
        }
    }

    @Override
    public long mismatch(Memory other) {
        long count = Math.min(bytes, other.byteSize());
        long at = 0;
        while (at <= count - Long.BYTES && getLong(at) == other.getLong(at)) {
            at += Long.BYTES;
        }
        while (at < count && getByte(at) == other.getByte(at)) {
            at++;
        }
        return at == bytes && at == other.byteSize() ? -1 : at;
    }

    @Override
    void write(Memory source, long from, long to, long count) {
        UnsafeMemory memory = (UnsafeMemory) source;
        UNSAFE.copyMemory(memory.base, memory.at(from, count), base, at(to, count), count);
        memory.used();
        used();
    }

    @Override
    void write(byte[] source, int from, long to, int count) {
        Objects.checkFromIndexSize(from, count, source.length);
        UNSAFE.copyMemory(source, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) from, base, at(to, count), count);
        used();
    }

    @Override
    void write(int[] source, int from, long to, int count) {
        Objects.checkFromIndexSize(from, count, source.length);
        for (int i = 0; i < count; i++) {
            setInt(to + (long) Integer.BYTES * i, source[from + i]);
        }
    }

    @Override
    void write(long[] source, int from, long to, int count) {
        Objects.checkFromIndexSize(from, count, source.length);
        for (int i = 0; i < count; i++) {
            setLong(to + (long) Long.BYTES * i, source[from + i]);
        }
    }

    @Override
    void read(long from, byte[] target, int to, int count) {
        Objects.checkFromIndexSize(to, count, target.length);
        UNSAFE.copyMemory(base, at(from, count), target, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) to, count);
        used();
    }

    @Override
    void read(long from, int[] target, int to, int count) {
        Objects.checkFromIndexSize(to, count, target.length);
        for (int i = 0; i < count; i++) {
            target[to + i] = getInt(from + (long) Integer.BYTES * i);
        }
    }

    @Override
    void read(long from, long[] target, int to, int count) {
        Objects.checkFromIndexSize(to, count, target.length);
        for (int i = 0; i < count; i++) {
            target[to + i] = getLong(from + (long) Long.BYTES * i);
        }
    }
}
