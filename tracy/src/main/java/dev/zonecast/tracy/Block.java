package dev.zonecast.tracy;

import java.nio.ByteBuffer;

/**
 * Room for one frame of the protocol: whole events, at most {@link #CAPACITY} bytes. In front of the events there is room for the
 * frame's length and for the head of an LZ4 block that is one run of literals, so that such a frame goes to the socket as it lies
 * here.
 */
public final class Block {
    /** Largest decompressed frame that a viewer takes: 256 KiB. */
    public static final int CAPACITY = 256 * 1024;

    private static final int LENGTH_BYTES = 4;
    private static final int MAX_HEAD_BYTES = LENGTH_BYTES + 1 + 1 + (CAPACITY - 15) / 255;

    /** Index of the first event's first byte in {@link #bytes}. */
    public static final int START = (MAX_HEAD_BYTES + 15) / 16 * 16;

    /** One behind the last usable index of {@link #bytes}. */
    public static final int LIMIT = START + CAPACITY;

    public final byte[] bytes;

    /** Index one behind the last event's last byte. */
    public int end = START;

    private final ByteBuffer view;

    public Block() {
        this(LIMIT);
    }

    private Block(int size) {
        bytes = new byte[size];
        view = ByteBuffer.wrap(bytes);
    }

    /** A block without room, to represent none. */
    public static Block marker() {
        return new Block(0);
    }

    public int lengthBytes() {
        return end - START;
    }

    /**
     * The frame as one run of literals: valid LZ4 without the work. The token's upper half and the bytes that follow it hold the
     * run's length (LZ4 block format, "Sequences").
     *
     * @return the bytes to write; valid until the block is filled again
     */
    public ByteBuffer asLiteralFrame() {
        int length = lengthBytes();
        int extra = length - 15;
        int headBytes = extra < 0 ? 1 : 2 + extra / 255;
        int at = START - headBytes;
        view.clear();
        bytes[at] = (byte) (Math.min(length, 15) << 4);
        if (extra >= 0) {
            for (int i = 1; i < headBytes - 1; i++) {
                bytes[at + i] = (byte) 0xFF;
            }
            bytes[START - 1] = (byte) (extra % 255);
        }
        int frameStart = at - LENGTH_BYTES;
        Wire.putInt(bytes, frameStart, headBytes + length);
        return view.position(frameStart).limit(end);
    }
}
