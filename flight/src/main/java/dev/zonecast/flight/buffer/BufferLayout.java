package dev.zonecast.flight.buffer;

import dev.zonecast.core.BufferMode;
import dev.zonecast.memory.Memory;

/**
 * Layout of a trace buffer, after {@code trace-engine/buffer_internal.h} of the Fuchsia project, so that its managers and ours read
 * the same. Behaviour-free but for the sizes. Integers are little-endian.
 *
 * <pre>
 *   0 magic             u64   8 version u16   10 mode u8   11 reserved u8   12 wrapped count u32
 *  16 total bytes       u64  24 bytes of the durable part u64   32 bytes of each rolling part u64
 *  40 durable end       u64  48 end of rolling part 0 u64   56 end of rolling part 1 u64
 *  64 records dropped   u64  72 why recording ended u64  80 time at which the program was last seen after that u64   88 reserved
 * 128 durable part, rolling part 0, rolling part 1
 * </pre>
 *
 * 72 and 80 are ours and reserved in Fuchsia's layout; 0: the recording has not ended by itself. Ends are offsets in their part. An end
 * with {@link #GIVEN_UP}, ours as well, is that of the half before the last while the writer turns over: none of the half that the new
 * wrapped count names.
 * Oneshot has rolling part 0 only. The part that is written is the lowest bit of the wrapped count.
 *
 * <p>The writer stores ends and the wrapped count with release after the records that they cover; a reader loads them with acquire.
 */
public final class BufferLayout {
    public static final long MAGIC = 0x6275_66EE_6865_6164L;
    public static final int VERSION = 0;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int MODE_OFFSET = 10;
    public static final int WRAPPED_OFFSET = 12;
    public static final int TOTAL_OFFSET = 16;
    public static final int DURABLE_BYTES_OFFSET = 24;
    public static final int ROLLING_BYTES_OFFSET = 32;
    public static final int DURABLE_END_OFFSET = 40;
    public static final int ROLLING_END_OFFSET = 48;
    public static final int DROPPED_OFFSET = 64;
    public static final int REASON_OFFSET = 72;
    public static final int SEEN_OFFSET = 80;
    public static final int HEADER_BYTES = 128;

    /** Marks an end; ends are multiples of 8. */
    static final long GIVEN_UP = 1;

    /** Smallest buffer. */
    public static final int LEAST_BYTES = 4096;

    private static final long MOST_DURABLE_BYTES = 1 << 20;

    /**
     * Parts of a buffer.
     *
     * @param durable bytes for what is never overwritten
     * @param rolling bytes of each rolling part
     */
    public record Sizes(long durable, long rolling) {
        /** Offset of a rolling part: 0 or 1. */
        long rollingAt(int part) {
            return HEADER_BYTES + durable + part * rolling;
        }
    }

    /**
     * Divides a buffer.
     *
     * @param totalBytes of the whole, a multiple of 8 from {@value #LEAST_BYTES} on
     */
    public static Sizes sizes(BufferMode mode, long totalBytes) {
        long available = totalBytes - HEADER_BYTES;
        if (mode == BufferMode.ONESHOT) {
            return new Sizes(0, available);
        }
        long durable = Math.min(available / 16, MOST_DURABLE_BYTES) & ~7;
        // What is left is halved into whole words.
        durable += (available - durable) & 15;
        return new Sizes(durable, (available - durable) / 2);
    }

    /** Offset of the end of a rolling part. */
    static int rollingEnd(int part) {
        return ROLLING_END_OFFSET + Long.BYTES * part;
    }

    /** Writes all of the header but the magic number. */
    @SuppressWarnings("EnumOrdinal") // Fuchsia's codes, in this order.
    static void begin(Memory header, BufferMode mode, long totalBytes) {
        Sizes sizes = sizes(mode, totalBytes);
        header.setShort(VERSION_OFFSET, (short) VERSION);
        header.setByte(MODE_OFFSET, (byte) mode.ordinal());
        header.setLong(TOTAL_OFFSET, totalBytes);
        header.setLong(DURABLE_BYTES_OFFSET, sizes.durable);
        header.setLong(ROLLING_BYTES_OFFSET, sizes.rolling);
    }

    private BufferLayout() {}
}
