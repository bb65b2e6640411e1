package dev.zonecast.core.collect;

import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.late.LateEvents;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.core.registry.ThreadNames;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.state.LockTable;
import dev.zonecast.core.state.ParameterTable;
import dev.zonecast.core.state.SectionTable;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread that reads all rings and feeds all sinks. It pauses between passes ({@link CollectorPauses}).
 */
public final class Collector implements Runnable, CollectorPasses {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long PLOT_NANOS = 100_000_000;

    /** The counter may be read a little before the loads that follow it in the program: keep the watermark this far behind. */
    private static final long WATERMARK_MARGIN_NANOS = 1_000;

    final RingPool pool;
    final ClockMap clock = new ClockMap();
    final SinkList sinks = new SinkList();
    final SerialRouter serial;
    final EventRouter router;
    private final RingRelease release;
    final RingWatch watch;
    final ThreadTracks threads = new ThreadTracks(sinks);
    final Announcements announcements =
            new Announcements(sinks, ParameterTable.INSTANCE, SectionTable.of(SectionInfo.class));
    final LateRouter late = new LateRouter(LateEvents.INSTANCE, sinks, threads.all());
    private final CollectorFigures figures;
    private final CollectorPauses pauses;
    private final SinkAdmission admission;
    private final CommandQueue commands = new CommandQueue();
    final Entrance entrance = new Entrance();
    private final Thread thread;

    /** The thread as sinks see it. */
    private final EventThread self;

    private volatile boolean stopping;
    private volatile Statistics published;

    private long nextCalibrationNanos;
    private long calibrationIntervalNanos = 80_000_000;
    private long nextSecondNanos;

    private volatile boolean plotsRings;
    private long nextPlotNanos;
    private long busyNanos;
    private long defects;

    private int labelVersion;

    public Collector(RingPool pool, RingRelease release) {
        this.pool = pool;
        this.release = release;
        this.watch = new RingWatch(release);
        this.serial = new SerialRouter(clock, sinks, release, OwnIds.INSTANCE, LockTable.of(LockInfo.class));
        this.router = new EventRouter(clock, sinks, serial, release, threads::find, OwnIds.INSTANCE);
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("zonecast-collector")
                .inheritInheritableThreadLocals(false)
                .unstarted(this);
        this.self = EventThread.of(thread.threadId(), thread.getName());
        this.pauses =
                new CollectorPauses(sinks, threads, () -> commands.isEmpty() && !entrance.anyWaiting() && !stopping);
        this.admission = new SinkAdmission(this);
        this.figures = new CollectorFigures(this);
        this.published = figures.now(0);
    }

    public void start() {
        thread.start();
    }

    /** Plots from now on how full the rings are. Any thread. */
    public void plotRings() {
        plotsRings = true;
    }

    /** {@link System#nanoTime} when the clock's map was made: no event is earlier by more than a moment. */
    public long originNanos() {
        return clock.originNanos();
    }

    /** Called by producers whose ring is half full, and after commands. Cheap when the collector is awake. */
    public void wake() {
        // The release store of the ring's position does not come before this load by itself; CollectorPauses has the
        // other fence.
        VarHandle.fullFence();
        if (pauses.isSleeping()) {
            LockSupport.unpark(thread);
        }
    }

