package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;

/** The forms of a time of zones and samples: a difference in 2, 4 or 8 bytes. Longer forms begin where shorter ones end. */
enum TimeForm {
    BITS_16(2),
    BITS_32(4),
    BITS_64(8);

    private final int bytes;

    TimeForm(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    /** The difference at an index, in ticks. */
    long delta(Protocol protocol, byte[] source, int at) {
        return switch (this) {
            case BITS_16 -> Wire.getShort(source, at);
            case BITS_32 -> middle(source, at);
            case BITS_64 -> wide(protocol, source, at);
        };
    }

    static long middle(byte[] source, int at) {
        return Integer.toUnsignedLong(Wire.getInt(source, at)) + Protocol.FIRST_32;
    }

    static long wide(Protocol protocol, byte[] source, int at) {
        long value = Wire.getLong(source, at);
        return protocol.compactTimes() && value >= 0 ? value + Protocol.FIRST_64 : value;
    }
}
