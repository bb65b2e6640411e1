package dev.zonecast.core.session;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.disk.FileErrors;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.fxt.Distribution;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Durations of all zones by name, without keeping the zones. Owned by the collector's thread. */
public final class SummarySink implements EventSink {
    /** Submitting threads come and go: a stack for each that ever was would be without bound. */
    static final int MAX_IDLE_LANES = 256;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    private record Key(ZoneSummary.Kind kind, String track, String name) {}

    /** Open zones of one thread, or of one lane of a GPU context. */
    private static final class Stack {
        long[] begins = new long[16];
        long[] insideNanos = new long[16];
        ZoneTimes[] targets = new ZoneTimes[16];
        int depth;

        void push(long nanos, ZoneTimes target) {
            if (depth == begins.length) {
                begins = Arrays.copyOf(begins, depth * 2);
                insideNanos = Arrays.copyOf(insideNanos, depth * 2);
                targets = Arrays.copyOf(targets, depth * 2);
            }
            begins[depth] = nanos;
            insideNanos[depth] = 0;
            targets[depth++] = target;
        }

        void pop(long nanos) {
            depth--;
            end(targets[depth], Math.max(0, nanos - begins[depth]));
        }

        /** Ends the zone of a depth that is closed already. */
        void end(ZoneTimes target, long duration) {
            target.add(duration, duration - insideNanos[depth]);
            if (depth > 0) {
                insideNanos[depth - 1] += duration;
            }
        }
    }

    /** GPU zones nest within one of them. */
    private record Lane(int contextId, long submitter, int lane) {
        boolean has(GpuEvent e) {
            return e.context().id() == contextId && e.submitter() == submitter && e.lane() == lane;
        }
    }

    private final SessionSummary summary;

    private final CompletableFuture<Void> written = new CompletableFuture<>();
    private final Map<Key, ZoneTimes> histograms = new HashMap<>();
    private final Map<EventThread, Stack> threads = new HashMap<>();
    private final Map<Lane, Stack> lanes = new HashMap<>();
    private ZoneTimes[] byLocation = new ZoneTimes[256];
    private EventThread lastThread;
    private Stack lastStack;
    private Lane lastLane;
    private Stack lastLaneStack;

    /** Keeps the figures in memory. */
    public SummarySink() {
        this(null);
    }

    /** @param summary gets the figures at the end; null: none does */
    SummarySink(SessionSummary summary) {
        this.summary = summary;
    }

    List<ZoneSummary> summaries() {
        List<ZoneSummary> result = new ArrayList<>();
        histograms.forEach((key, times) -> {
            Distribution h = times.total();
            if (h.count() > 0) {
                result.add(new ZoneSummary(
                        key.name,
                        key.kind,
                        key.track,
                        h.count(),
                        h.sum(),
                        h.sum() / h.count(),
                        h.percentile(0.50),
                        h.percentile(0.99),
                        h.max()));
            }
        });
        result.sort((a, b) ->
                a.kind() != b.kind() ? a.kind().compareTo(b.kind()) : Long.compare(b.totalNanos(), a.totalNanos()));
        return result;
    }

    @Override
    public String description() {
        return "summary of zones";
    }

    private Stack stack(EventThread thread) {
        if (thread != lastThread) {
            lastThread = thread;
            lastStack = threads.computeIfAbsent(thread, t -> new Stack());
        }
        return lastStack;
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        Stack stack = stack(thread);
        for (int i = 0; i < run.size(); i++) {
            if (run.isEnd(i)) {
                stack.pop(run.nanos(i));
            } else {
                stack.push(run.nanos(i), histogram(run.location(i)));
            }
        }
    }

    private ZoneTimes histogram(int id) {
        if (id >= byLocation.length) {
            byLocation = Arrays.copyOf(byLocation, Math.max(id + 1, byLocation.length * 2));
        }
        ZoneTimes target = byLocation[id];
        if (target == null) {
            String name = LOCATIONS.get(id).displayName();
            target = histograms.computeIfAbsent(new Key(ZoneSummary.Kind.CPU, "", name), k -> new ZoneTimes());
            byLocation[id] = target;
        }
        return target;
    }

    @Override
    public void thread(EventThread thread, Life life) {
        if (life == Life.ENDED) {
            threads.remove(thread);
            if (thread == lastThread) {
                lastThread = null;
            }
        }
    }

    @Override
    public void event(Event event) {
        switch (event) {
            case ZoneBegin e -> stack(e.thread()).push(e.nanos(), histogram(Ids.of(e.location())));
            case GpuEvent e when e.kind() == EventKind.GPU_ZONE_BEGIN -> lane(e).push(e.gpuNanos(), null);
            case GpuEvent e when e.kind() == EventKind.GPU_ZONE_END -> gpuEnd(e);
            case GpuEvent e
            when e.kind() == EventKind.GPU_CONTEXT_CLOSED -> closed(e.context().id());
            case FrameEvent e when summary != null -> summary.frame(e);
            case ProgramEvent e when summary != null -> summary.program(e);
            default -> {
                // No duration.
            }
        }
    }

    private void closed(int contextId) {
        lanes.keySet().removeIf(lane -> lane.contextId == contextId);
        lastLane = null;
    }

    /** How many lanes are kept. */
    int lanes() {
        return lanes.size();
    }

    private Stack lane(GpuEvent e) {
        if (lastLane == null || !lastLane.has(e)) {
            if (lanes.size() >= MAX_IDLE_LANES) {
                lanes.values().removeIf(stack -> stack.depth == 0);
            }
            lastLane = new Lane(e.context().id(), e.submitter(), e.lane());
            lastLaneStack = lanes.computeIfAbsent(lastLane, of -> new Stack());
        }
        return lastLaneStack;
    }

    private void gpuEnd(GpuEvent e) {
        Key key = new Key(ZoneSummary.Kind.GPU, e.context().name(), e.location().displayName());
        Stack stack = lane(e);
        if (stack.depth > 0) {
            stack.depth--;
        } else {
            stack.insideNanos[0] = 0;
        }
        stack.end(
                histograms.computeIfAbsent(key, ignored -> new ZoneTimes()),
                Math.max(0, e.gpuNanos() - e.beginGpuNanos()));
    }

    @Override
    public void begin(SinkStart start) {
        if (summary != null) {
            summary.begin(start.nanos());
        }
    }

    @Override
    public void end(long nanos, long limitNanos) throws IOException {
        if (summary == null) {
            written.complete(null);
            return;
        }
        for (Map.Entry<Key, ZoneTimes> each : histograms.entrySet()) {
            summary.zones(each.getKey().kind, each.getKey().name, each.getValue());
        }
        try {
            // Sinks that end behind this one must not wait for its disk.
            DiskThread.start(() -> write(nanos));
        } catch (IOException e) {
            written.complete(null);
            throw e;
        }
    }

    private void write(long endNanos) {
        try {
            summary.write(endNanos);
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, "no session summary in {0}: {1}", summary.folder(), FileErrors.reason(e));
        } finally {
            written.complete(null);
        }
    }

    /** In place of the calls of a collector. */
    void abandon() {
        written.complete(null);
    }

    /** Completes after {@link #end}, when the file is written or cannot be. */
    CompletableFuture<Void> written() {
        return written;
    }
}
