package dev.zonecast.capture.trace;

import java.util.List;
import java.util.Map;

/**
 * What is known when a trace has been read.
 *
 * @param bytes read, of whole records; of a compressed trace, what came out of it
 * @param zones that have ended
 * @param firstNanos earliest time of any event; 0 if there is none
 * @param lastNanos latest time of any event; 0 if there is none
 * @param cut the last record is not whole
 * @param endedWell the recording says that it is complete; false of traces that are not ours
 * @param ours it is a recording of Zonecast
 * @param openZones that had not ended when the recording did; they are not among {@code zones}
 * @param unmatchedEnds ends of zones that had not begun
 * @param unknownReferences to strings, threads and locations that were never registered
 * @param skippedRecords of unknown types and large ones, by kind; zeros as well
 * @param lostBuffers how often a provider said that its buffer was full
 * @param ends how the recordings of the programs ended that were saved from trace buffers, in the order of the trace
 * @param beyondLimits events that were left out because there were too many different threads, names or open zones
 */
public record TraceSummary(
        long bytes,
        long zones,
        long firstNanos,
        long lastNanos,
        boolean cut,
        boolean endedWell,
        boolean ours,
        long openZones,
        long unmatchedEnds,
        long unknownReferences,
        Map<String, Long> skippedRecords,
        long lostBuffers,
        List<RecordingEnd> ends,
        long beyondLimits) {}
