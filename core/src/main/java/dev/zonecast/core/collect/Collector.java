package dev.zonecast.core.collect;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.gpu.GpuLosses;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.Gate;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPool;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread that reads all rings and feeds all sinks. It sleeps about a millisecond between passes while somebody listens
 * (longer when nothing comes), is woken early by a ring that is half full, and rests when nobody listens.
 */
final class Collector implements Runnable {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private static final long BUSY_PAUSE_NANOS = 1_000_000;
    private static final long IDLE_PAUSE_NANOS = 5_000_000;
    private static final long REST_NANOS = 100_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The counter may be read a little before the loads that follow it in the program: keep the watermark this far behind. */
    private static final long WATERMARK_MARGIN_NANOS = 1_000;

    private final RingPool pool;
    private final ClockMap clock = new ClockMap();
    private final SinkList sinks = new SinkList();
    private final SerialRouter serial = new SerialRouter(clock, sinks);
    private final EventRouter router = new EventRouter(clock, sinks, serial);
    private final List<ThreadTrack> tracks = new ArrayList<>();
    private final RecorderTotals totals = new RecorderTotals();
    private final ConcurrentLinkedQueue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    private volatile boolean sleeping;
    private volatile boolean stopping;
    private volatile Statistics published;

    private long nextCalibrationNanos;
    private long calibrationIntervalNanos = 80_000_000;
    private long nextSecondNanos;
    private long busyNanos;
    private int appInfoCount;
    private int labelVersion;

