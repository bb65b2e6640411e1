package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.RingLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts frames, GPU zones, locks and memory of all threads in the order of their time, and keeps them well formed: starts and ends of a
 * frame name alternate, a name is either marked or started and ended, GPU zones nest.
 *
 * <p>Events below a watermark are released; the watermark is a reading of the clock taken before the rings' positions were read.
 * Whatever happened before an event in the program (by a lock, a queue, a join) was published before that event's time was read,
 * so causes always come before their effects. An event whose thread was interrupted between reading the clock and publishing may
 * come too late; its time is moved up to the last one released, and counted.
 *
 * <p>Owned by the collector's thread.
 */
final class SerialRouter {
    /** Between as many, what has been handled may be saved. */
    private static final int RELEASED_AT_ONCE = 256;

    /** Some that were closed have not been read to their end. */
    private static final int MAX_CONTEXTS = 4 * GpuContextTable.MAX_PRESENT;

    private enum FrameKind {
        CONTINUOUS,
        DISCONTINUOUS
    }

    /** A named set of frames. */
    private static final class FrameSet {
        /** Null until it is known. */
        FrameKind kind;

        boolean open;
        long openNanos;

        /** Null once it has ended, unless the set is open. */
        ThreadTrack thread;

        boolean threadEnded;

        FrameSet(FrameKind kind) {
            this.kind = kind;
        }
    }

    private record GpuClockError(long saidNanos, long errorNanos) {}

    private final ClockMap clock;
    private final SinkList sinks;
    private final RingRelease release;
    private final RingIds ids;
    private final LockRouter locks;
    private final MemoryRouter memory;
    private final SerialQueue queue = new SerialQueue();
    private final DecodedEvent event = new DecodedEvent();
    private final Map<FrameName, FrameSet> frames = new HashMap<>();
    private final GpuStacks gpuStacks = new GpuStacks();

    /** What was said last of each GPU context's clock; it holds for what comes after. */
    private final Map<GpuContextInfo, GpuClockError> gpuErrors = new HashMap<>();

    /** GPU contexts that sinks know, by id; in the order of their ids. */
    private final Map<Integer, GpuContextInfo> contexts = new LinkedHashMap<>();

    private int lastAnnouncedContext = -1;
    private GpuContextInfo lastContext;
    private long lastTicks = Long.MIN_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long late;
    private long malformed;

    SerialRouter(ClockMap clock, SinkList sinks) {
        this(clock, sinks, RingRelease.AT_ONCE, RingIds.OWN);
    }

    SerialRouter(ClockMap clock, SinkList sinks, RingRelease release, RingIds ids) {
        this.ids = ids;
        this.release = release;
        this.clock = clock;
        this.sinks = sinks;
        this.locks = new LockRouter(sinks, ids.locks());
        this.memory = new MemoryRouter(sinks);
    }

    /** Locks, which are serial too. */
    LockRouter locks() {
        return locks;
    }

    /** Events whose time had to be moved up. */
    long late() {
        return late;
    }

    /** Blocks of memory that there was no room for. */
    long dropped() {
        return memory.dropped();
    }

    /** Frame ends without start, locks obtained twice and the like. */
    long malformed() {
        return malformed + locks.repaired() + memory.repaired();
    }

    void add(ThreadTrack track, long ticks, long header, long a, long b, long c) {
        if (track.waitingSerial++ == 0) {
            track.serialPosition = track.recordPosition;
        }
        queue.add(track, ticks, header, a, b, c, track.recordPosition);
    }

    void addMemory(ThreadTrack track, long ticks, long header, long address, long bytes, CallStack stack) {
        add(track, ticks, header, address, bytes, 0);
        queue.stackOfLast(stack);
    }

    /** Releases what lies before the watermark. */
    void releaseBefore(long watermarkTicks) {
        for (int count = 1; !queue.isEmpty() && queue.firstTicks() - watermarkTicks < 0; count++) {
            releaseFirst();
            if (count % RELEASED_AT_ONCE == 0) {
                release.between();
            }
        }
    }

    /** Releases all that waits: the counter began anew, and its readings from before and after cannot be compared. */
    void counterRestarted() {
        while (!queue.isEmpty()) {
            releaseFirst();
        }
        lastTicks = Long.MIN_VALUE;
    }

    private void releaseFirst() {
        int row = queue.poll();
        ThreadTrack track = queue.track(row);
        track.waitingSerial--;
        // In one ring, the queue's order is that of the records.
        track.serialPosition =
                queue.get(row, SerialQueue.POSITION) + RingLayout.bytes(queue.get(row, SerialQueue.HEADER));
        long ticks = queue.get(row, SerialQueue.TICKS);
        if (ticks < lastTicks) {
            late++;
            ticks = lastTicks;
        }
        lastTicks = ticks;
        lastNanos = Math.max(lastNanos, clock.nanos(ticks));
        release(row, lastNanos);
    }

