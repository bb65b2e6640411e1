package dev.zonecast.capture.tracy;

import dev.zonecast.core.fxt.FxtRecording;
import dev.zonecast.core.fxt.ProgramFacts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A small recording with events of every kind that a client sends. */
public final class RecordedFlood {
    private static final int ENTRIES = 3;

    private RecordedFlood() {}

    public static Path write(Path file) throws IOException {
        Flood flood = new Flood();
        for (SessionTables.Kind table : SessionTables.Kind.values()) {
            flood.fill(table, 0, ENTRIES);
        }
        ByteArrayInputStream in = new ByteArrayInputStream(flood.terminate().stream());
        TracySession.Outcome outcome = new TracySession(
                        ClientWelcome.read(in, Flood.PROTOCOL),
                        in,
                        OutputStream.nullOutputStream(),
                        8_192,
                        FxtRecording.create(file, new ProgramFacts("program", 1, "clock", "", "", ""), 0),
                        TracySession.Limits.NONE,
                        (counts, kept) -> {})
                .record();
        if (outcome.end() != TracySession.End.FINISHED) {
            throw new AssertionError(outcome);
        }
        return file;
    }
}
