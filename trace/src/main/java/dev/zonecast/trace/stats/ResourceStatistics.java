package dev.zonecast.trace.stats;

import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.MemoryEvent;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.Track;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Memory by pool, runs of fibers, calibrations of GPU clocks. */
public final class ResourceStatistics {
    static final int MAX_FIBERS = 10_000;
    static final int MAX_CONTEXTS = 10_000;

    private record FiberKey(Program program, String name) {}

    private final ZoneFilter filter;
    private final MemoryStatistics memory;
    private final Map<FiberKey, FiberStatistics> fibers = new LinkedHashMap<>();
    private final Map<GpuContext, CalibrationStatistics> calibrations = new LinkedHashMap<>();
    private long beyondLimits;

    ResourceStatistics(ZoneFilter filter) {
        this.filter = filter;
        memory = new MemoryStatistics(filter);
    }

    void add(MemoryEvent event) {
        memory.add(event);
    }

    void addFiberRun(Track carrier, String fiber, long beginNanos, long endNanos) {
        if (!filter.acceptsTime(beginNanos) || !filter.acceptsTrack(carrier)) {
            return;
        }
        FiberKey key = new FiberKey(carrier.program(), fiber);
        FiberStatistics statistics = fibers.get(key);
        if (statistics == null && fibers.size() < MAX_FIBERS) {
            statistics = new FiberStatistics(key.program, key.name);
            fibers.put(key, statistics);
        }
        if (statistics == null) {
            beyondLimits++;
        } else {
            statistics.add(carrier.index(), endNanos - beginNanos);
        }
    }

    void addCalibration(GpuContext context, long timeNanos, long errorNanos) {
        if (!filter.acceptsTime(timeNanos) || !filter.acceptsProgram(context.program())) {
            return;
        }
        CalibrationStatistics statistics = calibrations.get(context);
        if (statistics == null && calibrations.size() < MAX_CONTEXTS) {
            statistics = new CalibrationStatistics(context);
            calibrations.put(context, statistics);
        }
        if (statistics == null) {
            beyondLimits++;
        } else {
            statistics.add(errorNanos);
        }
    }

    /** Memory by pool. */
    public MemoryStatistics memory() {
        return memory;
    }

    /** Fibers, in the order of their first runs. */
    public Collection<FiberStatistics> fibers() {
        return fibers.values();
    }

    /** GPU contexts, in the order of their first calibrations. */
    public Collection<CalibrationStatistics> calibrations() {
        return calibrations.values();
    }

    /** Events and call stacks that these tables had no room for. */
    public long beyondLimits() {
        return beyondLimits + memory.beyondLimits();
    }
}
