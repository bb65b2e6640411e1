/** One life of the profiler: starts clock, rings, collector, listener and recording by the options, and ends them. */
package dev.zonecast.core.session;
