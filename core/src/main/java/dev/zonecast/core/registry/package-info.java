/**
 * Everything that is registered once and known by an id: texts, source locations, plots, frame names, GPU contexts. Thread-safe,
 * bounded, and independent of sessions. Ids are the live protocol's cookies; an id that was never given out answers nothing.
 */
package dev.zonecast.core.registry;
