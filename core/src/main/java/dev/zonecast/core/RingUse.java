package dev.zonecast.core;

/**
 * How full the rings and the trace buffer are: whether the collector keeps up. The collector measures each ring before it reads it, at
 * no cost to the program's threads.
 *
 * @param percent level of the fullest ring during the last second, in percent of its size
 * @param highPercent highest level since the start of the process
 * @param flushes times that a ring was 80 % full; the collector was woken and read it first
 * @param warnings times that a ring was 90 % full
 * @param bufferPercent level of the trace buffer's part that is being written, or of its durable part if that is higher; -1 without a buffer
 */
public record RingUse(int percent, int highPercent, long flushes, long warnings, int bufferPercent) {
    /** No measurement yet. */
    public static final RingUse NONE = new RingUse(0, 0, 0, 0, -1);
}