    /** Runs something on the collector's thread, between two passes; done at once when that thread has ended. Any thread. */
    public CompletableFuture<Void> execute(Runnable command) {
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
    public void attach(EventSink sink) {
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
    public boolean announce(EventSink sink) {
        boolean taken = entrance.announce(sink);
        LockSupport.unpark(thread);
        return taken;
    }

    /** Runs the program's actions at the start of recording, if they are due. Any thread that holds no lock. */
    public void tellOpened() {
        entrance.tellOpened();
    }

    /** Sends a sink the present state, as on its attachment. For the collector's thread. */
    public void restate(EventSink sink) {
        admission.restate(sink);
    }

    /** Sends all sinks an event that no ring carries; for the collector's thread. */
    public void tell(Event event) {
        sinks.event(event);
    }

    /** The map of the clock, for the collector's thread. */
    @Override
    public ClockMap clock() {
        return clock;
    }

    /** The threads that record; for the collector's thread. */
    @Override
    public List<ThreadTrack> tracks() {
        return threads.all();
    }

    /** How many sinks there are; for the collector's thread, which asks from within a sink's call. */
    public int sinkCount() {
        return sinks.all().size();
    }

    public boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** The figures as of the last second or the last {@link #flushSinks} or {@link #publishStatistics}. Any thread. */
    public Statistics statistics() {
        return published;
    }

    /** Computes the figures of all that was published before the call; in a sink's call, of all that has been read. */
    public void publishStatistics(boolean inSinksCall) {
        if (!inSinksCall) {
            drainOnce();
        }
        publish();
    }

    /** True once no command is run any more: nothing here changes after that. Any thread. */
    public boolean hasStopped() {
        return commands.isClosed();
    }

    /** Lets the thread end after the pass that it is in. Any thread. */
    public void stop() {
        entrance.close();
        stopping = true;
        LockSupport.unpark(thread);
    }

    /** In place of {@link #start}, where the thread cannot be had. */
    public void abandon() {
        entrance.close();
        detachAll(System.nanoTime());
        commands.close();
    }

    @Override
    public void run() {
        warmUp();
        while (!stopping) {
            try {
                pauses.pause(cycle());
            } catch (RuntimeException | Error e) {
                // A defect of ours must not end the collection.
                defect(e);
                LockSupport.parkNanos(CollectorPauses.REST_NANOS);
            }
        }
        commands.close();
    }

    /** Logs the first ones, then ever fewer. */
    private void defect(Throwable e) {
        defects++;
        try {
            if (defects <= 8 || Long.bitCount(defects) == 1) {
                LOG.log(
                        Level.ERROR,
                        "a defect of Zonecast, please report it: the collector failed " + defects
                                + " times and continues; some events may be missing",
                        e);
            }
        } catch (RuntimeException | Error inLog) {
            // The program is out of memory, say; there will be some when its thread has ended.
            defects--;
        }
    }

    /** Events wait in their rings until the clock's rate is known. */
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
        // Before the watermark: all that such a thread ever recorded is read and released in this pass.
        List<ThreadTrack> ended = threads.ended();
        serial.locks().findCollected();
        long watermark = watermark();
        int read = drainRings();
        serial.releaseBefore(watermark);
        serial.locks().retireCollected(clock.nanos(watermark));
        serial.retireContexts(GpuContextTable.of(GpuContextInfo.class).retireBefore(watermark));
        deliverImages();
        late.deliver();
        release.cycleEnd();
        threads.retire(ended, this::retire);
        tellChanges();
        if (!sinks.isEmpty()) {
            long nanos = clock.nanos(watermark);
            sinks.call(sink -> sink.cycleEnd(nanos));
            dropFailedSinks();
        }
        long end = System.nanoTime();
        plotRings(end);
        everySecond(end);
        calibrateWhenDue(end);
        busyNanos += System.nanoTime() - start;
        return read;
    }

    private void deliverImages() {
        FrameImageQueue.INSTANCE.deliver(sinks.isEmpty() ? null : sinks::event);
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

    /**
     * Reads all rings up to where they were published when this began, and admits sinks: see {@link Entrance}. What is published elsewhere
     * is marked likewise: a sink that waits from now on has a right to all that comes after.
     */
    private int drainRings() {
        try {
            threads.adoptNew();
            for (ThreadTrack track : threads.all()) {
                watch.look(track);
                track.markEnd();
            }
            late.markEnd();
            FrameImageQueue.INSTANCE.markEnd();
            announcements.collect();
        } finally {
            // Also if there is no memory for that: the end of all sinks ends the admitted ones.
            admission.admitWaiting();
        }
        int read = 0;
        for (ThreadTrack track : threads.all()) {
            if (RingWatch.isUrgent(track)) {
                read += drain(track);
            }
        }
        for (ThreadTrack track : threads.all()) {
            read += drain(track);
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
            SafeLog.log(
                    LOG,
                    Level.DEBUG,
                    () -> "thread \"" + track.name() + "\" goes on in a ring of " + (track.ring.capacityBytes() >> 10)
                            + " KiB after one of " + (read.capacityBytes() >> 10) + " KiB; all rings together have "
                            + (pool.allocatedBytes() >> 10) + " KiB");
        }
        pool.giveBack(read);
        return true;
    }

    /** The last of a thread that has ended. */
    private void retire(ThreadTrack track) {
        router.endAll(track, track.lastNanos);
        serial.threadEnded(track);
        late.threadEnded(track);
        pool.giveBack(track.ring);
    }

    /** Names given by {@code Threads} show at once, names changed by {@code Thread.setName} within a second. */
    private void tellChanges() {
        int version = ThreadNames.version();
        if (version != labelVersion) {
            labelVersion = version;
            threads.rename();
            late.threadsNamed();
        }
        serial.announce();
        announcements.tellNew();
    }

    // --- sinks; on the collector's thread

    /** Reads the rings for a last time, then ends the sink. Shuts the gate after the last sink. */
    public void detach(EventSink sink, long limitNanos) {
        drainLast();
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.guards(sink)) {
                end(guarded, limitNanos);
            }
        }
        release.ended();
    }

    /** Ends all sinks, in the order of their attachment, within the time that is left; none can come any more. */
    public void detachAll(long deadlineNanos) {
        entrance.close();
        drainLast();
        for (GuardedSink guarded : sinks.all()) {
            end(guarded, Math.max(0, deadlineNanos - System.nanoTime()));
        }
        release.ended();
        publish();
    }

    /** A defect of ours must not keep the sinks from their end. */
    private void drainLast() {
        try {
            drainOnce();
        } catch (RuntimeException | Error e) {
            defect(e);
        }
    }

    private void end(GuardedSink guarded, long limitNanos) {
        sinks.remove(guarded);
        if (entrance.leave()) {
            serial.forgetOpen();
            threads.forgetOpen();
        }
        // The recording also gets the losses of its last second.
        guarded.event(ProgramEvent.statistics(System.nanoTime(), figures.now(busyNanos)));
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
        deliverImages();
        late.deliver();
        tellChanges();
        release.cycleEnd();
    }

    /** {@link #drainOnce}, then every sink puts it where it belongs. */
    public void flushSinks() {
        drainOnce();
        sinks.call(EventSink::flush);
        dropFailedSinks();
        publish();
    }

    // --- figures

    private void everySecond(long now) {
        if (now - nextSecondNanos < 0) {
            return;
        }
        nextSecondNanos = now + SECOND_NANOS;
        watch.second();
        threads.rename();
        publish();
        sinks.event(ProgramEvent.statistics(now, published));
    }

    private void plotRings(long now) {
        if (plotsRings && now - nextPlotNanos >= 0 && !sinks.isEmpty()) {
            nextPlotNanos = now + PLOT_NANOS;
            watch.plot(sinks, self, now, threads.all());
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
        return figures.dropped();
    }

    private void publish() {
        figures.logLosses();
        published = figures.now(busyNanos);
    }
}
