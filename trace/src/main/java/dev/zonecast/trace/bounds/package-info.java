/**
 * What bounds each frame. {@link dev.zonecast.trace.bounds.BoundsReading} collects frames, stops and locks in a first reading of a
 * trace; {@link dev.zonecast.trace.bounds.FrameVerdicts} takes the zones of the second. {@code docs/explanation/frame-bounds.md} has the
 * rules.
 */
package dev.zonecast.trace.bounds;
