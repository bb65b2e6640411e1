/**
 * Markers: packets of data with a name and a category that say that something happened at a moment or during an interval, in the terms
 * of the Firefox profiler. A type of marker ({@link dev.zonecast.core.marker.MarkerType}) has a Java record for its data and a schema
 * that says how viewers show it. Both are defined once; what is recorded afterwards are the bare numbers.
 *
 * <p>Threads: definitions may be made, and markers recorded, by any thread. The record of a marker goes into the recording thread's
 * ring like any other event; it becomes text only where a trace is written or a viewer is told.
 */
package dev.zonecast.core.marker;
