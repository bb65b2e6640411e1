package dev.zonecast.core.collect;

import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.gpu.GpuLosses;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.live.ViewerLosses;
import dev.zonecast.core.recording.RecordingLosses;
import dev.zonecast.core.registry.NameTable;
import dev.zonecast.core.registry.SafeLog;
import dev.zonecast.core.registry.TableLimit;
import dev.zonecast.core.ring.RecorderRegistry;
import dev.zonecast.core.state.SectionTable;
import java.lang.System.Logger.Level;

/** The profiler's own figures. Owned by the collector's thread. */
final class CollectorFigures {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final Collector parts;
    private boolean loggedLostEvents;
    private boolean loggedWrongIds;

    CollectorFigures(Collector parts) {
        this.parts = parts;
    }

    /** Logs limits that were reached and losses, each once. Never throws: the figures are still to be published. */
    void logLosses() {
        TableLimit.logReached();
        parts.pool.logRefusal();
        if (!loggedLostEvents && RecorderRegistry.lostEvents() > 0) {
            loggedLostEvents = true;
            warn("no memory or no stack for the first event of a thread; it is dropped and counted, and a"
                    + " later event of the thread tries again");
        }
        if (!loggedWrongIds && parts.serial.wrongIds() > 0) {
            loggedWrongIds = true;
            warn("a span, flow or frame ended without its begin, or one began that was open; the end is"
                    + " dropped. Zonecast.statistics().wrongCalls() counts them. Check the ids that the program"
                    + " chose, and whether it began before the recording");
        }
    }

    private static void warn(String line) {
        SafeLog.log(LOG, Level.WARNING, () -> line);
    }

    CollectorPasses.Dropped dropped() {
        return dropped(parts.threads.totals());
    }

    private CollectorPasses.Dropped dropped(RecorderTotals sum) {
        long all = sum.dropped()
                + parts.router.dropped()
                + parts.serial.dropped()
                + sum.overwritten()
                + RecorderRegistry.lostEvents()
                + SectionTable.of(SectionInfo.class).dropped()
                + parts.late.dropped()
                + ViewerLosses.total();
        return new CollectorPasses.Dropped(all, sum.dropped());
    }

    /** @param busyNanos of the collector's thread */
    Statistics now(long busyNanos) {
        RecorderTotals sum = parts.threads.totals();
        return new Statistics(
                System.nanoTime(),
                parts.router.events(),
                sum.unmatched() + parts.router.unmatchedMarkers() + parts.serial.malformed(),
                new Statistics.Losses(
                        dropped(sum).all(),
                        sum.truncated() + NameTable.cutNames(),
                        TableLimit.refusedNames() + RecordingLosses.NAMES.total(),
                        RecordingLosses.STACKS.total(),
                        GpuLosses.total(),
                        FrameImageQueue.INSTANCE.dropped(),
                        RecordingLosses.RECORDS.total(),
                        TableLimit.refusals()),
                new Statistics.Rings(
                        parts.threads.all().size(),
                        parts.pool.allocatedBytes(),
                        sum.waits(),
                        parts.pool.refusals(),
                        parts.watch.use(sum)),
                new Statistics.Collector(busyNanos, parts.serial.late(), Clock.name(), parts.clock.errorNanos()));
    }
}
