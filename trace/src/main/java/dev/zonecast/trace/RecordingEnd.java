package dev.zonecast.trace;

import dev.zonecast.fxt.SavedEnd;
import java.util.Locale;

/**
 * How the recording of one program ended that was saved from a trace buffer, or could not be written any further; and what is missing
 * from it. Times are those of the trace.
 *
 * @param owner the program; null if it is not known
 * @param program its name; may be empty
 * @param lastNanos time of the last event
 * @param saved the record of its end
 */
public record RecordingEnd(Program owner, String program, long lastNanos, SavedEnd saved) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Number of the program ({@link Program#number}); 0 if it is not known. */
    public long process() {
        return owner == null ? 0 : owner.number();
    }

    /** The program may have gone on, and nobody ended the recording. */
    public boolean isEarly() {
        return saved.reason().isEarly();
    }

    /** Time between the last event and the end; 0 unless the recording ended early, -1 if it is not known. */
    public long missingNanos() {
        if (!isEarly()) {
            return 0;
        }
        return saved.endNanos() == 0 ? -1 : Math.max(0, saved.endNanos() - lastNanos);
    }

    /** Reason and program, for the account of losses. The reason first: names may be long. */
    String subject() {
        String id = owner == null ? "0" : owner.id();
        return saved.reason().text() + ": " + (program.isEmpty() ? "process " + id : program + " (process " + id + ")");
    }

    /** A sentence or two for people. */
    public String text() {
        StringBuilder text = new StringBuilder("The recording");
        if (!program.isEmpty()) {
            text.append(" of ").append(program);
        }
        if (owner != null) {
            text.append(" (process ").append(owner.id()).append(')');
        }
        text.append(isEarly() ? " ended early: " : " ended: ")
                .append(saved.reason().text())
                .append('.');
        if (isEarly()) {
            text.append(
                    missingNanos() < 0
                            ? " What came later is missing; how long that was is not known."
                            : String.format(
                                    Locale.ROOT,
                                    " The last %.3f s up to the end are missing.",
                                    missingNanos() / NANOS_PER_SECOND));
        }
        if (saved.droppedRecords() > 0) {
            text.append(' ').append(saved.droppedRecords()).append(" records found no room.");
        }
        if (saved.damaged() > 0) {
            text.append(' ').append(saved.damaged()).append(" places were damaged.");
        }
        return text.toString();
    }
}
