package dev.zonecast.core.fxt;

import dev.zonecast.core.RecordingException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Where the records of a recording go: a file, or a buffer that others save. For one thread. */
public interface RecordOutput {
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
     * Takes a buffer with whole records, from position to limit.
     *
     * @return the one to use for what comes next: the same, or another of the same capacity
     * @throws RecordingException as {@link #write}
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
