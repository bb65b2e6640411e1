package dev.zonecast.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the profiler says of itself, since the start of the process. Every loss is in here.
 *
 * @param events records that the collector has read
 * @param droppedEvents records refused because a ring was full, or overwritten there before they were read; there was no ring,
 *     or no memory for the first event of a thread; a value could not be drawn
 * @param wrongCalls ends and attributes without an open zone, null locations and names
 * @param truncatedTexts texts that were cut to the longest that a record takes
 * @param refusedNames names, locations, plots and the like that came after their table was full ({@link #refusals} has them by kind), or
 *     found no room in the durable part of a trace buffer
 * @param droppedGpuZones GPU zones given up by the query engines (pool full, context lost, time stamp not valid)
 * @param lateSerialEvents frames and GPU zones that were published too late to be put in order; their time was moved up
 * @param ringWaits times that a thread waited for room in its ring
 * @param ringRefusals times that a thread found no ring
 * @param ringBytes memory of all rings now
 * @param threads threads that have a ring now
 * @param collectorBusyNanos time that the collector has worked
 * @param clock name of the clock; "off" where the profiler does not run, with the reason if another copy of Zonecast runs
 * @param clockErrorNanos how far the clock's map was off at its last calibration
 * @param droppedFrameImages images of frames that were lost between their read-back and the collector, or whose frame had one
 * @param ringUse how full the rings are
 * @param refusedStacks events that were recorded without their call stack: the durable part of a trace buffer had no room for it
 * @param lostRecords records that a recording lost because its disk was too slow
 * @param nanos {@link System#nanoTime} of these figures
 * @param refusals how much each table refused because it was full, by its entries: "source locations", "counters". Tables of names
 *     count as {@link #refusedNames}, tables of events as {@link #droppedEvents}
 */
public record Statistics(
        long events,
        long droppedEvents,
        long wrongCalls,
        long truncatedTexts,
        long refusedNames,
        long droppedGpuZones,
        long lateSerialEvents,
        long ringWaits,
        long ringRefusals,
        long ringBytes,
        int threads,
        long collectorBusyNanos,
        String clock,
        long clockErrorNanos,
        long droppedFrameImages,
        RingUse ringUse,
        long refusedStacks,
        long lostRecords,
        long nanos,
        Map<String, Long> refusals) {
    /** The map is copied, with its order. */
    public Statistics {
        refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
    }

    /** All counted losses together. */
    public long losses() {
        return droppedEvents
                + truncatedTexts
                + refusedNames
                + droppedGpuZones
                + droppedFrameImages
                + refusedStacks
                + lostRecords;
    }
}
