package dev.zonecast.core.fxt;

import dev.zonecast.core.RecordingException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Where the records of a recording go: a file, or a buffer that others save. For one thread. */
public interface RecordOutput {
    /** Small enough to stay in a processor's second cache between the writing and the copy to the system. */
    int BUFFER_BYTES = 1 << 20;

    /** No buffer is smaller: the longest record fits eight times. */
    int LEAST_BUFFER_BYTES = 8 * (FxtLayout.MAX_RECORD_BYTES + FxtLayout.WORD_BYTES);

    /** What the user knows it by. */
    Path path();

    /** Bytes taken so far; grows only. */
    long writtenBytes();

    /** True once a write has failed, or there is no room; nothing more is taken then. */
    boolean failed();

    /**
     * Takes whole records, from position to limit.
     *
     * @throws RecordingException if not all could be taken; nothing may be written after that
     */
    void write(ByteBuffer records) throws RecordingException;

    /**
     * The buffer to begin with, for {@link #exchange}; asked for once. A record that is being written, and what is to be changed of
     * it, has room in a fourth of {@link #LEAST_BUFFER_BYTES}.
     */
    default ByteBuffer firstBuffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    /** Bytes for what later records refer to, which are never used again; {@link Long#MAX_VALUE}: no limit but that of the whole. */
    default long durableBytes() {
        return Long.MAX_VALUE;
    }

    /** Where runs of zones in these buffers are to be noted, or null if nobody asks. */
    default ZoneNotes notes() {
        return null;
    }

    /**
     * Takes a buffer with whole records, from position to limit.
     *
     * @return the one to use for what comes next: the same, or another of the same capacity
     * @throws RecordingException as {@link #write}; the buffer is not to be written to any more
     */
    default ByteBuffer exchange(ByteBuffer records) throws RecordingException {
        write(records);
        return records;
    }

    /**
     * Brings everything where it belongs, and closes.
     *
     * @param limitNanos how long that may take
     */
    void close(long limitNanos) throws RecordingException;
}
