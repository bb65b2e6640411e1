/**
 * From rings to sinks. One thread, {@code zonecast-collector}, reads every ring, puts in order what must be, converts times, and
 * calls the sinks. All mutable state here is owned by that thread; others hand it commands ({@code Collector.execute}) or read what
 * it publishes (statistics, through a volatile field).
 */
package dev.zonecast.core.collect;
