package dev.zonecast.core.collect;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuLosses;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.parameter.ParameterTable;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.Recorder;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.section.SectionTable;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread that reads all rings and feeds all sinks. It sleeps about a millisecond between passes while a viewer or recording listens
 * (longer the longer nothing comes), is woken early by a ring that is half full, and rests when nobody listens.
 */
final class Collector implements Runnable, CollectorPasses {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final long BUSY_PAUSE_NANOS = 1_000_000;
    private static final long IDLE_PAUSE_NANOS = 5_000_000;

    /** The pause doubles as often while nothing comes: to 20 ms. Each is a pass for nothing, and an event of JFR's. */
    private static final int MAX_IDLE_DOUBLINGS = 2;

    private static final long REST_NANOS = 100_000_000;

    /** A rest in a burst, in times of the pass before it, and at most. */
    private static final int REST_PASSES = 3;

    private static final long LONGEST_REST_NANOS = 20_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The counter may be read a little before the loads that follow it in the program: keep the watermark this far behind. */
    private static final long WATERMARK_MARGIN_NANOS = 1_000;

    private final RingPool pool;
    private final ClockMap clock = new ClockMap();
    private final SinkList sinks = new SinkList();
    private final SerialRouter serial;
    private final EventRouter router;
    private final RingRelease release;
    private final RingWatch watch;
    private final ImageRouter images = new ImageRouter(FrameImageQueue.INSTANCE, sinks);
    private final List<ThreadTrack> tracks = new ArrayList<>();
    private final Announcements announcements =
            new Announcements(sinks, ParameterTable.INSTANCE, SectionTable.INSTANCE);
    private final LateRouter late = new LateRouter(LateEvents.INSTANCE, sinks, tracks);
    private final RecorderTotals totals = new RecorderTotals();
    private final CommandQueue commands = new CommandQueue();
    private final Entrance entrance = new Entrance();
    private final Thread thread;

    private volatile boolean sleeping;
    private volatile boolean stopping;
    private volatile Statistics published;

    private long nextCalibrationNanos;
    private long calibrationIntervalNanos = 80_000_000;
    private long nextSecondNanos;
    private long busyNanos;
    private long defects;

    /** Passes in a row that read nothing. */
    private int idlePasses;

    /** Tracks of threads that found no ring; they may get one later. */
    private int withoutRing;

    private int labelVersion;
    private boolean loggedLostEvents;

    Collector(RingPool pool) {
        this(pool, RingRelease.AT_ONCE);
    }

    Collector(RingPool pool, RingRelease release) {
        this.pool = pool;
        this.release = release;
        this.watch = new RingWatch(release);
        this.serial = new SerialRouter(clock, sinks, release, OwnIds.INSTANCE, LockTable.INSTANCE);
        this.router = new EventRouter(clock, sinks, serial, release, this::thread, OwnIds.INSTANCE);
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("zonecast-collector")
                .inheritInheritableThreadLocals(false)
                .unstarted(this);
        this.published = statisticsNow();
    }

    void start() {
        thread.start();
    }

    /** {@link System#nanoTime} when the clock's map was made: no event is earlier by more than a moment. */
    long originNanos() {
        return clock.originNanos();
    }

