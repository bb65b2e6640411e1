package dev.zonecast.jvm;

import dev.zonecast.core.SourceLocation;

/**
 * Something that lasted. Times in JFR's ticks.
 *
 * @param text or null
 */
record Span(long beginTicks, long endTicks, SourceLocation location, String text) {}
