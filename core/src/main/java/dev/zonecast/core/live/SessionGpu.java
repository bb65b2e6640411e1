package dev.zonecast.core.live;

import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuLosses;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The GPU contexts of a session and their zones. Times are nanoseconds of the session.
 *
 * <p>A viewer takes {@value #MAX_CONTEXTS} contexts in a session, each announced once. So when all numbers were given out, a new context
 * takes that of a closed one, if it can of the same API and name: all contexts have the same clock, so that nothing else has to be told.
 */
final class SessionGpu {
    /** A lane of a context: a context of its own to the viewer, because zones of one context and thread nest there. */
    private record Lane(int contextId, int lane) {}

    /** A thread, and the viewer's number of the context into which it submits zones. */
    private record Submitter(int number, long threadId) {}

    /** Names of the plots of a context's clock quality. */
    private record ClockPlots(int errorId, int driftId) {}

    private static final int MAX_CONTEXTS = 255;
    private static final int NONE = -1;

    /** The viewer regards a GPU time more than 2^31 ticks back as a wrapped counter. */
    private static final long MAX_GPU_BACK_NANOS = 2_000_000_000;

    private final SessionEncoder encoder;

    /** Makes the session's own thread the thread of the next events. */
    private final Runnable ownThread;

    private final boolean annotates;

    private final Map<Lane, Integer> numbers = new HashMap<>();

    /** By number: the context that had it last, with the lane's name. */
    private final List<GpuContextInfo> holders = new ArrayList<>();

    private final boolean[] free = new boolean[MAX_CONTEXTS];
    private final int[] nextQuery = new int[MAX_CONTEXTS];

    /** Queries of the open zones' begins: figures name them. */
    private final Map<Submitter, ArrayDeque<Integer>> begins = new HashMap<>();

    /** By number: the kinds of values whose names the viewer has, each numbered from 1 on. */
    private final Map<Integer, List<GpuStatistic>> namedNotes = new HashMap<>();

    /** By id of the context. */
    private final Map<Integer, ClockPlots> clockPlots = new HashMap<>();

    private final long[] lastNanos = new long[MAX_CONTEXTS];
    private GpuContextInfo lastContext;
    private int lastLane;
    private int lastNumber;

    SessionGpu(SessionEncoder encoder, Protocol protocol, Runnable ownThread) {
        this.encoder = encoder;
        this.ownThread = ownThread;
        this.annotates = protocol.knows(EventType.GPU_ZONE_ANNOTATION);
    }

    /** @param nanos of the CPU and of the GPU, not before the session */
    void event(GpuEvent e, long nanos, long gpuNanos) {
        switch (e.kind()) {
            case GPU_CONTEXT -> context(e.context(), nanos);
            case GPU_CONTEXT_CLOSED -> closed(e.context());
            case GPU_ZONE_BEGIN -> begin(e, nanos, gpuNanos);
            case GPU_ZONE_END -> end(e, nanos, gpuNanos);
            case GPU_ZONE_VALUE -> value(e);
            default -> clock(e, nanos);
        }
    }

    /** The context counts CPU nanoseconds: the viewer corrects nothing, but shows the quality of the clock. */
    private void clock(GpuEvent e, long nanos) {
        ClockPlots plots = clockPlots.computeIfAbsent(e.context().id(), id -> plotsOf(e.context()));
        ownThread.run();
        encoder.open(EventType.PLOT_DATA_INT)
                .i64(plots.errorId)
                .threadTime(nanos)
                .i64(e.errorNanos());
        encoder.open(EventType.PLOT_DATA_DOUBLE)
                .i64(plots.driftId)
                .threadTime(nanos)
                .i64(Double.doubleToRawLongBits(e.driftPpm()));
    }

    private ClockPlots plotsOf(GpuContextInfo context) {
        NameTable names = Registry.INSTANCE.names();
        ClockPlots plots = new ClockPlots(
                names.intern("GPU clock error: " + context.name() + " (ns)"),
                names.intern("GPU clock drift: " + context.name() + " (ppm)"));
        encoder.plotConfig(plots.errorId, 0, true, true, 0);
        encoder.plotConfig(plots.driftId, 0, true, false, 0);
        return plots;
    }

    /** A context exists; the second time it has another name. Its further lanes are announced with their first zone. */
    private void context(GpuContextInfo context, long createdNanos) {
        if (numbers.putIfAbsent(new Lane(context.id(), 0), NONE) == null) {
            numbers.put(new Lane(context.id(), 0), announce(context, createdNanos));
            return;
        }
        numbers.forEach((lane, number) -> {
            GpuContextInfo named = context.withName(GpuContextInfo.laneName(context.name(), lane.lane));
            if (lane.contextId == context.id()
                    && number != NONE
                    && !named.name().equals(holders.get(number).name())) {
                encoder.gpuContextName(number, named.name());
                holders.set(number, named);
            }
        });
    }

    private int announce(GpuContextInfo context, long createdNanos) {
        int number = holders.size();
        if (number < MAX_CONTEXTS) {
            holders.add(context);
            lastNanos[number] = createdNanos;
            // Its times are nanoseconds of the CPU's clock already: both clocks show the same, so the viewer's mapping
            // changes nothing.
            int type = switch (context.api()) {
                case OPENGL -> Protocol.GPU_OPENGL;
                case VULKAN -> Protocol.GPU_VULKAN;
                case OPENCL -> Protocol.GPU_OPENCL;
                case CUSTOM -> Protocol.GPU_CUSTOM;
            };
            encoder.gpuNewContext(number, type, createdNanos, createdNanos);
            encoder.gpuContextName(number, context.name());
            return number;
        }
        int reused = freeNumber(context);
        if (reused != NONE) {
            if (!context.name().equals(holders.get(reused).name())) {
                encoder.gpuContextName(reused, context.name());
            }
            free[reused] = false;
            holders.set(reused, context);
        }
        return reused;
    }

    private int freeNumber(GpuContextInfo context) {
        int best = NONE;
        int bestLikeness = NONE;
        for (int i = 0; i < MAX_CONTEXTS; i++) {
            GpuContextInfo holder = holders.get(i);
            int likeness = holder.api() != context.api() ? 0 : holder.name().equals(context.name()) ? 2 : 1;
            if (free[i] && likeness > bestLikeness) {
                best = i;
                bestLikeness = likeness;
            }
        }
        return best;
    }

    /** Nothing more comes of a context. */
    private void closed(GpuContextInfo context) {
        clockPlots.remove(context.id());
        numbers.entrySet().removeIf(each -> {
            boolean over = each.getKey().contextId == context.id();
            if (over && each.getValue() != NONE) {
                free[each.getValue()] = true;
            }
            return over;
        });
        lastContext = null;
    }

    private int number(GpuContextInfo context, int lane) {
        if (context != lastContext || lane != lastLane) {
            lastContext = context;
            lastLane = lane;
            lastNumber = numbers.getOrDefault(new Lane(context.id(), lane), NONE);
        }
        return lastNumber;
    }

    /** A further lane has its first zone. It begins then: Tracy has the times of a context count from its begin on. */
    private void announceLane(GpuEvent e, long nanos) {
        GpuContextInfo context = e.context();
        if (e.lane() > 0 && numbers.putIfAbsent(new Lane(context.id(), e.lane()), NONE) == null) {
            GpuContextInfo named = context.withName(GpuContextInfo.laneName(context.name(), e.lane()));
            numbers.put(new Lane(context.id(), e.lane()), announce(named, nanos));
            lastContext = null;
        }
    }

    private void begin(GpuEvent e, long cpuNanos, long gpuNanos) {
        announceLane(e, cpuNanos);
        int number = number(e.context(), e.lane());
        if (number == NONE) {
            GpuLosses.add(1);
            return;
        }
        int query = nextQuery(number);
        encoder.callStack(e.stack(), EventType.CALLSTACK_SERIAL);
        EventType type =
                e.stack() == null ? EventType.GPU_ZONE_BEGIN_SERIAL : EventType.GPU_ZONE_BEGIN_CALLSTACK_SERIAL;
        encoder.gpuZone(type, number, SessionThread.wireId(e.submitter()), cpuNanos, query)
                .i64(Ids.of(e.location()));
        time(number, gpuNanos, query);
        if (annotates) {
            begins.computeIfAbsent(new Submitter(number, e.submitter()), ignored -> new ArrayDeque<>())
                    .push(query);
        }
    }

    private void value(GpuEvent e) {
        int number = number(e.context(), e.lane());
        GpuStatistic statistic = e.statistic();
        if (!annotates || number == NONE || statistic == GpuStatistic.LINK) {
            return;
        }
        List<GpuStatistic> named = namedNotes.computeIfAbsent(number, ignored -> new ArrayList<>());
        int note = named.indexOf(statistic) + 1;
        if (note == 0) {
            named.add(statistic);
            note = named.size();
            encoder.singleString(statistic.displayName());
            encoder.open(EventType.GPU_ANNOTATION_NAME).i64(note).i8(number);
        }
        encoder.open(EventType.GPU_ZONE_ANNOTATION).i64(note).i64(Double.doubleToRawLongBits((double) e.value()));
        encoder.i32(SessionThread.wireId(e.submitter()))
                .i16(begins.get(new Submitter(number, e.submitter())).getFirst())
                .i8(number);
    }

    private void end(GpuEvent e, long cpuNanos, long gpuNanos) {
        int number = number(e.context(), e.lane());
        if (number == NONE) {
            return;
        }
        if (annotates) {
            begins.computeIfPresent(new Submitter(number, e.submitter()), (ignored, open) -> {
                open.pop();
                return open.isEmpty() ? null : open;
            });
        }
        int query = nextQuery(number);
        encoder.gpuZone(EventType.GPU_ZONE_END_SERIAL, number, SessionThread.wireId(e.submitter()), cpuNanos, query);
        time(number, gpuNanos, query);
    }

    private int nextQuery(int number) {
        int query = nextQuery[number];
        nextQuery[number] = query + 1 & 0xFFFF;
        return query;
    }

    private void time(int number, long gpuNanos, int query) {
        long nanos = Math.max(gpuNanos, lastNanos[number] - MAX_GPU_BACK_NANOS);
        lastNanos[number] = nanos;
        encoder.gpuTime(number, nanos, query);
    }
}
