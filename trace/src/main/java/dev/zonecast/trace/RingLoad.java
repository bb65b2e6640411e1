package dev.zonecast.trace;

/**
 * How full the rings and the trace buffer of a program were.
 *
 * @param percent of the fullest ring during the last second, in percent of its size; -1: not known
 * @param highPercent the most since the start of the process
 * @param flushes times that a ring was 80 % full: the collector read it before all others
 * @param warnings times that a ring was 90 % full
 * @param bufferPercent of the trace buffer's part that is written, or of its durable part if that is fuller; -1 without a buffer
 */
public record RingLoad(int percent, int highPercent, long flushes, long warnings, int bufferPercent) {
    /** Nothing is known: it differs from rings that are empty. */
    public static final RingLoad NONE = new RingLoad(-1, 0, 0, 0, -1);
}
