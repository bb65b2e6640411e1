package dev.zonecast.trace.bounds;

/**
 * A cause's part of a frame.
 *
 * @param nanos of the frame, all subjects together
 * @param subject the one with the most time above its usual time in a frame
 * @param subjectNanos of the frame
 */
public record FramePart(Cause cause, long nanos, Subject subject, long subjectNanos) {}