    private void release(int row, long nanos) {
        long header = queue.get(row, SerialQueue.HEADER);
        int type = RingLayout.type(header);
        event.type = type;
        event.thread = queue.track(row);
        event.nanos = nanos;
        switch (type) {
            case RingLayout.FRAME_MARK, RingLayout.FRAME_START, RingLayout.FRAME_END -> {
                event.value = queue.get(row, SerialQueue.PAYLOAD);
                frame(type, RingLayout.id(header));
            }
            case RingLayout.FRAME_VSYNC -> {
                event.value = RingLayout.id(header);
                sinks.deliver(event);
            }
            case RingLayout.GPU_CALIBRATION -> {
                event.value = queue.get(row, SerialQueue.PAYLOAD);
                if (hasContext(row, header)) {
                    gpuErrors.put(event.gpu, new GpuClockError(nanos, event.value));
                    sinks.deliver(event);
                }
            }
            case RingLayout.LOCK ->
                locks.event(event.thread, nanos, RingLayout.id(header), LockEvent.ofCode(RingLayout.small(header)));
            case RingLayout.LOCK_MARK ->
                locks.mark(event.thread, RingLayout.id(header), Registry.INSTANCE.location((int)
                        queue.get(row, SerialQueue.PAYLOAD)));
            case RingLayout.MEMORY_ALLOCATED, RingLayout.MEMORY_FREED, RingLayout.MEMORY_DISCARDED ->
                memory(type, row, Registry.INSTANCE.memoryPool(RingLayout.id(header)));
            case RingLayout.GPU_ZONE_VALUE -> gpuZoneValue(row, header);
            default -> gpuZone(type, row, header);
        }
    }

    private void memory(int type, int row, MemoryPool pool) {
        long address = queue.get(row, SerialQueue.PAYLOAD);
        switch (type) {
            case RingLayout.MEMORY_ALLOCATED ->
                memory.allocated(
                        pool,
                        event.thread,
                        event.nanos,
                        address,
                        queue.get(row, SerialQueue.PAYLOAD + 1),
                        queue.takeStack(row));
            case RingLayout.MEMORY_FREED ->
                memory.freed(pool, event.thread, event.nanos, address, queue.takeStack(row));
            default -> memory.discarded(pool, event.thread, event.nanos);
        }
    }

    private void frame(int type, int id) {
        event.frame = id == 0 ? null : Registry.INSTANCE.frame(id);
        if (event.frame == null) {
            sinks.deliver(event);
            return;
        }
        FrameKind kind = type == RingLayout.FRAME_MARK ? FrameKind.CONTINUOUS : FrameKind.DISCONTINUOUS;
        FrameSet set = frames.computeIfAbsent(event.frame, name -> new FrameSet(kind));
        if (set.kind == null) {
            set.kind = kind;
        }
        boolean isEnd = type == RingLayout.FRAME_END;
        if (set.kind != kind || (isEnd && !set.open)) {
            malformed++;
            return;
        }
        if (type == RingLayout.FRAME_START && set.open) {
            // A start without the end before it: the old frame ends where the new one starts.
            malformed++;
            event.type = RingLayout.FRAME_END;
            sinks.deliver(event);
            event.type = type;
        }
        set.open = type == RingLayout.FRAME_START && !sinks.isEmpty();
        set.openNanos = event.nanos;
        set.thread = event.thread;
        set.threadEnded = false;
        sinks.deliver(event);
    }

    private void gpuZoneValue(int row, long header) {
        if (!hasContext(row, header)) {
            return;
        }
        event.small = RingLayout.id(header);
        event.value = queue.get(row, SerialQueue.PAYLOAD);
        GpuStacks.Stack stack = gpuStacks.find(event.gpu, event.threadId);
        if (stack != null && !stack.isEmpty()) {
            sinks.deliver(event);
        } else {
            malformed++;
        }
    }

    private void gpuZone(int type, int row, long header) {
        if (!hasContext(row, header)) {
            return;
        }
        event.nanos = clock.nanos(queue.get(row, SerialQueue.PAYLOAD));
        event.gpuNanos = clock.nanos(queue.get(row, SerialQueue.PAYLOAD + 1));
        if (type == RingLayout.GPU_ZONE_BEGIN) {
            event.location = Registry.INSTANCE.location(RingLayout.id(header));
            gpuStacks.of(event.gpu, event.threadId).push(event.location, event.nanos, event.gpuNanos);
        } else {
            GpuStacks.Stack stack = gpuStacks.find(event.gpu, event.threadId);
            if (stack == null || !stack.pop()) {
                malformed++;
                return;
            }
        }
        sinks.deliver(event);
    }

    /** The context and the thread of a GPU record; false, and counted, if the context is not known. */
    private boolean hasContext(int row, long header) {
        long word = queue.get(row, SerialQueue.PAYLOAD + 2);
        event.gpu = context(RingLayout.gpuContext(header, word));
        event.threadId = RingLayout.gpuThreadId(word);
        malformed += event.gpu == null ? 1 : 0;
        return event.gpu != null;
    }

