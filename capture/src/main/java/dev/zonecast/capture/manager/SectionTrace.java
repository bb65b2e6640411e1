package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.ProviderBuffer;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.flight.recovery.RingReplay;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.RecordTimes;
import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The trace of one program's section, that the rings of a dead one can be put behind. For one thread at a time. */
final class SectionTrace {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    final SavedTrace trace;
    private long fromRings;
    private long droppedEvents;
    private boolean hasFailed;

    /** @param latestNanos no event is later */
    SectionTrace(Path path, FileChannel channel, long latestNanos) {
        trace = new SavedTrace(path, channel, latestNanos, false);
        trace.keepForReplay();
    }

    /**
     * Puts what was in the rings behind what was saved up to the last commit. Rings that say nonsense end there.
     *
     * @param left null: there are none
     * @param times of the records that were saved
     * @throws IOException if the trace cannot be written
     */
    void replay(DeadRings left, RecordTimes times) throws IOException {
        if (left == null) {
            return;
        }
        droppedEvents = left.droppedEvents();
        try {
            fromRings = RingReplay.into(trace, left, times.fixedOffsetNanos());
        } catch (IOException | RuntimeException e) {
            if (trace.failed()) {
                throw e;
            }
            hasFailed = true;
            LOG.log(System.Logger.Level.WARNING, "rings of {0}: {1}", trace.path(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Ends what is open, and writes how the recording ended.
     *
     * @param isDead the program did not end its recording
     * @param endNanos when the program or the recording ended
     * @return false if anything was lost
     */
    boolean finish(ProviderBuffer buffer, EndReason reason, boolean isDead, long endNanos) throws IOException {
        long damaged = (buffer.isCut() ? 1L : 0L) + (hasFailed ? 1L : 0L) + trace.damaged();
        SavedEnd end = new SavedEnd(
                reason, isDead, endNanos, buffer.dropped() + droppedEvents, droppedEvents, damaged, fromRings);
        boolean isWhole = end.droppedRecords() == 0 && damaged == 0 && !reason.isEarly();
        trace.endOpen();
        trace.finish(end);
        return isWhole;
    }
}
