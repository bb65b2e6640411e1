package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a program has left in its buffer, as if it had died now. */
final class LeftRecords {
    private LeftRecords() {}

    /** The records that are recovered from the buffer alone, which is not damaged. */
    static byte[] of(Path folder, Path target) throws IOException {
        try (DeadProgram dead = new DeadProgram(folder);
                FileChannel channel =
                        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SavedTrace trace = new SavedTrace(target, channel, Long.MAX_VALUE);
            dead.writeTo(trace);
            assertEquals(0, trace.damaged());
        }
        return Files.readAllBytes(target);
    }
}
