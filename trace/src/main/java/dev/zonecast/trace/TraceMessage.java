package dev.zonecast.trace;

/**
 * A line of text at a moment.
 *
 * @param track thread that said it
 * @param beginNanos when
 * @param text the line
 * @param severity {@code TRACE} to {@code FATAL}; empty for a line about the program, and in other traces
 * @param ofProfiler said by the profiler, not by the program
 * @param rgb {@code 0xRRGGBB}, -1 if it has no colour
 * @param stack the calls that led there; null if they were not taken
 */
public record TraceMessage(
        Track track, long beginNanos, String text, String severity, boolean ofProfiler, int rgb, Calls stack)
        implements TraceEvent {
    /** Without a call stack. */
    public TraceMessage(Track track, long beginNanos, String text, String severity, boolean ofProfiler, int rgb) {
        this(track, beginNanos, text, severity, ofProfiler, rgb, null);
    }
}