    /** Called by producers whose ring is half full, and after commands. Cheap when the collector is awake. */
    void wake() {
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    /** Runs something on the collector's thread, between two passes; done at once when that thread has ended. Any thread. */
    CompletableFuture<Void> execute(Runnable command) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        boolean taken = commands.add(() -> {
            try {
                command.run();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        if (!taken) {
            done.complete(null);
        }
        LockSupport.unpark(thread);
        return done;
    }

    /**
     * Attaches a sink at the next pass: it gets all that is published after the return of this call. When the collector has stopped,
     * the sink is ended at once. Runs the program's actions at the start of recording. Any thread.
     */
    void attach(EventSink sink) {
        if (announce(sink)) {
            tellOpened();
        } else {
            new GuardedSink(sink).end(System.nanoTime(), 0);
        }
    }

    /**
     * As {@link #attach}, without the program's actions: {@link #tellOpened} is due. Any thread.
     *
     * @return false if the collector has stopped; the sink has not been called
     */
    boolean announce(EventSink sink) {
        boolean taken = entrance.announce(sink);
        LockSupport.unpark(thread);
        return taken;
    }

    /** Runs the program's actions at the start of recording, if they are due. Any thread that holds no lock. */
    void tellOpened() {
        entrance.tellOpened();
    }

    /** Tells all sinks something that no ring carries, between two passes. Any thread. */
    void tell(Event event) {
        var _ = execute(() -> sinks.event(event));
    }

    /** The map of the clock, for the collector's thread. */
    @Override
    public ClockMap clock() {
        return clock;
    }

    /** The threads that record; for the collector's thread. */
    @Override
    public List<ThreadTrack> tracks() {
        return tracks;
    }

    /** How many sinks there are; for the collector's thread, which asks from within a sink's call. */
    int sinkCount() {
        return sinks.all().size();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** The figures as of the last second or the last {@link #flushSinks} or {@link #publishStatistics}. Any thread. */
    Statistics statistics() {
        return published;
    }

    /** Computes the figures of all that was published before the call; in a sink's call, of all that has been read. */
    void publishStatistics(boolean inSinksCall) {
        if (!inSinksCall) {
            drainOnce();
        }
        logLimits();
        published = statisticsNow();
    }

    /** True once no command is run any more: nothing here changes after that. Any thread. */
    boolean hasStopped() {
        return commands.isClosed();
    }

    /** Lets the thread end after the pass that it is in. Any thread. */
    void stop() {
        entrance.close();
        stopping = true;
        LockSupport.unpark(thread);
    }

    /** In place of {@link #start}, where the thread cannot be had. */
    void abandon() {
        entrance.close();
        detachAll(System.nanoTime());
        commands.close();
    }

    @Override
    public void run() {
        warmUp();
        while (!stopping) {
            try {
                long before = System.nanoTime();
                int read = cycle();
                pause(read, System.nanoTime() - before);
            } catch (RuntimeException | Error e) {
                // A defect of ours must not end the collection for good.
                defect(e);
                LockSupport.parkNanos(REST_NANOS);
            }
        }
        commands.close();
    }

    /** The first ones are told, and then fewer and fewer. */
    private void defect(Throwable e) {
        defects++;
        try {
            if (defects <= 8 || Long.bitCount(defects) == 1) {
                LOG.log(Level.ERROR, "the collector goes on after a failure (number " + defects + ")", e);
            }
        } catch (RuntimeException | Error inLog) {
            // The program is out of memory, say; there will be some when its thread has ended.
            defects--;
        }
    }

    /** Nothing can be converted before the clock's rate is known; events wait in their rings. */
    private void warmUp() {
        long until = clock.originNanos() + ClockMap.WARM_UP_NANOS;
        while (!Clock.ticksAreNanos() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        clock.calibrate(calibrationIntervalNanos);
        long now = System.nanoTime();
        nextCalibrationNanos = now + calibrationIntervalNanos;
        nextSecondNanos = now + SECOND_NANOS;
    }

    private int cycle() {
        long start = System.nanoTime();
        followJump();
        commands.run();
        List<ThreadTrack> ended = endedThreads();
        serial.locks().findCollected();
        long watermark = watermark();
        int read = drainRings();
        serial.releaseBefore(watermark);
        serial.locks().retireCollected(clock.nanos(watermark));
        serial.retireContexts(GpuContextTable.of(GpuContextInfo.class).retireBefore(watermark));
        images.deliver();
        late.deliver();
        release.cycleEnd();
        retire(ended);
        tellChanges();
        if (!sinks.isEmpty()) {
            long nanos = clock.nanos(watermark);
            sinks.call(sink -> sink.cycleEnd(nanos));
            dropFailedSinks();
        }
        long end = System.nanoTime();
        everySecond(end);
        calibrateWhenDue(end);
        busyNanos += System.nanoTime() - start;
        return read;
    }

    private void followJump() {
        if (clock.followJump()) {
            serial.counterRestarted();
        }
    }

    private long watermark() {
        long ticks = Clock.ticks();
        VarHandle.fullFence();
        return ticks - (long) (WATERMARK_MARGIN_NANOS / clock.nanosPerTick());
    }

    private void pause(int read, long passNanos) {
        sleeping = true;
        VarHandle.fullFence();
        // A sink may have given an interrupt back to its thread: the pauses would not pause any more.
        boolean _ = Thread.interrupted();
        if (nobodyWaits()) {
            if (sinks.isEmpty()) {
                LockSupport.parkNanos(REST_NANOS);
            } else if (ringIsFilling()) {
                sleeping = false;
                restInBurst(Math.min(REST_PASSES * passNanos, LONGEST_REST_NANOS));
            } else {
                LockSupport.parkNanos(pauseNanos(read));
            }
        }
        sleeping = false;
    }

    private boolean nobodyWaits() {
        return commands.isEmpty() && !entrance.anyWaiting() && !stopping;
    }

    /**
     * Leaves the processors to a burst while all rings can grow and have half of their memory left. On two cores the program, this
     * thread, the sender and the viewer share them, and a burst takes a fifth longer without rests. No filling ring ends a rest.
     */
    private void restInBurst(long nanos) {
        for (ThreadTrack track : tracks) {
            if (track.ring != null && !track.recorder.hasRoomToGrow()) {
                return;
            }
        }
        long until = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && pool.isSpacious() && nobodyWaits()) {
            LockSupport.parkNanos(Math.min(left, BUSY_PAUSE_NANOS));
            left = until - System.nanoTime();
        }
    }

    private long pauseNanos(int read) {
        if (read > 0) {
            idlePasses = 0;
            return BUSY_PAUSE_NANOS;
        }
        long pause = IDLE_PAUSE_NANOS << idlePasses;
        idlePasses = Math.min(idlePasses + 1, MAX_IDLE_DOUBLINGS);
        return pause;
    }

    /** A producer asks to be read at the half, once; that is lost when it comes just before this thread sleeps. */
    private boolean ringIsFilling() {
        for (ThreadTrack track : tracks) {
            if (track.ring != null
                    && (track.ring.next() != null
                            || track.ring.producerPosition() - track.position > track.ring.capacityBytes() / 4)) {
                return true;
            }
        }
        return false;
    }

    /** Reads all rings up to where they were published when this began, and admits sinks: see {@link Entrance}. */
    private int drainRings() {
        adoptNewThreads();
        for (ThreadTrack track : tracks) {
            if (track.ring != null) {
                watch.look(track);
            }
            track.markEnd();
        }
        announcements.collect();
        for (EventSink sink = entrance.admit(); sink != null; sink = entrance.admit()) {
            admit(sink);
        }
        int read = 0;
        for (ThreadTrack track : tracks) {
            if (track.ring != null && RingWatch.isUrgent(track)) {
                read += drain(track);
            }
        }
        for (ThreadTrack track : tracks) {
            if (track.ring != null) {
                read += drain(track);
            }
        }
        return read;
    }

    private int drain(ThreadTrack track) {
        int read = 0;
        do {
            while (track.position < track.end) {
                try {
                    read += router.drain(track);
                } catch (RuntimeException | Error e) {
                    // The record that is to blame has been passed over.
                    defect(e);
                }
            }
        } while (goesOn(track));
        return read;
    }

    /** True if the thread has gone on in another ring, which is to be read in this pass too. */
    private boolean goesOn(ThreadTrack track) {
        EventRing read = track.toNextRing();
        if (read == null) {
            return false;
        }
        if (LOG.isLoggable(Level.DEBUG)) {
            LOG.log(
                    Level.DEBUG,
                    "thread \"{0}\" goes on in a ring of {1} KiB after one of {2} KiB; all rings together have {3} KiB",
                    track.name(),
                    track.ring.capacityBytes() >> 10,
                    read.capacityBytes() >> 10,
                    pool.allocatedBytes() >> 10);
        }
        pool.giveBack(read);
        return true;
    }

    // --- threads

    private void adoptNewThreads() {
        for (var entry = RecorderRegistry.pollNew(); entry != null; entry = RecorderRegistry.pollNew()) {
            var track = new ThreadTrack(entry);
            track.renamed();
            if (track.ring == null) {
                withoutRing++;
            } else if (withoutRing > 0) {
                dropTrackWithoutRing(track.recorder);
            }
            tracks.add(track);
            if (track.ring != null) {
                sinks.thread(track, Life.STARTED);
            }
        }
    }

    /** The thread of a Java id if sinks know it, else null. */
    private ThreadTrack thread(long id) {
        for (ThreadTrack track : tracks) {
            if (track.id() == id && track.ring != null) {
                return track;
            }
        }
        return null;
    }

    /** A thread has got a ring after all. */
    private void dropTrackWithoutRing(Recorder recorder) {
        for (ThreadTrack track : tracks) {
            if (track.records(recorder)) {
                track.retire();
                withoutRing--;
            }
        }
        tracks.removeIf(ThreadTrack::isRetired);
    }

    /** Looked at before the watermark is read: all that such a thread ever recorded is read and released in this pass. */
    private List<ThreadTrack> endedThreads() {
        List<ThreadTrack> ended = List.of();
        for (ThreadTrack track : tracks) {
            if (track.hasEnded()) {
                if (ended.isEmpty()) {
                    ended = new ArrayList<>();
                }
                ended.add(track);
            }
        }
        return ended;
    }

    private void retire(List<ThreadTrack> ended) {
        if (!ended.isEmpty()) {
            ended.forEach(this::retire);
            tracks.removeIf(ThreadTrack::isRetired);
        }
    }

    private void retire(ThreadTrack track) {
        if (track.isRetired() || track.waitingSerial > 0 || track.isBehind()) {
            // Its serial events still wait for their turn: they name the track, and commits keep their records in the
            // ring.
            return;
        }
        router.endAll(track, track.lastNanos);
        serial.threadEnded(track);
        track.retire();
        totals.retire(track.recorder);
        track.recorder.forgetOwner();
        if (track.ring == null) {
            withoutRing--;
        } else {
            sinks.thread(track, Life.ENDED);
            late.threadEnded(track);
            pool.giveBack(track.ring);
        }
    }

    /** Names given by {@code Threads} show at once, names changed by {@code Thread.setName} within a second. */
    private void tellChanges() {
        int version = ThreadNames.version();
        if (version != labelVersion) {
            labelVersion = version;
            renameAll();
            late.threadsNamed();
        }
        serial.announceContexts();
        announcements.tellNew();
    }

    private void renameAll() {
        for (ThreadTrack track : tracks) {
            if (track.renamed() && track.ring != null) {
                sinks.thread(track, Life.CHANGED);
            }
        }
    }

    // --- sinks; on the collector's thread

    /** Adds a sink and tells it all that stands. */
    private void admit(EventSink sink) {
        GuardedSink guarded = new GuardedSink(sink);
        long now = Math.max(System.nanoTime(), clock.nanos(Clock.ticks()));
        guarded.call(s -> s.begin(new SinkStart(now, Frame.number())));
        // A failure of ours ends this sink, with a line in the log. Else it would be attached nowhere, and nobody would
        // know.
        guarded.call(_ -> tellStanding(guarded));
        sinks.add(guarded);
    }

    private void tellStanding(GuardedSink guarded) {
        announcements.tellAll(guarded);
        ZoneRun run = new ZoneRun();
        for (ThreadTrack track : tracks) {
            if (track.ring != null) {
                guarded.call(s -> s.thread(track, Life.STARTED));
                if (track.runsOn != 0) {
                    guarded.event(
                            new FiberEvent().entered(track, track.runsSinceNanos, track.runsOn, track.runsOnName));
                }
                for (int i = 0; i < track.depth; i++) {
                    guarded.zones(track, run.onlyBegin(track.openNanos[i], track.openLocation[i]));
                }
            }
        }
        serial.replayTo(guarded);
        late.replayTo(guarded);
    }

    /** Takes what the rings hold for a last time, then ends the sink. Shuts the gate when it was the last one. */
    void detach(EventSink sink, long limitNanos) {
        drainOnce();
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.guards(sink)) {
                end(guarded, limitNanos);
            }
        }
        release.ended();
    }

    /** Ends all sinks, in the order of their attachment, within the time that is left; none can come any more. */
    void detachAll(long deadlineNanos) {
        entrance.close();
        drainOnce();
        for (GuardedSink guarded : sinks.all()) {
            end(guarded, Math.max(0, deadlineNanos - System.nanoTime()));
        }
        release.ended();
        published = statisticsNow();
        logLimits();
    }

    private void end(GuardedSink guarded, long limitNanos) {
        sinks.remove(guarded);
        if (entrance.leave()) {
            serial.forgetOpen();
        }
        // What was lost in the last second belongs in the recording too.
        long now = System.nanoTime();
        Statistics last = statisticsNow();
        guarded.event(ProgramEvent.statistics(now, last));
        guarded.end(clock.nanos(Clock.ticks()), limitNanos);
    }

    private void dropFailedSinks() {
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.failure() != null) {
                end(guarded, 0);
            }
        }
    }

    /** Everything published before the call is with the sinks afterwards, serial events included. */
    @Override
    public void drainOnce() {
        long watermark = Clock.ticks();
        drainRings();
        serial.releaseBefore(watermark + 1);
        images.deliver();
        late.deliver();
        tellChanges();
        release.cycleEnd();
    }

    /** {@link #drainOnce}, then every sink puts it where it belongs. */
    void flushSinks() {
        drainOnce();
        sinks.call(EventSink::flush);
        dropFailedSinks();
        published = statisticsNow();
        logLimits();
    }

    // --- figures

    private void everySecond(long now) {
        if (now - nextSecondNanos < 0) {
            return;
        }
        nextSecondNanos = now + SECOND_NANOS;
        watch.second();
        logLostEvents();
        renameAll();
        logLimits();
        Statistics statistics = statisticsNow();
        published = statistics;
        sinks.event(ProgramEvent.statistics(now, statistics));
    }

    private void logLimits() {
        TableLimit.logReached();
        pool.logRefusal();
    }

    private void logLostEvents() {
        if (!loggedLostEvents && RecorderRegistry.lostEvents() > 0) {
            loggedLostEvents = true;
            LOG.log(
                    Level.WARNING,
                    "no memory or no stack for the first event of a thread; it is dropped and counted, and a later"
                            + " event of the thread tries again");
        }
    }

    private void calibrateWhenDue(long now) {
        if (now - nextCalibrationNanos < 0) {
            return;
        }
        calibrationIntervalNanos = Math.min(SECOND_NANOS, calibrationIntervalNanos * 4);
        clock.calibrate(calibrationIntervalNanos);
        nextCalibrationNanos = now + calibrationIntervalNanos;
    }

    @Override
    public Dropped dropped() {
        return dropped(totals.with(tracks));
    }

    private Dropped dropped(RecorderTotals sum) {
        long all = sum.dropped()
                + router.droppedAttributes()
                + serial.dropped()
                + sum.overwritten()
                + RecorderRegistry.lostEvents()
                + SectionTable.INSTANCE.dropped()
                + late.dropped();
        return new Dropped(all, sum.dropped());
    }

    private Statistics statisticsNow() {
        RecorderTotals sum = totals.with(tracks);
        int threads = 0;
        for (ThreadTrack track : tracks) {
            threads += track.ring != null ? 1 : 0;
        }
        return new Statistics(
                System.nanoTime(),
                router.events(),
                sum.unmatched() + router.unmatchedMarkers() + serial.malformed(),
                new Statistics.Losses(
                        dropped(sum).all(),
                        sum.truncated(),
                        TableLimit.refusedNames() + RecordingLosses.NAMES.total(),
                        RecordingLosses.STACKS.total(),
                        GpuLosses.total(),
                        images.dropped(),
                        RecordingLosses.RECORDS.total(),
                        TableLimit.refusals()),
                new Statistics.Rings(threads, pool.allocatedBytes(), sum.waits(), pool.refusals(), watch.use(sum)),
                new Statistics.Collector(busyNanos, serial.late(), Clock.name(), clock.errorNanos()));
    }

    /** Publishes how full the rings are; on this thread. */
    void reportRings() {
        watch.report(tracks);
    }

    /** How full the rings were at the last report. Any thread. */
    RingWatch.Report ringReport() {
        return watch.published();
    }
}
