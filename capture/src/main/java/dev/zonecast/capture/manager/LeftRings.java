package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.ProgramFolder;
import dev.zonecast.flight.buffer.ProviderBuffer;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A program that is gone: whether it has died while it recorded, and where what is in its rings goes on then. */
final class LeftRings {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    private static final long PAUSE_NANOS = 2_000_000;

    private LeftRings() {}

    /**
     * Waits until it is dead, or has ended its recording.
     *
     * @param program null: it has no folder
     * @return false if that took too long
     */
    static boolean awaitEnd(ProviderBuffer buffer, ProgramFolder program, long limitNanos) {
        long deadline = System.nanoTime() + limitNanos;
        try {
            boolean released = buffer.awaitReleased(limitNanos);
            // A process that dies lets go of its locks one after the other.
            while (program != null && DeadRings.isRecording(program, buffer.file())) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return released;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", buffer.file(), String.valueOf(e.getMessage()));
            return false;
        }
    }

    /**
     * What the rings of a dead program hold that its last commit did not cover.
     *
     * @param program null: it has no folder
     * @return null if it did not die while it recorded, or left damaged files
     */
    static DeadRings of(ProviderBuffer buffer, ProgramFolder program) {
        DeadRings left = null;
        try {
            left = program == null ? null : DeadRings.ofManaged(program, buffer.file());
            if (left == null || buffer.goesOn(left)) {
                return left;
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "rings in {0}: {1}", program.path(), String.valueOf(e.getMessage()));
        }
        if (left != null) {
            left.close();
        }
        return null;
    }
}
