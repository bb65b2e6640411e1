package dev.zonecast.fxt.write;

import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Where the records of a recording go: a file, or a buffer that others save. For one thread. */
public interface RecordOutput {
    /** Small enough to stay in a processor's second cache between the writing and the copy to the system. */
    int BUFFER_BYTES = 1 << 20;

    /** No buffer is smaller: the longest record fits eight times. */
    int LEAST_BUFFER_BYTES = 8 * (FxtLayout.MAX_RECORD_BYTES + FxtLayout.WORD_BYTES);

    /** Name for messages, such as the file's. */
    Path path();

    /** Bytes accepted so far; never falls. */
    long writtenBytes();

    /**
     * Notes why no record follows.
     *
     * @return false: this output has no place for that, and a record has to tell it
     */
    default boolean noteEnd(EndReason reason) {
        return false;
    }

    /** True after a failed write or without room: further records are refused. */
    boolean failed();

    /**
     * Takes whole records, from position to limit.
     *
     * @throws IOException if not all bytes were accepted; nothing may be written after that
     */
    void write(ByteBuffer records) throws IOException;

    /**
     * The buffer to begin with, for {@link #exchange}; asked for once. A record that is being written, and what is to be changed of
     * it, has room in a fourth of {@link #LEAST_BUFFER_BYTES}.
     */
    default ByteBuffer firstBuffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    /** Room for durable records, which later records refer to; {@link Long#MAX_VALUE}: only the whole is limited. */
    default long durableBytes() {
        return Long.MAX_VALUE;
    }

    /** Notes of the runs of zones in these buffers; null if they are not needed. */
    default ZoneNotes notes() {
        return null;
    }

    /**
     * Takes a buffer with whole records, from position to limit.
     *
     * @return the buffer for the next records: the same, or another of the same capacity
     * @throws IOException as {@link #write}; the buffer is not to be written to any more
     */
    default ByteBuffer exchange(ByteBuffer records) throws IOException {
        write(records);
        return records;
    }

    /**
     * Bytes at the beginning of the buffer that {@link #exchange} returned which have not been taken: more records are to be written
     * behind them.
     */
    default int keptBytes() {
        return 0;
    }

    /** Bytes in the file: fewer with compression. For the writing thread, or after {@link #awaitClosed}. */
    default long fileBytes() {
        return writtenBytes();
    }

    /**
     * Records wait in a buffer for as long at most if that does not become full. Far less than the second that a killed process may lose:
     * collector and writer may each be late on a loaded machine.
     */
    default long flushIntervalNanos() {
        return 50_000_000;
    }

    /** True if one part of the output can be damaged without the others. Then the tables start over now and then: later parts need fewer earlier ones. */
    default boolean isInPieces() {
        return false;
    }

    /** True if {@link #exchange} takes all, and neither waits nor drops anything. */
    default boolean hasRoom() {
        return true;
    }

    /** Grows when records are lost that were accepted, or may be lost: what later records refer to has to be written anew. */
    default long losses() {
        return 0;
    }

    /** True if all accepted bytes are at their destination. */
    default boolean isIdle() {
        return true;
    }

    /** Completes when all bytes accepted before the call are at their destination, or the output has failed. */
    default CompletableFuture<Void> written() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Writes all bytes to their destination and closes. An output with a thread of its own may return earlier.
     *
     * @param limitNanos how long that may take
     */
    void close(long limitNanos) throws IOException;

    /**
     * Waits until {@link #close} is done. Any thread except the writing one.
     *
     * @return false if the time was not enough
     */
    default boolean awaitClosed(long limitNanos) {
        return true;
    }
}
