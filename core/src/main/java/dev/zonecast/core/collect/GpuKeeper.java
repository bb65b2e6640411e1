package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.registry.GpuContextTable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the promises of {@link GpuEvent}: zones nest within one context, submitting thread and lane, and come after their
 * context.
 *
 * <p>Owned by the collector's thread.
 */
final class GpuKeeper {
    private record ClockError(long saidNanos, long errorNanos, double driftPpm) {}

    private final ClockMap clock;
    private final SinkList sinks;
    private final IdTables ids;
    private final GpuEvent added = new GpuEvent();
    private final GpuStacks stacks = new GpuStacks();

    /** The last statement about each context's clock. It is valid until the next one. */
    private final Map<Integer, ClockError> errors = new HashMap<>();

    /** Contexts that sinks know, by id; in the order of their ids. */
    private final Map<Integer, GpuContextInfo> contexts = new LinkedHashMap<>();

    /** The state that sinks have, as immutable objects. */
    private List<GpuContextInfo> announced = List.of();

    private int lastAnnounced = -1;
    private GpuContextInfo last;
    private long malformed;

    GpuKeeper(ClockMap clock, SinkList sinks, IdTables ids) {
        this.clock = clock;
        this.sinks = sinks;
        this.ids = ids;
    }

    /** Ends and values without a zone, records of unknown contexts. */
    long malformed() {
        return malformed;
    }

    /**
     * Takes a record.
     *
     * @param lastNanos time of the last event across all threads
     */
    void take(GpuEvent read, long lastNanos) {
        GpuContextInfo context = context(read.contextId(), lastNanos);
        if (context == null) {
            malformed++;
            return;
        }
        read.in(context);
        switch (read.kind()) {
            case GPU_CALIBRATION ->
                errors.put(context.id(), new ClockError(read.nanos(), read.errorNanos(), read.driftPpm()));
            case GPU_ZONE_VALUE -> {
                GpuStacks.Stack stack = stacks.find(context, read.submitter(), read.lane());
                if (stack == null || stack.isEmpty()) {
                    malformed++;
                    return;
                }
                if (read.statistic() == GpuStatistic.LINK) {
                    read.times(read.nanos(), clock.nanos(read.gpuNanos()));
                }
            }
            case GPU_ZONE_BEGIN -> {
                read.times(clock.nanos(read.value()), clock.nanos(read.gpuNanos()));
                stacks.of(context, read.submitter(), read.lane()).push(read.location(), read.nanos(), read.gpuNanos());
            }
            default -> {
                read.times(clock.nanos(read.value()), clock.nanos(read.gpuNanos()));
                GpuStacks.Stack stack = stacks.find(context, read.submitter(), read.lane());
                if (stack == null || !stack.pop(read)) {
                    malformed++;
                    return;
                }
            }
        }
        sinks.event(read);
    }

    /** Sinks get a context when it is first seen, or at a pass's end ({@link #announce}). */
    private GpuContextInfo context(int id, long lastNanos) {
        if (last == null || last.id() != id) {
            announce(lastNanos);
            last = contexts.get(id);
        }
        return last;
    }

    /** Sends sinks the contexts that are new, or have another name. */
    void announce(long lastNanos) {
        List<GpuContextInfo> all = ids.gpuContexts();
        if (all == announced) {
            return;
        }
        announced = all;
        // It may have another name: another object.
        last = null;
        for (GpuContextInfo context : all) {
            GpuContextInfo known = contexts.get(context.id());
            boolean isNew = context.id() > lastAnnounced;
            if (isNew || (known != null && !known.equals(context))) {
                lastAnnounced = Math.max(lastAnnounced, context.id());
                contexts.put(context.id(), context);
                stacks.renamed(context);
                sinks.event(added.context(context));
            }
        }
        if (contexts.size() > GpuContextTable.MAX_PRESENT) {
            // The counter began anew after they were closed: no watermark has passed them.
            retire(
                    contexts.values().stream()
                            .filter(context -> !all.contains(context))
                            .toList(),
                    lastNanos);
        }
    }

    /** Closed contexts leave; zones that they left open end. */
    void retire(List<GpuContextInfo> closed, long lastNanos) {
        for (GpuContextInfo context : closed) {
            GpuContextInfo known = contexts.remove(context.id());
            if (known == null) {
                continue;
            }
            errors.remove(known.id());
            for (GpuStacks.Stack stack : stacks.forget(known)) {
                while (stack.pop(added.end(stack.context, stack.threadId, lastNanos, lastNanos)
                        .inLane(stack.lane))) {
                    sinks.event(added);
                }
            }
            sinks.event(added.closed(known));
        }
        last = closed.isEmpty() ? last : null;
    }

    /** Restores zones that were open at the end of a recording that is continued. */
    void resume(GpuContextInfo context, long threadId, int lane, int depth, SourceLocation location) {
        for (int i = 0; i < depth; i++) {
            stacks.of(context, threadId, lane).push(location, 0, 0);
        }
    }

    /** Sends a new sink the contexts, and adds the statements about their clocks. */
    void replayTo(GuardedSink sink, List<SerialRouter.Standing> standing) {
        for (GpuContextInfo context : contexts.values()) {
            sink.event(added.context(context));
            ClockError error = errors.get(context.id());
            if (error != null) {
                standing.add(new SerialRouter.Standing(
                        error.saidNanos(),
                        s -> s.event(
                                added.calibration(context, error.saidNanos(), error.errorNanos(), error.driftPpm()))));
            }
        }
    }

    /** Sends a new sink the open zones. */
    void replayOpen(GuardedSink sink) {
        stacks.replayTo(sink, added);
    }
}
