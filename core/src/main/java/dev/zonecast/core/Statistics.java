package dev.zonecast.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of the profiler about itself, since the start of the process.
 *
 * @param nanos {@link System#nanoTime} of these figures
 * @param events records that the collector has read
 * @param wrongCalls calls that do not fit and were ignored: an end or an attribute without an open zone, an end on another thread, a null
 *     location or name, a fiber that begins while it runs elsewhere
 * @param losses all that was lost
 * @param rings memory between the program's threads and the collector
 * @param collector the thread that reads the rings
 */
public record Statistics(long nanos, long events, long wrongCalls, Losses losses, Rings rings, Collector collector) {
    /** Of a profiler that is off, at this moment. */
    static Statistics off(String clock) {
        Collector none = new Collector(0, 0, clock, 0);
        return new Statistics(System.nanoTime(), 0, 0, Losses.NONE, Rings.NONE, none);
    }

    /**
     * Every loss is counted in one of these.
     *
     * @param droppedEvents records refused because a ring was full, or overwritten there before they were read; there was no ring, or no
     *     memory for the first event of a thread; a value could not be drawn
     * @param truncatedTexts texts and names that were cut to the longest that a record takes; each name counts once
     * @param refusedNames names, locations, plots and the like that came after their table was full ({@link #refusals} has them by
     *     kind), or found no room in the durable part of a trace buffer
     * @param refusedStacks events that were recorded without their call stack: the durable part of a trace buffer had no room for it
     * @param droppedGpuZones zones of the GPU that will never be shown ({@link dev.zonecast.core.gpu.GpuContextStatistics#droppedZones}
     *     of all contexts)
     * @param droppedFrameImages pictures of frames that were lost between their read-back and the collector, or whose frame had one
     * @param lostRecords records that a recording lost because its disk was too slow
     * @param refusals how much each table refused because it was full, by its entries: "source locations", "counters". Tables of names
     *     count as {@link #refusedNames}, tables of events as {@link #droppedEvents}
     */
    public record Losses(
            long droppedEvents,
            long truncatedTexts,
            long refusedNames,
            long refusedStacks,
            long droppedGpuZones,
            long droppedFrameImages,
            long lostRecords,
            Map<String, Long> refusals) {
        /** Nothing was lost. */
        public static final Losses NONE = new Losses(0, 0, 0, 0, 0, 0, 0, Map.of());

        /** The map is copied, with its order. */
        public Losses {
            refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
        }

        /** All of them together. */
        public long total() {
            return droppedEvents
                    + truncatedTexts
                    + refusedNames
                    + refusedStacks
                    + droppedGpuZones
                    + droppedFrameImages
                    + lostRecords;
        }
    }

    /**
     * The rings, one for each thread that records.
     *
     * @param threads threads that have a ring now
     * @param bytes memory of all rings now
     * @param waits times that a thread waited for room in its ring
     * @param refusals times that a thread found no ring
     * @param use how full they are
     */
    public record Rings(int threads, long bytes, long waits, long refusals, RingUse use) {
        /** There are no rings. */
        public static final Rings NONE = new Rings(0, 0, 0, 0, RingUse.NONE);
    }

    /**
     * The collector's thread.
     *
     * @param busyNanos time that it has worked
     * @param lateEvents frames and GPU zones that were published too late to be put in order; their time was moved up
     * @param clock name of the clock; "off" where the profiler does not run, with the reason if another copy of Zonecast runs
     * @param clockErrorNanos error of the clock's map at its last calibration
     */
    public record Collector(long busyNanos, long lateEvents, String clock, long clockErrorNanos) {}
}
