package dev.zonecast.capture.trace;

/**
 * A line of text at a moment.
 *
 * @param track thread that said it
 * @param timeNanos when
 * @param text the line
 * @param severity {@code TRACE} to {@code FATAL}; empty for a line about the program, and in other traces
 * @param ofProfiler said by the profiler, not by the program
 * @param rgb {@code 0xRRGGBB}, -1 if it has no colour
 */
public record Message(Track track, long timeNanos, String text, String severity, boolean ofProfiler, int rgb) {}
