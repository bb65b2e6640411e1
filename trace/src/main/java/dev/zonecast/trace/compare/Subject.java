package dev.zonecast.trace.compare;

/**
 * What is looked for in both recordings. The line is not part of it: it moves as a program is worked on.
 *
 * @param kind {@code cpu}, {@code gpu}, {@code lua}, {@code jvm}, {@code compiler}, {@code wait} or {@code frame}
 * @param name of the zone or of the set of frames
 * @param function empty if it is not known; of a set of frames the program, if several of a recording have frames
 * @param file empty if it is not known
 */
public record Subject(String kind, String name, String function, String file) {
    static final String FRAME = "frame";
    static final String WAIT = "wait";

    /** A set of frames. */
    public boolean isFrame() {
        return kind.equals(FRAME);
    }

    /** Threads that wait, not work. */
    boolean isWait() {
        return kind.equals(WAIT);
    }
}
