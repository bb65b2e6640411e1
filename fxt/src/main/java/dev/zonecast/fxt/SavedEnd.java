package dev.zonecast.fxt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The end of a saved recording and its losses: the record {@link ExtensionLayout#SAVED}. Times are the trace's.
 *
 * @param isAfterDeath the trace was recovered; the program did not end the recording
 * @param endNanos when the program or the recording ended; 0: not known
 * @param droppedRecords records without room, in the rings too
 * @param droppedEvents of these, events that found no room in the rings; counted since the start of the process
 * @param damaged places at which something was damaged
 * @param fromRings records that were read from the rings
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
    public static final SavedEnd GOOD = of(EndReason.ENDED);

    /** Words of the payload before the time of the end: version, three figures, reason, last event. */
    private static final int WORDS_BEFORE_END = 6;

    /** An end with a reason alone. */
    public static SavedEnd of(EndReason reason) {
        return new SavedEnd(reason, false, 0, 0, 0, 0, 0);
    }

    /**
     * The words of the record.
     *
     * @param lastNanos time of the last event; 0: not known
     * @param skipped records that were left out
     */
    public long[] words(long lastNanos, SkippedRecords skipped) {
        long version = ExtensionLayout.VERSION | (isAfterDeath ? 1L << 16 : 0);
        LongStream figures = LongStream.of(
                version, droppedRecords, damaged, fromRings, reason.code(), lastNanos, endNanos, droppedEvents);
        LongStream skips = Stream.of(SkippedRecords.Kind.values()).mapToLong(skipped::of);
        return NAME.record(LongStream.concat(figures, skips).toArray());
    }

    /** Bytes of the record. */
    public static int bytes() {
        return GOOD.words(0, new SkippedRecords()).length * FxtLayout.WORD_BYTES;
    }

    /**
     * Ends a file that could not be written any further. The record takes the room of records that are given up for it.
     *
     * @param channel its position is at or behind these bytes
     * @param bytes of whole records; later bytes are removed
     */
    public static void writeFailed(FileChannel channel, long bytes) throws IOException {
        writeFailed(channel, bytes, failedRecord());
    }

    /** The record of a recording that could not be written any further. */
    public static ByteBuffer failedRecord() {
        long[] words = of(EndReason.WRITE_FAILED).words(0, new SkippedRecords());
        ByteBuffer record =
                ByteBuffer.allocate(words.length * FxtLayout.WORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.asLongBuffer().put(words);
        return record;
    }

    /**
     * As {@link #writeFailed(FileChannel, long)}.
     *
     * @param record {@link #failedRecord}, as the file has records
     */
    public static void writeFailed(FileChannel channel, long bytes, ByteBuffer record) throws IOException {
        channel.truncate(bytes);
        try {
            while (record.hasRemaining()) {
                channel.write(record);
            }
        } catch (IOException e) {
            // There is no room for this either. Readers find that the recording is cut.
            channel.truncate(bytes);
        }
    }

    /**
     * Adds the time of the end to a file whose last record is of this kind and lacks it. Other files stay as they are.
     *
     * @param file open for reading and writing
     * @param endNanos when the program or the recording ended, in the time of the trace
     */
    public static void complete(FileChannel file, long endNanos) throws IOException {
        long[] known = GOOD.words(0, new SkippedRecords());
        long start = file.size() - bytes();
        ByteBuffer record = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        if (start < 0 || file.read(record, start) < bytes()) {
            return;
        }
        int payload = NAME.payloadOffset() / FxtLayout.WORD_BYTES;
        for (int i = 0; i <= payload; i++) {
            if (record.getLong(i * FxtLayout.WORD_BYTES) != known[i]) {
                return;
            }
        }
        int end = (payload + WORDS_BEFORE_END) * FxtLayout.WORD_BYTES;
        if (record.getLong(end) == 0) {
            ByteBuffer time = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.write(time.putLong(endNanos).flip(), start + end);
        }
    }
}
