package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.gpu.GpuContextInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What {@link EventSink} promises to a sink, as rules that throw {@link AssertionError}. */
final class SinkContract {
    private static final class Track {
        int depth;
        long lastNanos = Long.MIN_VALUE;
    }

    private final Map<Long, Track> threads = new HashMap<>();
    private final Set<Long> endedThreads = new HashSet<>();
    private final Set<FrameName> continuous = new HashSet<>();
    private final Set<FrameName> discontinuous = new HashSet<>();
    private final Set<FrameName> openFrames = new HashSet<>();
    private final Map<Integer, GpuContextInfo> contexts = new HashMap<>();
    private final Map<String, Integer> gpuDepths = new HashMap<>();
    private final LockRules locks = new LockRules();
    private Thread caller;
    private boolean begun;
    private boolean ended;
    private long lastSerialNanos = Long.MIN_VALUE;

    void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    void called(String kind) {
        if (kind.equals("begin")) {
            require(!begun, "begun twice");
            begun = true;
            caller = Thread.currentThread();
            return;
        }
        require(!ended, kind + " after the end");
        ended = kind.equals("end");
        require(begun || ended, kind + " before begin");
        require(begun == (caller == Thread.currentThread()), kind + " on another thread than begin");
    }

    void end(long limitNanos) {
        require(limitNanos >= 0, "a limit below 0: " + limitNanos);
    }

    LockRules locks() {
        return locks;
    }

    // --- threads

    void threadStarted(EventThread track) {
        require(track.id() > 0, "a thread's id is above 0: " + track.id());
        require(!track.name().isEmpty(), "a thread has a name");
        require(!endedThreads.contains(track.id()), "started again: " + track.name());
        require(threads.put(track.id(), new Track()) == null, "started twice: " + track.name());
    }

    private Track thread(EventThread track) {
        Track known = threads.get(track.id());
        require(known != null, "not started, or ended: " + track.name());
        return known;
    }

    boolean isKnown(EventThread track) {
        return threads.containsKey(track.id());
    }

    void known(EventThread track) {
        thread(track);
    }

    void threadEnded(EventThread track) {
        require(thread(track).depth == 0, "ended with open zones: " + track.name());
        threads.remove(track.id());
        endedThreads.add(track.id());
    }

    void event(EventThread track, long nanos) {
        Track known = thread(track);
        require(
                nanos >= known.lastNanos,
                "time ran back by " + (known.lastNanos - nanos) + " ns on thread " + track.name());
        known.lastNanos = nanos;
    }

    void zoneBegin(EventThread track, long nanos) {
        event(track, nanos);
        thread(track).depth++;
    }

    void zoneEnd(EventThread track, long nanos) {
        event(track, nanos);
        require(--thread(track).depth >= 0, "an end without its begin on thread " + track.name());
    }

    void attribute(EventThread track) {
        require(thread(track).depth > 0, "an attribute without a zone on thread " + track.name());
    }

    // --- what comes in the order of its time

    void serial(long nanos) {
        require(nanos >= lastSerialNanos, "serial time ran back by " + (lastSerialNanos - nanos) + " ns");
        lastSerialNanos = nanos;
    }

    void serial(EventThread track, long nanos) {
        thread(track);
        serial(nanos);
    }

    void continuous(FrameName name) {
        require(!discontinuous.contains(name), "marked, but started before: " + name);
        continuous.add(name);
    }

    void frameStart(FrameName name) {
        require(!continuous.contains(name), "started, but marked before: " + name);
        discontinuous.add(name);
        require(openFrames.add(name), "started twice: " + name);
    }

    void frameEnd(FrameName name) {
        require(openFrames.remove(name), "ended without a start: " + name);
    }

    // --- GPU

    void gpuContext(GpuContextInfo context) {
        require(contexts.put(context.id(), context) == null, "told twice: " + context);
    }

    void gpuKnown(GpuContextInfo context) {
        require(contexts.get(context.id()) == context, "not told: " + context);
    }

    void gpuBegin(GpuContextInfo context, long threadId, int lane) {
        gpuKnown(context);
        gpuDepths.merge(context.id() + "/" + threadId + "/" + lane, 1, Integer::sum);
    }

    void gpuEnd(GpuContextInfo context, long threadId, int lane) {
        gpuKnown(context);
        require(
                gpuDepths.merge(context.id() + "/" + threadId + "/" + lane, -1, Integer::sum) >= 0,
                "a GPU zone's end without its begin: " + context);
    }
}
