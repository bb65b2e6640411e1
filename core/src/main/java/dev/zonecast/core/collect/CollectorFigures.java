package dev.zonecast.core.collect;

import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.gpu.GpuLosses;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.ring.RingPool;
import dev.zonecast.core.state.SectionTable;
import java.lang.System.Logger.Level;

/** The profiler's own figures. Owned by the collector's thread. */
final class CollectorFigures {
    private final ThreadTracks threads;
    private final EventRouter router;
    private final SerialRouter serial;
    private final LateRouter late;
    private final ImageRouter images;
    private final RingPool pool;
    private final RingWatch watch;
    private final ClockMap clock;
    private boolean loggedLostEvents;

    CollectorFigures(
            ThreadTracks threads,
            EventRouter router,
            SerialRouter serial,
            LateRouter late,
            ImageRouter images,
            RingPool pool,
            RingWatch watch,
            ClockMap clock) {
        this.threads = threads;
        this.router = router;
        this.serial = serial;
        this.late = late;
        this.images = images;
        this.pool = pool;
        this.watch = watch;
        this.clock = clock;
    }

    /** Logs limits that were reached and losses, each once. */
    void logLosses() {
        TableLimit.logReached();
        pool.logRefusal();
        if (!loggedLostEvents && RecorderRegistry.lostEvents() > 0) {
            loggedLostEvents = true;
            System.getLogger("dev.zonecast")
                    .log(
                            Level.WARNING,
                            "no memory or no stack for the first event of a thread; it is dropped and counted, and a"
                                    + " later event of the thread tries again");
        }
    }

    CollectorPasses.Dropped dropped() {
        return dropped(threads.totals());
    }

    private CollectorPasses.Dropped dropped(RecorderTotals sum) {
        long all = sum.dropped()
                + router.droppedAttributes()
                + serial.dropped()
                + sum.overwritten()
                + RecorderRegistry.lostEvents()
                + SectionTable.of(SectionInfo.class).dropped()
                + late.dropped();
        return new CollectorPasses.Dropped(all, sum.dropped());
    }

    /** @param busyNanos of the collector's thread */
    Statistics now(long busyNanos) {
        RecorderTotals sum = threads.totals();
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
                new Statistics.Rings(
                        threads.all().size(), pool.allocatedBytes(), sum.waits(), pool.refusals(), watch.use(sum)),
                new Statistics.Collector(busyNanos, serial.late(), Clock.name(), clock.errorNanos()));
    }
}
