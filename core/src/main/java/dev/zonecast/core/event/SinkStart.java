package dev.zonecast.core.event;

/**
 * The state at a sink's attachment.
 *
 * @param nanos time of attachment; live events follow from about here on
 * @param frameMarks marks of the base set before
 */
public record SinkStart(long nanos, long frameMarks) {}
