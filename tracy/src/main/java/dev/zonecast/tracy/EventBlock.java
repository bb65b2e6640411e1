package dev.zonecast.tracy;

import java.util.Arrays;

/** A decompressed block: whole events, one after another. Belongs to one thread at a time. */
public final class EventBlock {
    /** Largest content of a block. */
    public static final int MAX_BYTES = Block.CAPACITY;

    /** History for the decompression, then the events, then slack. */
    public byte[] bytes;

    /** Index of the next event that was not applied. */
    public int next;

    /** Index of the next event that the look-ahead has not seen; below {@link #next} where it did not have to look. */
    public int seen;

    /** Index behind the last event. */
    public int end;

    /** Position of the first event in all decompressed bytes of the session, minus its index here. */
    public long streamOffset;

    /** True if the bytes go back to the reader when the events are applied. */
    public boolean pooled;

    public static EventBlock pooled() {
        EventBlock block = new EventBlock();
        block.bytes = new byte[LinkedBlocks.HISTORY_BYTES + MAX_BYTES + LinkedBlocks.SLACK_BYTES];
        block.pooled = true;
        return block;
    }

    /** The events that are not applied yet, in memory of their own. */
    public EventBlock copy() {
        EventBlock copy = new EventBlock();
        copy.bytes = Arrays.copyOfRange(bytes, next, end);
        copy.streamOffset = streamOffset + next;
        copy.seen = Math.max(0, seen - next);
        copy.end = end - next;
        return copy;
    }

    /** Memory that it holds. */
    public int heldBytes() {
        return bytes.length;
    }
}