    /** Contexts are told to sinks as they are first seen, or at a pass's end ({@link #announceContexts}). */
    private GpuContextInfo context(int id) {
        if (lastContext == null || lastContext.id() != id) {
            announceContexts();
            lastContext = contexts.get(id);
        }
        return lastContext;
    }

    /** Tells sinks of GPU contexts that were made meanwhile. */
    void announceContexts() {
        List<GpuContextInfo> all = ids.gpuContexts().get();
        if (all.isEmpty() || all.getLast().id() <= lastAnnouncedContext) {
            return;
        }
        for (GpuContextInfo context : all) {
            if (context.id() > lastAnnouncedContext) {
                lastAnnouncedContext = context.id();
                contexts.put(context.id(), context);
                sinks.call(sink -> sink.gpuContext(context));
            }
        }
        if (contexts.size() > MAX_CONTEXTS) {
            // The counter began anew after they were closed: no watermark has passed them.
            retireContexts(contexts.values().stream()
                    .filter(context -> !all.contains(context))
                    .toList());
        }
    }

    /** Closed GPU contexts, of which nothing more comes, leave; zones that they left open end. */
    void retireContexts(List<GpuContextInfo> closed) {
        for (GpuContextInfo context : closed) {
            if (contexts.remove(context.id()) == null) {
                continue;
            }
            gpuErrors.remove(context);
            for (GpuStacks.Stack stack : gpuStacks.forget(context)) {
                endOpen(stack);
            }
            sinks.call(sink -> sink.gpuContextClosed(context));
        }
        lastContext = closed.isEmpty() ? lastContext : null;
    }

    private void endOpen(GpuStacks.Stack stack) {
        while (stack.pop()) {
            event.type = RingLayout.GPU_ZONE_END;
            event.gpu = stack.context;
            event.threadId = stack.threadId;
            event.nanos = lastNanos;
            event.gpuNanos = lastNanos;
            sinks.deliver(event);
        }
    }

    // --- what a recording that goes on has begun and not ended; before anything else

    /** A set of frames. */
    void resumeFrames(FrameName name, ThreadTrack thread) {
        FrameSet set = new FrameSet(null);
        set.open = true;
        set.thread = thread;
        frames.put(name, set);
    }

    /** Zones of the GPU. */
    void resumeGpuZones(GpuContextInfo context, long threadId, int depth, SourceLocation location) {
        for (int i = 0; i < depth; i++) {
            gpuStacks.of(context, threadId).push(location, 0, 0);
        }
    }

    /** Blocks of memory that live. */
    void resumeMemory(MemoryPool pool, MemoryBlocks blocks, long liveBytes) {
        memory.resume(pool, blocks, liveBytes);
    }

    /** Something that a new sink has to be told. */
    record Standing(long nanos, GuardedSink.Call call) {}

    /** Tells a new sink of all that is known and open, in the order of its time. */
    void replayTo(GuardedSink sink) {
        List<Standing> standing = new ArrayList<>();
        for (GpuContextInfo context : contexts.values()) {
            sink.call(s -> s.gpuContext(context));
            GpuClockError error = gpuErrors.get(context);
            if (error != null) {
                standing.add(new Standing(
                        error.saidNanos(), s -> s.gpuCalibration(context, error.saidNanos(), error.errorNanos())));
            }
        }
        List<ThreadTrack> ended = addOpenFrames(standing);
        locks.tell(sink);
        locks.addClaims(standing);
        standing.sort(Comparator.comparingLong(Standing::nanos));
        ended.forEach(thread -> sink.call(s -> s.threadStarted(thread)));
        standing.forEach(each -> sink.call(each.call()));
        ended.forEach(thread -> sink.call(s -> s.threadEnded(thread)));
        memory.tell(sink, lastNanos);
        gpuStacks.replayTo(sink);
    }

    /** Returns threads that a new sink was not told of, because they have ended: a frame may outlive the one that started it. */
    private List<ThreadTrack> addOpenFrames(List<Standing> standing) {
        List<ThreadTrack> ended = new ArrayList<>();
        frames.forEach((name, set) -> {
            if (set.open) {
                ThreadTrack thread = set.thread;
                long nanos = set.openNanos;
                standing.add(new Standing(nanos, s -> s.frameStart(thread, nanos, name)));
                if (set.threadEnded && !ended.contains(thread)) {
                    ended.add(thread);
                }
            }
        });
        return ended;
    }

    /** Nobody listens any more: ends that come now were never recorded, so nothing can stay open. */
    void forgetOpen() {
        locks.forgetClaims();
        memory.forgetBlocks();
        frames.values().forEach(set -> {
            set.open = false;
            set.thread = set.threadEnded ? null : set.thread;
        });
    }

    /** The thread is gone; its object must not be kept for a frame that it left open. */
    void threadEnded(ThreadTrack track) {
        locks.threadEnded(track, Math.max(lastNanos, track.lastNanos));
        frames.values().forEach(set -> {
            if (set.thread == track) {
                set.threadEnded = true;
                set.thread = set.open ? track : null;
            }
        });
    }
}
