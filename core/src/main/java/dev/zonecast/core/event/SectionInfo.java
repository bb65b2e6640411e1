package dev.zonecast.core.event;

import dev.zonecast.core.SectionCategory;

/**
 * A section.
 *
 * @param id unique among those of its program, never 0
 * @param beginNanos {@link System#nanoTime} of the begin
 */
public record SectionInfo(int id, SectionCategory category, String text, long beginNanos) {}
