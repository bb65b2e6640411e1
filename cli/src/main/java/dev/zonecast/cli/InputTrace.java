package dev.zonecast.cli;

import dev.zonecast.fxt.FxtException;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.ReadAhead;
import dev.zonecast.trace.Session;
import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceSummary;
import dev.zonecast.trace.TrackNames;
import dev.zonecast.trace.stats.ProgramChoice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A trace that a command reads, once or more, with a line that shows how far it is. */
final class InputTrace {
    /** Ends the reading: there is nothing more to know. */
    private static final class Found extends IOException {
        private static final long serialVersionUID = 1;

        private final long startNanos;

        Found(long startNanos) {
            super("found");
            this.startNanos = startNanos;
        }
    }

    private final Path file;
    private final TrackNames names = new TrackNames();
    private boolean wasRead;

    InputTrace(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** When the first program that is chosen began: as its first records say, else the time of the earliest event. */
    long startNanos(ProgramChoice choice) throws IOException {
        try {
            TraceSummary summary = read("looking for the start", new TraceListener() {
                private Program first;

                @Override
                public void program(Program program) {
                    first = first == null && choice.has(program) ? program : first;
                }

                @Override
                public void session(Session session) throws IOException {
                    // One before it that is not ours begins with its earliest event.
                    boolean isFirst = first == null || first == session.owner();
                    if (isFirst && choice.has(session.owner())) {
                        throw new Found(session.startNanos());
                    }
                }
            });
            return summary.startNanos(choice::has);
        } catch (Found e) {
            return e.startNanos;
        }
    }

    /** How the bytes of a trace are read. */
    private interface Reading {
        TraceSummary of(InputStream in) throws IOException;
    }

    /** Reads all; an {@link IOException} has the file's name in its message. */
    TraceSummary read(String task, TraceListener listener) throws IOException {
        return read(task, in -> TraceReader.read(in, listener, names));
    }

    /** Reads the last names of all tracks, which later readings have from the begin. */
    void readNames() throws IOException {
        TraceSummary ignored = readFrames("looking for names", new TraceListener() {});
    }

    /** Reads the frames only. */
    TraceSummary readFrames(String task, TraceListener listener) throws IOException {
        return read(task, in -> TraceReader.readFrames(in, listener, names));
    }

    private TraceSummary read(String task, Reading reading) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": is a folder");
        }
        if (wasRead && !Files.isRegularFile(file)) {
            throw new IOException(file + ": is a pipe, and has to be read again. Save it to a file first");
        }
        wasRead = true;
        try (InputStream raw = ProgressLine.reading(task, Files.newInputStream(file), Files.size(file));
                InputStream in = new ReadAhead(TraceFile.uncompressed(raw))) {
            return reading.of(in);
        } catch (FxtException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
