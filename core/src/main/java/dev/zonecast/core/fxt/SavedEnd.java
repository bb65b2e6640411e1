package dev.zonecast.core.fxt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * How a saved recording ended, and what is missing from it: the record {@link ExtensionLayout#SAVED}. Times are those of the trace.
 *
 * @param isAfterDeath the trace was recovered; the program did not end the recording
 * @param endNanos when the program or the recording ended; 0: not known
 * @param droppedRecords that found no room, those of the rings included
 * @param droppedEvents of these, events that found no room in the rings; counted since the start of the process
 * @param damaged places at which something was damaged
 * @param fromRings records that were taken from the rings
 */
public record SavedEnd(
        EndReason reason,
        boolean isAfterDeath,
        long endNanos,
        long droppedRecords,
        long droppedEvents,
        long damaged,
        long fromRings) {
    private static final InlineName NAME = new InlineName(ExtensionLayout.SAVED);

    /** A recording that ended without a loss. */
    public static final SavedEnd GOOD = new SavedEnd(EndReason.ENDED, false, 0, 0, 0, 0, 0);

    /**
     * The words of the record.
     *
     * @param lastNanos time of the last event; 0: not known
     * @param skipped records that were left out
     */
    public long[] words(long lastNanos, SkippedRecords skipped) {
        SkippedRecords.Kind[] kinds = SkippedRecords.Kind.values();
        int payload = ExtensionLayout.SAVED_SKIPPED / FxtLayout.WORD_BYTES + kinds.length;
        long[] head = NAME.head(payload);
        long[] words = java.util.Arrays.copyOf(head, head.length + payload);
        int at = head.length;
        words[at++] = ExtensionLayout.VERSION | (isAfterDeath ? 1L << 16 : 0);
        words[at++] = droppedRecords;
        words[at++] = damaged;
        words[at++] = fromRings;
        words[at++] = reason.code();
        words[at++] = lastNanos;
        words[at++] = endNanos;
        words[at++] = droppedEvents;
        for (SkippedRecords.Kind kind : kinds) {
            words[at++] = skipped.of(kind);
        }
        return words;
    }

    /** Bytes of the record. */
    public static int bytes() {
        return GOOD.words(0, new SkippedRecords()).length * FxtLayout.WORD_BYTES;
    }

    /**
     * Ends a file that could not be written any further. The record takes the room of records that are given up for it.
     *
     * @param channel its position is at or behind these bytes
     * @param bytes of whole records; what is behind is removed
     */
    public static void writeFailed(FileChannel channel, long bytes) throws IOException {
        channel.truncate(bytes);
        SavedEnd end = new SavedEnd(EndReason.WRITE_FAILED, false, 0, 0, 0, 0, 0);
        long[] words = end.words(0, new SkippedRecords());
        ByteBuffer record =
                ByteBuffer.allocate(words.length * FxtLayout.WORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.asLongBuffer().put(words);
        try {
            while (record.hasRemaining()) {
                channel.write(record);
            }
        } catch (IOException e) {
            // There is no room for this either. Readers find that the recording is cut.
            channel.truncate(bytes);
        }
    }
}
