package dev.zonecast.core.event;

/**
 * Where a sink's events begin.
 *
 * @param nanos when it was announced; it gets all events from here on
 * @param frameMarks marks of the base set before; a mark with a higher number follows as an event, or was lost
 */
public record SinkStart(long nanos, long frameMarks) {}
