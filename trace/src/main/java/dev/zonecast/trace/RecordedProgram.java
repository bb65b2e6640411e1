package dev.zonecast.trace;

/**
 * The recording of one program in a trace. A trace has several if a manager made it or if files were joined. Times are those of the
 * trace.
 *
 * @param owner the program; null if it is not known, or if another tool recorded several as one
 * @param name of the program or the provider; may be empty
 * @param ours it is a recording of Zonecast
 * @param ended the recording has its end record
 * @param cut the recording ends without an end record, and no record says why
 * @param startNanos when the recording began
 * @param firstNanos time of the first event; the start if there is none. Zones of the GPU may begin before the start
 * @param lastNanos time of the last event; the start if there is none
 * @param zones that ended in the recording
 */
public record RecordedProgram(
        Program owner,
        String name,
        boolean ours,
        boolean ended,
        boolean cut,
        long startNanos,
        long firstNanos,
        long lastNanos,
        long zones) {
    /** Number of the program ({@link Program#number}); 0 if it is not known. */
    public long process() {
        return owner == null ? LossAccount.ANY_PROCESS : owner.number();
    }

    /** From the start to the last event. */
    public long lengthNanos() {
        return Math.max(0, lastNanos - startNanos);
    }

    /** Its name and process for people; empty if neither is known. */
    public String label() {
        if (owner == null) {
            return name;
        }
        return name.isEmpty() ? "process " + owner.id() : name + " (process " + owner.id() + ")";
    }
}
