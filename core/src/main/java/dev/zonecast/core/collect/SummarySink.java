package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.gpu.GpuContextInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Durations of all zones by name, without keeping the zones. Owned by the collector's thread. */
final class SummarySink extends PartialSink {
    private record Key(ZoneSummary.Kind kind, String track, String name) {}

    /** Zones of one thread (or of one GPU context and thread) that are open. */
    private static final class Stack {
        long[] begins = new long[16];
        DurationHistogram[] targets = new DurationHistogram[16];
        int depth;

        void push(long nanos, DurationHistogram target) {
            if (depth == begins.length) {
                begins = java.util.Arrays.copyOf(begins, depth * 2);
                targets = java.util.Arrays.copyOf(targets, depth * 2);
            }
            begins[depth] = nanos;
            targets[depth++] = target;
        }

        void pop(long nanos) {
            depth--;
            targets[depth].add(Math.max(0, nanos - begins[depth]));
        }
    }

    private final Map<Key, DurationHistogram> histograms = new HashMap<>();
    private final Map<ThreadTrack, Stack> threads = new HashMap<>();
    private final Map<Long, Stack> gpuStacks = new HashMap<>();
    private DurationHistogram[] byLocation = new DurationHistogram[256];
    private ThreadTrack lastThread;
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
                        h.total(),
                        h.total() / h.count(),
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

    private Stack stack(ThreadTrack thread) {
        if (thread != lastThread) {
            lastThread = thread;
            lastStack = threads.computeIfAbsent(thread, t -> new Stack());
        }
        return lastStack;
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        int id = location.id();
        if (id >= byLocation.length) {
            byLocation = java.util.Arrays.copyOf(byLocation, Math.max(id + 1, byLocation.length * 2));
        }
        DurationHistogram target = byLocation[id];
        if (target == null) {
            target = histograms.computeIfAbsent(
                    new Key(ZoneSummary.Kind.CPU, "", location.displayName()), k -> new DurationHistogram());
            byLocation[id] = target;
        }
        stack(thread).push(nanos, target);
    }

    @Override
    public void zoneEnd(ThreadTrack thread, long nanos) {
        stack(thread).pop(nanos);
    }

    @Override
    public void threadEnded(ThreadTrack thread) {
        threads.remove(thread);
        if (thread == lastThread) {
            lastThread = null;
        }
    }

    /** Ids of contexts have 24 bits, and those of threads do not reach the upper ones. */
    private static Long gpuKey(GpuContextInfo context, long threadId) {
        return (long) context.id() << 40 ^ threadId;
    }

    @Override
    public void gpuZoneBegin(
            GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos) {
        Stack stack = gpuStacks.computeIfAbsent(gpuKey(context, threadId), k -> new Stack());
        stack.push(
                gpuNanos,
                histograms.computeIfAbsent(
                        new Key(ZoneSummary.Kind.GPU, context.name(), location.displayName()),
                        k -> new DurationHistogram()));
    }

    @Override
    public void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) {
        Long key = gpuKey(context, threadId);
        Stack stack = gpuStacks.get(key);
        stack.pop(gpuNanos);
        if (stack.depth == 0) {
            // Threads come and go.
            gpuStacks.remove(key);
        }
    }
}
