package dev.zonecast.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of the profiler about itself, since the start of the process.
 *
 * @param nanos {@link System#nanoTime} of these figures
 * @param events records that the collector has read
 * @param wrongCalls calls in a wrong order or with a wrong argument, which were ignored: an end or an attribute without an open zone, an
 *     end on another thread, a null location or name, a fiber that begins while it runs elsewhere. An end whose begin may be older than
 *     the recording is no wrong call: of an automatic id, or the first end of a set of frames, or of a marker on its thread
 * @param losses all losses
 * @param rings memory between the program's threads and the collector
 * @param collector the thread that reads the rings
 */
public record Statistics(long nanos, long events, long wrongCalls, Losses losses, Rings rings, Collector collector) {
    /** Figures of a profiler that is off. */
    static Statistics off(String clock) {
        Collector none = new Collector(0, 0, clock, 0);
        return new Statistics(System.nanoTime(), 0, 0, Losses.NONE, Rings.NONE, none);
    }

    /**
     * The account of losses. Each loss counts in one component.
     *
     * @param droppedEvents records that did not fit into a ring or were overwritten there, events of threads without a ring or without
     *     memory for their first event, and values that cannot be drawn
     * @param truncatedTexts texts and names that were cut to the limit of a record; each name counts once
     * @param refusedNames names, locations, plots and the like beyond the limit of their table ({@link #refusals} has them by kind), or
     *     without room in the durable part of a trace buffer
     * @param refusedStacks events without their call stack: the durable part of a trace buffer had no room for it
     * @param droppedGpuZones GPU zones without a result ({@link dev.zonecast.core.gpu.GpuContextStatistics#droppedZones} of all contexts)
     * @param droppedFrameImages pictures of frames that were not captured or sent in time, and further pictures of one frame
     * @param lostRecords records that a recording lost because its disk was too slow
     * @param refusals entries that each full table refused, by kind: "source locations", "counters". Tables of names count as
     *     {@link #refusedNames}, tables of events as {@link #droppedEvents}
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
        /** No losses. */
        public static final Losses NONE = new Losses(0, 0, 0, 0, 0, 0, 0, Map.of());

        /** Copies the map and keeps its order. */
        public Losses {
            refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
        }

        /** The sum of all losses. */
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
     * @param threads threads that have a ring
     * @param bytes memory of all rings
     * @param waits times that a thread waited for room in its ring
     * @param refusals times that a thread got no ring
     * @param use how full the rings are
     */
    public record Rings(int threads, long bytes, long waits, long refusals, RingUse use) {
        /** No rings. */
        public static final Rings NONE = new Rings(0, 0, 0, 0, RingUse.NONE);
    }

    /**
     * The collector's thread.
     *
     * @param busyNanos working time
     * @param lateEvents frames and GPU zones that were published too late for their place in the order; their time was moved up
     * @param clock name of the clock; "off" if the profiler does not run, with the reason if another copy of Zonecast runs
     * @param clockErrorNanos error of the clock's map at its last calibration
     */
    public record Collector(long busyNanos, long lateEvents, String clock, long clockErrorNanos) {}
}
