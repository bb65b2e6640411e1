/** Spans of the whole program ({@link dev.zonecast.core.Section}), and how the collector learns of them. */
package dev.zonecast.core.section;
