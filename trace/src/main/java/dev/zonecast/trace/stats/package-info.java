/** What a trace amounts to: zones, frames, plots, messages and losses as tables, in memory that does not grow with the trace. */
package dev.zonecast.trace.stats;
