package dev.zonecast.core.session;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.fxt.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Durations of all zones by name, without keeping the zones. Owned by the collector's thread. */
public final class SummarySink implements EventSink {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    private record Key(ZoneSummary.Kind kind, String track, String name) {}

    /** Open zones of one thread. */
    private static final class Stack {
        long[] begins = new long[16];
        Distribution[] targets = new Distribution[16];
        int depth;

        void push(long nanos, Distribution target) {
            if (depth == begins.length) {
                begins = Arrays.copyOf(begins, depth * 2);
                targets = Arrays.copyOf(targets, depth * 2);
            }
            begins[depth] = nanos;
            targets[depth++] = target;
        }

        void pop(long nanos) {
            depth--;
            targets[depth].add(Math.max(0, nanos - begins[depth]));
        }
    }

    private final Map<Key, Distribution> histograms = new HashMap<>();
    private final Map<EventThread, Stack> threads = new HashMap<>();
    private Distribution[] byLocation = new Distribution[256];
    private EventThread lastThread;
    private Stack lastStack;

    List<ZoneSummary> summaries() {
        List<ZoneSummary> result = new ArrayList<>();
        histograms.forEach((key, h) -> {
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

    private Distribution histogram(int id) {
        if (id >= byLocation.length) {
            byLocation = Arrays.copyOf(byLocation, Math.max(id + 1, byLocation.length * 2));
        }
        Distribution target = byLocation[id];
        if (target == null) {
            String name = LOCATIONS.get(id).displayName();
            target = histograms.computeIfAbsent(new Key(ZoneSummary.Kind.CPU, "", name), k -> new Distribution());
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
            case GpuEvent e
            when e.kind() == EventKind.GPU_ZONE_END -> {
                Key key = new Key(
                        ZoneSummary.Kind.GPU, e.context().name(), e.location().displayName());
                histograms
                        .computeIfAbsent(key, ignored -> new Distribution())
                        .add(Math.max(0, e.gpuNanos() - e.beginGpuNanos()));
            }
            default -> {
                // No duration.
            }
        }
    }
}
