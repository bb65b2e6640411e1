package dev.zonecast.trace.bounds;

/**
 * Who and what a part of a frame is about.
 *
 * @param where thread or GPU context; empty if it is not known
 * @param what zone, lock, file, operation of the virtual machine or wait
 * @param by thread that holds the lock, or GPU context that idles; empty for other causes and if it is not known
 */
public record Subject(String where, String what, String by) {
    /** For people: {@code main: physics}, {@code main: assets, held by loader}. */
    public String text(Cause cause) {
        String head = where.isEmpty() ? what : where + ": " + what;
        if (cause == Cause.OUTSIDE && !where.isEmpty()) {
            // The cause has said it.
            head = where;
        }
        if (by.isEmpty()) {
            return head;
        }
        return head + (cause == Cause.LOCK ? ", held by " : ", idle: ") + by;
    }
}
