package dev.zonecast.trace;

import java.util.Map;

/**
 * What the profiler says of itself; counts since the start of the process.
 *
 * @param program whose profiler it is
 * @param timeNanos when
 * @param threads that have a ring
 * @param events taken
 * @param droppedEvents that did not fit
 * @param wrongCalls ends without a begin, and the like
 * @param truncatedTexts that were longer than a text may be
 * @param refusedNames that did not fit into a table or a trace buffer
 * @param droppedGpuZones GPU zones without a result
 * @param lateSerialEvents that came after their turn
 * @param ringWaits how often a thread waited for room
 * @param ringRefusals threads that got no ring
 * @param ringBytes memory of all rings
 * @param collectorBusyNanos that the collector worked
 * @param clockErrorNanos by which times may be wrong
 * @param droppedFrameImages pictures that were left out
 * @param ringUse how full the rings were; {@link RingLoad#NONE} in older recordings
 * @param refusedStacks events without their call stack, for which a trace buffer had no room
 * @param lostRecords that a recording lost because its disk was too slow; 0 in older recordings
 * @param refusals how much each table refused because it was full, by its entries; a breakdown of losses that other figures have too
 */
public record ProfilerStatistics(
        Program program,
        long timeNanos,
        int threads,
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
        long collectorBusyNanos,
        long clockErrorNanos,
        long droppedFrameImages,
        RingLoad ringUse,
        long refusedStacks,
        long lostRecords,
        Map<String, Long> refusals) {
    /** All losses together, as the profiler's own statistics sum them up. */
    public long losses() {
        return droppedEvents
                + truncatedTexts
                + refusedNames
                + droppedGpuZones
                + droppedFrameImages
                + refusedStacks
                + lostRecords;
    }

    /** Number of the program: {@link Program#number}. */
    public long process() {
        return program.number();
    }
}
