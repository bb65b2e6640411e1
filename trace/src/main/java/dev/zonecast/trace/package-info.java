/**
 * What a trace says: zones that have ended, frames, plots, messages, pictures, losses. Read as a stream, in the order of the file:
 * the events of one thread come in the order of their time, those of different threads do not.
 *
 * <p>Recordings of ours give back all that is in them. Of other traces in the format, durations are zones, instants and log lines
 * are messages, counters are plots.
 *
 * <p>All of it belongs to the thread that reads. Memory grows with the number of different things (source locations, threads,
 * plots), each up to a limit, not with the number of events; what is beyond a limit is counted in
 * {@link dev.zonecast.trace.TraceSummary}.
 */
package dev.zonecast.trace;
