package dev.zonecast.capture.tracy;

import dev.zonecast.core.RingUse;
import dev.zonecast.core.Statistics;
import dev.zonecast.tracy.EventType;
import java.util.EnumMap;
import java.util.Map;

/** What a session has brought. Written by the decoder; others may read figures that are a moment old. */
public final class SessionCounts {
    volatile long received;
    long eventBytes;
    long imageBytes;
    long events;
    long zones;
    long gpuZones;
    long frames;
    long plotValues;
    long messages;
    long lockEvents;
    long memoryEvents;
    long samples;
    long images;
    long threads;

    long unmatched;
    long droppedGpuZones;
    long droppedImages;
    long droppedEvents;
    long refusedStacks;
    volatile int ringPercent = -1;
    volatile int ringHighPercent = -1;
    private final Map<EventType, Long> passedOver = new EnumMap<>(EventType.class);

    SessionCounts() {}

    void passOver(EventType type) {
        passedOver.merge(type, 1L, Long::sum);
    }

    /** As a recording has them. */
    Statistics statistics(long nanos, long unknownNames, Map<String, Long> refusals) {
        return new Statistics(
                nanos,
                events,
                unmatched,
                new Statistics.Losses(
                        droppedEvents, 0, unknownNames, refusedStacks, droppedGpuZones, droppedImages, 0, refusals),
                new Statistics.Rings((int) threads, 0, 0, 0, RingUse.NONE),
                new Statistics.Collector(0, 0, "Tracy client", 0));
    }

    /** Compressed bytes. */
    public long receivedBytes() {
        return received;
    }

    /** Everything that came, answers too. */
    public long events() {
        return events;
    }

    /** Zones of threads and fibers that began. */
    public long zones() {
        return zones;
    }

    /** GPU zones that began. */
    public long gpuZones() {
        return gpuZones;
    }

    /** Marks of the base set. */
    public long frames() {
        return frames;
    }

    /** How full the program's fullest ring is, in percent; -1 if it does not say. */
    public int ringPercent() {
        return ringPercent;
    }

    /** The most of that; -1 if the program does not say. */
    public int ringHighPercent() {
        return ringHighPercent;
    }

    /** Values of plots. */
    public long plotValues() {
        return plotValues;
    }

    /** Messages. */
    public long messages() {
        return messages;
    }

    /** Waits, obtainings and releases. */
    public long lockEvents() {
        return lockEvents;
    }

    /** Allocations and frees. */
    public long memoryEvents() {
        return memoryEvents;
    }

    /** Samples of stacks. */
    public long samples() {
        return samples;
    }

    /** Pictures of frames. */
    public long images() {
        return images;
    }

    /** Threads and fibers. */
    public long threads() {
        return threads;
    }

    /** Ends and attributes without a zone, frees without a block: errors of the program. */
    public long unmatched() {
        return unmatched;
    }

    /** GPU zones without a time of the GPU. */
    public long droppedGpuZones() {
        return droppedGpuZones;
    }

    /** Pictures of a size or format that cannot be. */
    public long droppedImages() {
        return droppedImages;
    }

    /** Events that a limit or a value that cannot be recorded left out. */
    public long droppedEvents() {
        return droppedEvents;
    }

    /** Events that were recorded without their call stack: there was no room for it. */
    public long refusedStacks() {
        return refusedStacks;
    }

    /** Events of kinds that recordings do not have: context switches, hardware counters and the like. */
    public Map<EventType, Long> passedOver() {
        return passedOver;
    }
}
