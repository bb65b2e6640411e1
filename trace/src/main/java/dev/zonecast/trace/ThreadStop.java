package dev.zonecast.trace;

/**
 * A thread stood still; the virtual machine reported it, late.
 *
 * @param track the thread
 * @param name why: {@code safepoint}, {@code park} and so on
 * @param text more of it, or empty
 * @param beginNanos when it began
 * @param endNanos when it ended
 */
public record ThreadStop(Track track, String name, String text, long beginNanos, long endNanos) implements TraceEvent {}
