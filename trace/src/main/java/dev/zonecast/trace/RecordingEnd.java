package dev.zonecast.trace;

import java.util.Locale;

/**
 * How the recording of one program ended that was saved from a trace buffer, or could not be written any further; and what is missing
 * from it. Times are those of the trace.
 *
 * @param owner the program; null if it is not known
 * @param program its name; may be empty
 * @param reason constant for programs, as {@code BUFFER_FULL}
 * @param reasonText for people
 * @param isEarly the program may have gone on, and nobody ended the recording
 * @param isRecovered the trace was made of what the program left
 * @param lastNanos time of the last event
 * @param endNanos when the program or the recording ended; 0: not known
 * @param droppedRecords that found no room, {@code droppedEvents} included
 * @param droppedEvents that found no room in the rings, since the start of the process
 * @param damaged places at which something was damaged
 * @param fromRings records that were taken from the rings
 */
public record RecordingEnd(
        Program owner,
        String program,
        String reason,
        String reasonText,
        boolean isEarly,
        boolean isRecovered,
        long lastNanos,
        long endNanos,
        long droppedRecords,
        long droppedEvents,
        long damaged,
        long fromRings) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Number of the program ({@link Program#number}); 0 if it is not known. */
    public long process() {
        return owner == null ? 0 : owner.number();
    }

    /** Time between the last event and the end; 0 unless the recording ended early, -1 if it is not known. */
    public long missingNanos() {
        if (!isEarly) {
            return 0;
        }
        return endNanos == 0 ? -1 : Math.max(0, endNanos - lastNanos);
    }

    /** Reason and program, for the account of losses. The reason first: names may be long. */
    String subject() {
        String id = owner == null ? "0" : owner.id();
        return reasonText + ": " + (program.isEmpty() ? "process " + id : program + " (process " + id + ")");
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
        text.append(isEarly ? " ended early: " : " ended: ").append(reasonText).append('.');
        if (isEarly) {
            text.append(
                    missingNanos() < 0
                            ? " What came later is missing; how long that was is not known."
                            : String.format(
                                    Locale.ROOT,
                                    " The last %.3f s up to the end are missing.",
                                    missingNanos() / NANOS_PER_SECOND));
        }
        if (droppedRecords > 0) {
            text.append(' ').append(droppedRecords).append(" records found no room.");
        }
        if (damaged > 0) {
            text.append(' ').append(damaged).append(" places were damaged.");
        }
        return text.toString();
    }
}
