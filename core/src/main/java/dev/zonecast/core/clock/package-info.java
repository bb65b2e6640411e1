/**
 * The time of every event: one counter chosen at start ({@link dev.zonecast.core.clock.Clock}), and the map from its ticks to
 * nanoseconds of {@link System#nanoTime} ({@link dev.zonecast.core.clock.ClockMap}).
 *
 * <p>Threads. {@code Clock} is stateless and may be read by any thread. {@code ClockMap} belongs to the collector's thread alone.
 */
package dev.zonecast.core.clock;
