package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventReader;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.Pairing;
import dev.zonecast.core.ring.MemorySampling;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.state.LockTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts events of {@link dev.zonecast.core.kind.Order#ACROSS} of all threads in the order of their time. A keeper of each family keeps them
 * well formed.
 *
 * <p>Events below a watermark are released; the watermark is a reading of the clock taken before the rings' positions were read.
 * Whatever happened before an event in the program (by a lock, a queue, a join) was published before that event's time was read,
 * so causes always come before their effects. An event whose thread was interrupted between reading the clock and publishing may
 * come too late; its time is moved up to the last one released, and counted.
 *
 * <p>Owned by the collector's thread.
 */
final class SerialRouter {
    /** After so many events, progress may be saved. */
    private static final int RELEASED_AT_ONCE = 256;

    private final ClockMap clock;
    private final SinkList sinks;
    private final RingRelease release;
    private final EventReader reader;
    private final PairKeeper pairs;
    private final FlowKeeper flows;
    private final GpuKeeper gpu;
    private final LockKeeper locks;
    private final MemoryKeeper memory;
    private final SerialQueue queue = new SerialQueue();
    private long lastTicks = Long.MIN_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long late;

    SerialRouter(ClockMap clock, SinkList sinks) {
        this(clock, sinks, RingRelease.AT_ONCE, OwnIds.INSTANCE, LockTable.of(LockInfo.class));
    }

    /** @param locks the locks of the process */
    SerialRouter(ClockMap clock, SinkList sinks, RingRelease release, IdTables ids, LockTable<LockInfo> locks) {
        this.release = release;
        this.clock = clock;
        this.sinks = sinks;
        this.reader = new EventReader(ids);
        this.pairs = new PairKeeper(sinks, reader);
        this.flows = new FlowKeeper(sinks);
        this.gpu = new GpuKeeper(clock, sinks, ids);
        this.locks = new LockKeeper(sinks, locks);
        // A dead program's marks are gone with it.
        this.memory = new MemoryKeeper(sinks, ids == OwnIds.INSTANCE ? MemorySampling::unmark : (pool, address) -> {});
    }

    /** Frames and spans. */
    PairKeeper pairs() {
        return pairs;
    }

    /** GPU zones. */
    GpuKeeper gpu() {
        return gpu;
    }

    /** Locks. */
    LockKeeper locks() {
        return locks;
    }

    /** Memory. */
    MemoryKeeper memory() {
        return memory;
    }

    /** Events whose time had to be moved up. */
    long late() {
        return late;
    }

    /** Events that there was no room for. */
    long dropped() {
        return memory.dropped() + pairs.dropped() + flows.dropped();
    }

    /** Ends without begin, locks obtained twice and the like. */
    long malformed() {
        return wrongIds() + gpu.malformed() + locks.repaired() + memory.repaired();
    }

    /** Wrong calls about spans, flows and frames: ends without a begin, and begins of an id that is open. */
    long wrongIds() {
        return pairs.malformed() + flows.malformed();
    }

    /** @param stack the calls that led to it, or null */
    void add(ThreadTrack track, long ticks, long header, long a, long b, long c, CallStack stack) {
        if (track.waitingSerial++ == 0) {
            track.serialPosition = track.recordPosition;
        }
        queue.add(track, ticks, header, a, b, c, stack, track.recordPosition);
    }

    /** Releases the events before the watermark. */
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
        SerialQueue.Row row = queue.poll();
        ThreadTrack track = row.track;
        track.waitingSerial--;
        // In one ring, the queue's order is that of the records.
        track.serialPosition = row.position + RingLayout.bytes(row.header);
        late += row.ticks < lastTicks ? 1 : 0;
        lastTicks = Math.max(lastTicks, row.ticks);
        lastNanos = Math.max(lastNanos, clock.nanos(lastTicks));
        EventKind kind = EventKind.ofCode(RingLayout.type(row.header));
        int id = RingLayout.id(row.header);
        int small = RingLayout.small(row.header);
        switch (reader.read(kind, track, lastNanos, small, id, row.a, row.b, row.c, null, row.stack)) {
            case GpuEvent zone -> gpu.take(zone, lastNanos);
            case LockChange change -> locks.take(track, change);
            case MemoryEvent block -> memory.take(block);
            case FlowEvent flow -> flows.take(flow);
            case Event event when kind.pairing() == Pairing.NONE -> sinks.event(event);
            case Event event -> pairs.take(track, event, id, row.a);
        }
    }

    /** Restores a flow that was open at the end of a recording that is continued. */
    void resumeFlow(long id, int locationId) {
        flows.resume(id, reader.ids().location(locationId));
    }

    /** Sends sinks the GPU contexts that are new, and new names of contexts and locks. */
    void announce() {
        gpu.announce(lastNanos);
        locks.announceRenamed();
    }

    /** Removes closed GPU contexts without further records. */
    void retireContexts(List<GpuContextInfo> closed) {
        gpu.retire(closed, lastNanos);
    }

    /** State that a new sink gets in the order of time. */
    record Standing(long nanos, GuardedSink.Call call) {}

    /** Sends the present state to a new sink, sorted by time. */
    void replayTo(GuardedSink sink) {
        List<Standing> standing = new ArrayList<>();
        Set<ThreadTrack> ended = new LinkedHashSet<>();
        gpu.replayTo(sink, standing);
        pairs.addOpen(standing, ended);
        locks.replayTo(sink, standing, ended);
        standing.sort(Comparator.comparingLong(Standing::nanos));
        ended.forEach(thread -> sink.call(s -> s.thread(thread, Life.STARTED)));
        standing.forEach(each -> sink.call(each.call()));
        ended.forEach(thread -> sink.call(s -> s.thread(thread, Life.ENDED)));
        memory.replayTo(sink, lastNanos);
        gpu.replayOpen(sink);
    }

    /** No sink is left: ends from here on are not recorded, so nothing stays open. */
    void forgetOpen() {
        locks.forgetOpen();
        memory.forgetOpen();
        pairs.forgetOpen();
        flows.forgetOpen();
    }

    /** The thread is gone. */
    void threadEnded(ThreadTrack track) {
        locks.threadEnded(track, Math.max(lastNanos, track.lastNanos));
        pairs.threadEnded(track);
    }
}
