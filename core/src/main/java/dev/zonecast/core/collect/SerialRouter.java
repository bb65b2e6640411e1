package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.RingLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts frames and GPU zones of all threads in the order of their time, and keeps them well formed: starts and ends of a frame name
 * alternate, a name is either marked or started and ended, GPU zones nest.
 *
 * <p>Events below a watermark are released; the watermark is a reading of the clock taken before the rings' positions were read.
 * Whatever happened before an event in the program (by a lock, a queue, a join) was published before that event's time was read,
 * so causes always come before their effects. An event whose thread was interrupted between reading the clock and publishing may
 * come too late; its time is moved up to the last one released, and counted.
 *
 * <p>Owned by the collector's thread.
 */
final class SerialRouter {
    private enum FrameKind {
        CONTINUOUS,
        DISCONTINUOUS
    }

    /** A named set of frames. */
    private static final class FrameSet {
        final FrameKind kind;
        boolean open;
        long openNanos;
        ThreadTrack thread;

        FrameSet(FrameKind kind) {
            this.kind = kind;
        }
    }

    /** A GPU zone that has begun. */
    private record OpenGpuZone(SourceLocation location, long cpuNanos, long gpuNanos) {}

    private record GpuStack(GpuContextInfo context, long threadId, List<OpenGpuZone> open) {}

    private final ClockMap clock;
    private final SinkList sinks;
    private final SerialQueue queue = new SerialQueue();
    private final DecodedEvent event = new DecodedEvent();
    private final Map<FrameName, FrameSet> frames = new HashMap<>();
    private final Map<Long, GpuStack> gpuStacks = new HashMap<>();
    private int announcedContexts;
    private long lastTicks = Long.MIN_VALUE;
    private long late;
    private long malformed;

    SerialRouter(ClockMap clock, SinkList sinks) {
        this.clock = clock;
        this.sinks = sinks;
    }

    /** Events whose time had to be moved up. */
    long late() {
        return late;
    }

    /** Frame ends without start and the like. */
    long malformed() {
        return malformed;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    void add(ThreadTrack track, long ticks, long header, long a, long b, long c) {
        queue.add(track, ticks, header, a, b, c, 0);
    }

    /** Releases what lies before the watermark. */
    void releaseBefore(long watermarkTicks) {
        while (!queue.isEmpty() && queue.firstTicks() - watermarkTicks < 0) {
            int row = queue.poll();
            long ticks = queue.get(row, SerialQueue.TICKS);
            if (lastTicks != Long.MIN_VALUE && ticks - lastTicks < 0) {
                late++;
                ticks = lastTicks;
            }
            lastTicks = ticks;
            release(row, clock.nanos(ticks));
        }
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
                event.gpu = context(RingLayout.small(header));
                sinks.deliver(event);
            }
            default -> gpuZone(type, row, header);
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
        set.open = type == RingLayout.FRAME_START;
        set.openNanos = event.nanos;
        set.thread = event.thread;
        sinks.deliver(event);
    }

    private void gpuZone(int type, int row, long header) {
        event.gpu = context(RingLayout.small(header));
        event.nanos = clock.nanos(queue.get(row, SerialQueue.PAYLOAD));
        event.gpuNanos = clock.nanos(queue.get(row, SerialQueue.PAYLOAD + 1));
        event.threadId = queue.get(row, SerialQueue.PAYLOAD + 2);
        long key = ((long) event.gpu.id() << 56) | (event.threadId & 0xFF_FFFF_FFFF_FFFFL);
        GpuStack stack =
                gpuStacks.computeIfAbsent(key, k -> new GpuStack(event.gpu, event.threadId, new ArrayList<>()));
        if (type == RingLayout.GPU_ZONE_BEGIN) {
            event.location = Registry.INSTANCE.location(RingLayout.id(header));
            stack.open().add(new OpenGpuZone(event.location, event.nanos, event.gpuNanos));
        } else if (stack.open().isEmpty()) {
            malformed++;
            return;
        } else {
            stack.open().removeLast();
        }
        sinks.deliver(event);
    }

    /** Contexts are told to sinks as they are first seen, or at a pass's end ({@link #announceContexts}). */
    private GpuContextInfo context(int id) {
        announceContexts();
        return Registry.INSTANCE.gpuContexts().get(id);
    }

    /** Tells sinks of GPU contexts that were made meanwhile. */
    void announceContexts() {
        List<GpuContextInfo> all = Registry.INSTANCE.gpuContexts();
        while (announcedContexts < all.size()) {
            GpuContextInfo context = all.get(announcedContexts++);
            sinks.call(sink -> sink.gpuContext(context));
        }
    }

    /** Tells a new sink of all that is known and open. */
    void replayTo(GuardedSink sink) {
        announceContexts();
        for (GpuContextInfo context : Registry.INSTANCE.gpuContexts()) {
            sink.call(s -> s.gpuContext(context));
        }
        frames.forEach((name, set) -> {
            if (set.open) {
                sink.call(s -> s.frameStart(set.thread, set.openNanos, name));
            }
        });
        for (GpuStack stack : gpuStacks.values()) {
            for (OpenGpuZone zone : stack.open()) {
                sink.call(s -> s.gpuZoneBegin(
                        stack.context(), stack.threadId(), zone.location(), zone.cpuNanos(), zone.gpuNanos()));
            }
        }
    }

    /** Nobody listens any more: ends that come now were never recorded, so nothing can stay open. */
    void forgetOpenFrames() {
        frames.values().forEach(set -> set.open = false);
    }

    /** The thread is gone; its object must not be kept for a frame that it left open. */
    void threadEnded(ThreadTrack track) {
        frames.values().forEach(set -> {
            if (set.thread == track && !set.open) {
                set.thread = null;
            }
        });
    }
}
