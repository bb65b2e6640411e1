package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MemoryBlocks;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.LockEvent;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.state.LockTable;
import java.util.function.LongFunction;

/**
 * Feeds a recording from the rings of a dead program, in the way in which the collector feeds sinks from this program's rings. The
 * {@code resume} methods set what was open at the end of the recording. For one thread.
 */
public final class Replay {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final SinkList sinks = new SinkList();
    private final SerialRouter serial;
    private final EventRouter router;

    /**
     * A replay without a sink.
     *
     * @param clock of the dead program
     * @param ids of the dead program
     * @param threads the thread of an id, or null
     */
    public Replay(ClockMap clock, IdTables ids, LockTable<LockInfo> locks, LongFunction<ThreadTrack> threads) {
        serial = new SerialRouter(clock, sinks, RingRelease.AT_ONCE, ids, locks);
        router = new EventRouter(clock, sinks, serial, RingRelease.AT_ONCE, threads, ids);
    }

    /** Gives a sink all events from now on; it has begun. */
    public void attach(EventSink sink) {
        sinks.add(new GuardedSink(sink));
    }

    /** Zones of a thread, whose names and times are in the recording. */
    public void resumeZones(ThreadTrack track, int open) {
        for (int i = 0; i < open; i++) {
            track.push(0, 0);
        }
    }

    /** A frame of a set. */
    public void resumeFrame(FrameName name) {
        serial.pairs().resume(name);
    }

    /**
     * An asynchronous span.
     *
     * @param locationId of the dead program; 0: not known
     */
    public void resumeSpan(long id, int locationId) {
        serial.pairs().resumeSpan(id, locationId);
    }

    /** A flow; as {@link #resumeSpan}. */
    public void resumeFlow(long id, int locationId) {
        serial.resumeFlow(id, locationId);
    }

    /** GPU zones of a thread's lane. */
    public void resumeGpuZones(GpuContextInfo context, long threadId, int lane, int depth, SourceLocation location) {
        serial.gpu().resume(context, threadId, lane, depth, location);
    }

    /** A lock that a thread has. */
    public void resumeHold(ThreadTrack holder, long nanos, LockInfo lock) {
        serial.locks().resumeHold(holder, nanos, lock);
    }

    /** A marker with a begin; in the order of the begins. Returns its pair. */
    public long resumeMarker(ThreadTrack track, MarkerDefinition definition, long nanos) {
        return router.markers().resume(track, definition, nanos);
    }

    /** Blocks of a pool. */
    public void resumeMemory(MemoryPool pool, MemoryBlocks blocks, long bytesInUse) {
        serial.memory().resume(pool, blocks, bytesInUse);
    }

    /** A thread waits for a lock. */
    public void resumeWait(ThreadTrack track, long nanos, int lockId, boolean shared) {
        serial.locks().event(track, nanos, lockId, shared ? LockEvent.SHARED_WAIT : LockEvent.WAIT);
    }

    /** An event beside those in the rings. */
    public void event(Event event) {
        sinks.event(event);
    }

    /** Reads all records of a thread's ring, and passes over damaged ones. */
    public void drain(ThreadTrack track) {
        track.markEnd();
        while (track.position < track.end) {
            try {
                int ignored = router.drain(track);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "a damaged record in a ring is passed over", e);
            }
        }
    }

    /** No event follows: releases all events that wait for other threads' events. */
    public void releaseAll() {
        serial.counterRestarted();
    }

    /** Records read. */
    public long events() {
        return router.events();
    }

    /** Events without room in the routers' tables. */
    public long dropped() {
        return router.dropped() + serial.dropped();
    }

    /** Why the sink gets no events any more; null if it works. */
    public Throwable failure() {
        for (GuardedSink sink : sinks.all()) {
            if (sink.failure() != null) {
                return sink.failure();
            }
        }
        return null;
    }
}