    Collector(RingPool pool) {
        this.pool = pool;
        this.thread = Thread.ofPlatform().daemon().name("zonecast-collector").unstarted(this);
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

    /** Runs something on the collector's thread, between two passes. Any thread. */
    CompletableFuture<Void> execute(Runnable command) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        commands.add(() -> {
            try {
                command.run();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        LockSupport.unpark(thread);
        return done;
    }

    /** Runs something on the collector's thread, between two passes; a failure is logged. Any thread. */
    void post(Runnable command) {
        commands.add(() -> {
            try {
                command.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "the collector goes on after a failure", e);
            }
        });
        LockSupport.unpark(thread);
    }

    /** How many sinks there are; for the collector's thread, which asks from within a sink's call. */
    int sinkCount() {
        return sinks.all().size();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** The figures as of the last second or the last {@link #flushSinks}. */
    Statistics statistics() {
        return published;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Lets the thread end after one more pass. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        warmUp();
        while (!stopping) {
            try {
                int read = cycle();
                pause(read);
            } catch (RuntimeException | Error e) {
                // A defect of ours must not end the collection for good; the record that caused it has been passed over
                // or not.
                LOG.log(Level.ERROR, "the collector goes on after a failure", e);
                LockSupport.parkNanos(REST_NANOS);
            }
        }
        drainCommands();
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
        adoptNewThreads();
        drainCommands();
        List<ThreadTrack> ended = endedThreads();
        long watermark = watermark();
        int read = 0;
        for (int i = 0; i < tracks.size(); i++) {
            ThreadTrack track = tracks.get(i);
            if (track.ring != null) {
                read += router.drain(track);
            }
        }
        serial.releaseBefore(watermark);
        ended.forEach(this::retire);
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

    private long watermark() {
        long ticks = Clock.ticks();
        VarHandle.fullFence();
        return ticks - (long) (WATERMARK_MARGIN_NANOS / clock.nanosPerTick());
    }

    private void pause(int read) {
        sleeping = true;
        VarHandle.fullFence();
        if (commands.isEmpty() && !stopping) {
            if (sinks.isEmpty()) {
                LockSupport.parkNanos(REST_NANOS);
            } else if (!ringIsHalfFull()) {
                LockSupport.parkNanos(read > 0 ? BUSY_PAUSE_NANOS : IDLE_PAUSE_NANOS);
            }
        }
        sleeping = false;
    }

    private boolean ringIsHalfFull() {
        for (ThreadTrack track : tracks) {
            if (track.ring != null
                    && track.ring.producerPosition() - track.ring.consumerPosition() > track.ring.capacityBytes() / 2) {
                return true;
            }
        }
        return false;
    }

    private void drainCommands() {
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
    }

    // --- threads

    private void adoptNewThreads() {
        for (var entry = RecorderRegistry.pollNew(); entry != null; entry = RecorderRegistry.pollNew()) {
            Thread owner = entry.thread().get();
            var track = new ThreadTrack(
                    entry.threadId(), entry.virtual(), entry.thread(), entry.recorder(), entry.ring(), "");
            rename(track, owner);
            tracks.removeIf(old -> old.records(track.recorder));
            tracks.add(track);
            if (track.ring != null) {
                sinks.call(sink -> sink.threadStarted(track));
            }
        }
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

    private void retire(ThreadTrack track) {
        router.endAll(track, track.lastNanos);
        serial.threadEnded(track);
        tracks.remove(track);
        totals.retire(track.recorder);
        track.recorder.forgetOwner();
        if (track.ring != null) {
            sinks.call(sink -> sink.threadEnded(track));
            pool.giveBack(track.ring);
        }
    }

    private boolean rename(ThreadTrack track, Thread owner) {
        if (owner == null) {
            if (track.name.isEmpty()) {
                track.name = "thread " + track.id();
            }
            return false;
        }
        ThreadNames.Label label = ThreadNames.label(owner);
        String name = label != null && label.name() != null ? label.name() : owner.getName();
        if (name.isEmpty()) {
            name = (track.virtual() ? "virtual thread " : "thread ") + track.id();
        }
        int group = label == null ? 0 : label.group();
        boolean changed = group != track.group || !name.equals(track.name);
        track.name = name;
        track.group = group;
        return changed;
    }

    /** Names given by {@code Threads} show at once, names changed by {@code Thread.setName} within a second. */
    private void tellChanges() {
        int version = ThreadNames.version();
        if (version != labelVersion) {
            labelVersion = version;
            renameAll();
        }
        serial.announceContexts();
        List<String> lines = Registry.INSTANCE.appInfo();
        while (appInfoCount < lines.size()) {
            String line = lines.get(appInfoCount++);
            sinks.call(sink -> sink.appInfo(line));
        }
    }

    private void renameAll() {
        for (ThreadTrack track : tracks) {
            if (rename(track, track.thread()) && track.ring != null) {
                sinks.call(sink -> sink.threadChanged(track));
            }
        }
    }

    // --- sinks; on the collector's thread, through execute

    /** Adds a sink and tells it all that stands. Opens the gate. */
    void attach(EventSink sink) {
        GuardedSink guarded = new GuardedSink(sink);
        long now = Math.max(System.nanoTime(), clock.nanos(Clock.ticks()));
        guarded.call(s -> s.begin(now, Frame.number()));
        for (String line : Registry.INSTANCE.appInfo().subList(0, appInfoCount)) {
            guarded.call(s -> s.appInfo(line));
        }
        for (ThreadTrack track : tracks) {
            if (track.ring != null) {
                guarded.call(s -> s.threadStarted(track));
                for (int i = 0; i < track.depth; i++) {
                    long nanos = track.openNanos[i];
                    var location = Registry.INSTANCE.location(track.openLocation[i]);
                    guarded.call(s -> s.zoneBegin(track, nanos, location));
                }
            }
        }
        serial.replayTo(guarded);
        sinks.add(guarded);
        Gate.set(true);
        dropFailedSinks();
    }

    /** Takes what the rings hold for a last time, then ends the sink. Shuts the gate when it was the last one. */
    void detach(EventSink sink, long limitNanos) {
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.guards(sink)) {
                drainOnce();
                end(guarded, limitNanos);
                return;
            }
        }
    }

    /** Ends all sinks, in the order of their attachment, within the time that is left. */
    void detachAll(long deadlineNanos) {
        drainOnce();
        for (GuardedSink guarded : sinks.all()) {
            end(guarded, Math.max(0, deadlineNanos - System.nanoTime()));
        }
        published = statisticsNow();
    }

    private void end(GuardedSink guarded, long limitNanos) {
        sinks.remove(guarded);
        if (sinks.isEmpty()) {
            Gate.set(false);
            serial.forgetOpenFrames();
        }
        // What was lost in the last second belongs in the recording too.
        long now = System.nanoTime();
        Statistics last = statisticsNow();
        guarded.call(sink -> sink.statistics(now, last));
        Throwable failure = guarded.failure();
        if (failure != null) {
            LOG.log(Level.WARNING, "{0} ends: {1}", guarded.sink().description(), reason(failure));
        }
        try {
            guarded.sink().end(clock.nanos(Clock.ticks()), limitNanos);
        } catch (java.io.IOException | RuntimeException | Error e) {
            if (failure == null) {
                LOG.log(Level.WARNING, "{0} ends: {1}", guarded.sink().description(), reason(e));
            }
        }
    }

    private static String reason(Throwable failure) {
        return failure instanceof java.io.IOException && failure.getMessage() != null
                ? failure.getMessage()
                : failure.toString();
    }

    private void dropFailedSinks() {
        for (GuardedSink guarded : sinks.all()) {
            if (guarded.failure() != null) {
                end(guarded, 0);
            }
        }
    }

    /** Everything published before the call is with the sinks afterwards, serial events included. */
    void drainOnce() {
        adoptNewThreads();
        long watermark = Clock.ticks();
        for (ThreadTrack track : List.copyOf(tracks)) {
            if (track.ring != null) {
                router.drain(track);
            }
        }
        serial.releaseBefore(watermark + 1);
        tellChanges();
    }

    /** {@link #drainOnce}, then every sink puts it where it belongs. */
    void flushSinks() {
        drainOnce();
        sinks.call(EventSink::flush);
        dropFailedSinks();
        published = statisticsNow();
    }

    // --- figures

    private void everySecond(long now) {
        if (now - nextSecondNanos < 0) {
            return;
        }
        nextSecondNanos = now + SECOND_NANOS;
        renameAll();
        Statistics statistics = statisticsNow();
        published = statistics;
        sinks.call(sink -> sink.statistics(now, statistics));
    }

    private void calibrateWhenDue(long now) {
        if (now - nextCalibrationNanos < 0) {
            return;
        }
        calibrationIntervalNanos = Math.min(SECOND_NANOS, calibrationIntervalNanos * 4);
        clock.calibrate(calibrationIntervalNanos);
        nextCalibrationNanos = now + calibrationIntervalNanos;
    }

    private Statistics statisticsNow() {
        RecorderTotals sum = totals.with(tracks);
        int threads = 0;
        for (ThreadTrack track : tracks) {
            threads += track.ring != null ? 1 : 0;
        }
        return new Statistics(
                router.events(),
                sum.dropped(),
                sum.unmatched() + serial.malformed(),
                sum.truncated(),
                Registry.INSTANCE.refused(),
                GpuLosses.total(),
                serial.late(),
                sum.waits(),
                pool.refusals(),
                pool.allocatedBytes(),
                threads,
                busyNanos,
                Clock.name(),
                clock.errorNanos());
    }
}
