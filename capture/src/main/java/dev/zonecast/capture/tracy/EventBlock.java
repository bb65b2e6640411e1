package dev.zonecast.capture.tracy;

import java.util.Arrays;

/** A decompressed block: whole events, one after another. Belongs to one thread at a time. */
final class EventBlock {
    /** Largest content of a block. */
    static final int MAX_BYTES = 256 << 10;

    /** History for the decompression, then the events, then slack. */
    byte[] bytes;

    /** Index of the next event that was not applied. */
    int next;

    /** Index of the next event that the look-ahead has not seen; below {@link #next} where it did not have to look. */
    int seen;

    /** Index behind the last event. */
    int end;

    /** Where the first event stands in all decompressed bytes of the session, less its index here. */
    long streamOffset;

    /** True if the bytes go back to the reader when the events are applied. */
    boolean pooled;

    static EventBlock pooled() {
        EventBlock block = new EventBlock();
        block.bytes = new byte[LinkedBlocks.HISTORY_BYTES + MAX_BYTES + LinkedBlocks.SLACK_BYTES];
        block.pooled = true;
        return block;
    }

    /** The events that are not applied yet, in memory of their own. */
    EventBlock copy() {
        EventBlock copy = new EventBlock();
        copy.bytes = Arrays.copyOfRange(bytes, next, end);
        copy.streamOffset = streamOffset + next;
        copy.seen = Math.max(0, seen - next);
        copy.end = end - next;
        return copy;
    }

    /** Memory that it holds. */
    int heldBytes() {
        return bytes.length;
    }
}
