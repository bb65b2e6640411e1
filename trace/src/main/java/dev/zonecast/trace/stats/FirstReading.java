package dev.zonecast.trace.stats;

import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.ThreadStop;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.bounds.BoundsReading;
import dev.zonecast.trace.bounds.FrameVerdicts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has to be known before zones are looked at: which frames are the slowest, when threads waited, and when stacks were sampled.
 * {@link dev.zonecast.trace.TraceReader#readFrames} reads it at little cost.
 */
public final class FirstReading implements TraceListener {
    private final ZoneFilter filter;
    private final int mostFrames;
    private final WaitTimes waits = new WaitTimes();
    private final WaitTimes runs = new WaitTimes();
    private final BoundsReading bounds = new BoundsReading();
    private final SampleZones samples;
    private final FlowTimes flows = new FlowTimes();
    private MemoryUse memoryUse;
    /** By program, in the order of the first frames that pass the filter. */
    private final Map<Long, BaseFrames> baseFrames = new LinkedHashMap<>();

    /** @param mostFrames contents are looked at of as many frames, the slowest ones */
    public FirstReading(ZoneFilter filter, int mostFrames) {
        this(filter, mostFrames, new SampleZones(filter));
    }

    FirstReading(ZoneFilter filter, int mostFrames, SampleZones samples) {
        this.filter = filter;
        this.mostFrames = mostFrames;
        this.samples = samples;
    }

    /** Looks at blocks of memory too. */
    public FirstReading withMemory() {
        memoryUse = new MemoryUse(filter);
        return this;
    }

    @Override
    public void event(TraceEvent event) {
        bounds.event(event);
        switch (event) {
            case TraceFrame frame
            when frame.isBase() && !frame.cutOff() && filter.accepts(frame) -> {
                baseFrames
                        .computeIfAbsent(frame.track().process(), process -> new BaseFrames(process, mostFrames))
                        .add(frame);
                bounds.frame(frame);
                if (memoryUse != null) {
                    memoryUse.add(frame);
                }
            }
            case ThreadStop stop -> waits.add(stop);
            case LockSpan span -> waits.add(span);
            case TraceEvent.CoreRun run -> runs.add(run);
            case StackSample sample -> samples.add(sample);
            case TraceEvent.Flow flow when filter.acceptsThreadOf(flow) -> flows.end(flow);
            case TraceMemoryEvent block when memoryUse != null -> memoryUse.add(block);
            default -> {
                // For the second reading.
            }
        }
    }

    /** Waits of all threads. */
    public WaitTimes waits() {
        return waits;
    }

    /** Runs of all threads on cores. */
    WaitTimes runs() {
        return runs;
    }

    /** What bounds the frames: filled by the second reading. */
    public FrameVerdicts verdicts() {
        return bounds.verdicts();
    }

    /** Blocks of memory; null if they are not looked at. */
    MemoryUse memoryUse() {
        return memoryUse;
    }

    /** Ends of flows. */
    FlowTimes flows() {
        return flows;
    }

    /** How many programs have frames. */
    public int programsWithFrames() {
        return baseFrames.size();
    }

    /** What the second reading fills, of the frames of the first program that has any. */
    public FrameContents contents() {
        if (baseFrames.isEmpty() || mostFrames == 0) {
            return FrameContents.NONE;
        }
        BaseFrames frames = baseFrames.values().iterator().next();
        return new FrameContents(frames, bounds.marker(frames.process), filter, waits, FrameContents.MAX_CELLS);
    }

    /**
     * The second reading, of zones and all else.
     *
     * @param keptMessages the last messages are kept, as many of them
     */
    public TraceStatistics statistics(int keptMessages) {
        return new TraceStatistics(this, filter, samples, keptMessages);
    }
}
