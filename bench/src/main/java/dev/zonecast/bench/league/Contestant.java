package dev.zonecast.bench.league;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One way to record a zone. Used by one thread. */
abstract class Contestant {
    /** What a row has where a figure does not exist. */
    static final long UNKNOWN = -1;

    /** Starts recording. What has a file writes it into the folder. */
    abstract void start(Path folder) throws Exception;

    /** Begins and ends as many zones without content, all of one name. */
    abstract void zones(int count);

    /** Waits until everything is recorded; does nothing where a peer cannot wait. */
    void settle() {}

    /**
     * Ends the recording.
     *
     * @param zones calls since the start
     */
    abstract Outcome stop(long zones) throws Exception;

    /**
     * @param fileBytes size of the file, or {@link #UNKNOWN} without one
     * @param losses zones that are not recorded, or {@link #UNKNOWN} where it cannot be counted
     */
    record Outcome(long fileBytes, long losses) {}

    /** Size of a file. */
    static long size(Path file) throws IOException {
        return Files.size(file);
    }
}
