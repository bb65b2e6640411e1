package dev.zonecast.tracy;

import java.nio.charset.StandardCharsets;

/**
 * A text that the viewer sends in queries: its length in bytes with the final zero, then 12 bytes a query. The text that was begun last
 * counts: before the name of a file there may be that of its module.
 *
 * <p>Owned by the collector's thread.
 */
public final class TransferredText {
    /** Longer texts are read and dropped. */
    public static final int MAX_BYTES = 4_096;

    private static final int PART_BYTES = 12;

    private final byte[] bytes = new byte[MAX_BYTES + PART_BYTES];
    private int length;
    private int received;

    /**
     * A text begins.
     *
     * @param size in bytes, with the final zero; a peer may send any number
     */
    public void begin(long size) {
        length = size > 0 && size <= MAX_BYTES ? (int) size : 0;
        received = 0;
    }

    public void part(long first, int second) {
        if (received < length) {
            Wire.putLong(bytes, received, first);
            Wire.putInt(bytes, received + Long.BYTES, second);
            received += PART_BYTES;
        }
    }

    /** The text, or null if none was transferred as a whole. It is given once. */
    public String take() {
        boolean whole = length > 0 && received >= length && bytes[length - 1] == 0;
        String text = whole ? new String(bytes, 0, length - 1, StandardCharsets.UTF_8) : null;
        length = 0;
        return text;
    }
}
