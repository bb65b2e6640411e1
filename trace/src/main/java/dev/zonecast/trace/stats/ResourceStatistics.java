package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.GpuContext;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceEvent.FiberRun;
import dev.zonecast.trace.TraceMemoryEvent;
import java.util.Collection;

/** Memory by pool, runs of fibers, calibrations of GPU clocks. */
public final class ResourceStatistics {
    static final int MAX_FIBERS = 10_000;
    static final int MAX_CONTEXTS = 10_000;

    private record FiberKey(Program program, String name) {}

    private final ZoneFilter filter;
    private final MemoryStatistics memory;
    private final BoundedTable<FiberKey, FiberStatistics> fibers = new BoundedTable<>(MAX_FIBERS);
    private final BoundedTable<GpuContext, CalibrationStatistics> calibrations = new BoundedTable<>(MAX_CONTEXTS);

    ResourceStatistics(ZoneFilter filter) {
        this.filter = filter;
        memory = new MemoryStatistics(filter);
    }

    void add(TraceMemoryEvent event) {
        memory.add(event);
    }

    void add(FiberRun run) {
        FiberKey key = new FiberKey(run.track().program(), run.fiber());
        FiberStatistics statistics = fibers.of(key, of -> new FiberStatistics(of.program, of.name));
        if (statistics != null) {
            statistics.threads().add(run.track());
            statistics.runs().add(run.endNanos() - run.beginNanos());
        }
    }

    void addCalibration(GpuContext context, long timeNanos, long errorNanos) {
        if (filter.acceptsTime(timeNanos) && filter.acceptsProgram(context.program())) {
            CalibrationStatistics statistics =
                    calibrations.of(context, of -> new CalibrationStatistics(of, new Distribution()));
            if (statistics != null) {
                statistics.errors().add(errorNanos);
            }
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

    /** Events and call stacks for which these tables had no room. */
    public long beyondLimits() {
        return fibers.beyondLimit() + calibrations.beyondLimit() + memory.beyondLimits();
    }
}
