package dev.zonecast.flight.recovery;

import dev.zonecast.flight.buffer.CrashReportFile;
import dev.zonecast.flight.buffer.DeadProgram;
import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.flight.buffer.UnfinishedFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Makes a trace of what a dead program left: the records of its trace buffer up to the last commit, then those of its rings that the
 * commit did not cover, which go the same way that they would have gone in the program.
 */
public final class ProgramRecovery {
    /**
     * What was made.
     *
     * @param bytes of the file
     * @param fromRings records that came from the rings
     * @param damaged places at which something was damaged; what lay behind in that part is not there
     * @param dropped events and records that the program had no room for
     * @param crash the JVM's report of a crash in native code; null if there is none
     */
    public record Result(
            Path file,
            String programName,
            long pid,
            long bytes,
            long fromRings,
            long damaged,
            long dropped,
            CrashReportFile crash) {}

    private ProgramRecovery() {}

    /**
     * Makes the trace.
     *
     * @param folder of the program, which is dead
     * @param target is complete, or not there; one that exists is replaced
     */
    public static Result recover(Path folder, Path target) throws IOException {
        return recover(folder, target, true);
    }

    /** As {@link #recover(Path, Path)}; a file that exists stays, and the trace gets another name. */
    public static Result recoverBeside(Path folder, Path target) throws IOException {
        return recover(folder, target, false);
    }

    private static Result recover(Path folder, Path target, boolean replaces) throws IOException {
        try (DeadProgram program = new DeadProgram(folder);
                UnfinishedFile file = UnfinishedFile.of(target)) {
            SavedTrace trace = new SavedTrace(target, file.channel(), Long.MAX_VALUE);
            trace.keepForReplay();
            program.writeTo(trace);
            DeadRings rings = program.rings();
            long fromRings = RingReplay.into(trace, rings, 0);
            long damaged = trace.damaged();
            trace.endOpen();
            trace.finish(program.end(fromRings, damaged));
            file.channel().force(true);
            Path written = target;
            if (replaces) {
                file.replace();
            } else {
                written = file.keepOthers();
            }
            return new Result(
                    written,
                    rings.programName(),
                    rings.pid(),
                    trace.fileBytes(),
                    fromRings,
                    damaged,
                    program.dropped(),
                    rings.crashReport());
        }
    }
}
