package dev.zonecast.flight.recovery;

import dev.zonecast.core.clock.ClockMap;
import dev.zonecast.core.collect.Replay;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.RecordingResumption;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.ring.FiberState;
import dev.zonecast.core.ring.UnendedState;
import dev.zonecast.flight.buffer.CrashReportFile;
import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.LeftRing;
import dev.zonecast.flight.buffer.NameJournalReader;
import dev.zonecast.flight.buffer.SavedTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Puts what a dead program's rings hold behind what was saved of its recording: it goes the same way that it would have gone in the
 * program. For one thread.
 */
public final class RingReplay {
    /** The collector writes its statistics every second, so no begin is much later than this. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final DeadRings program;
    private final SavedTrace trace;
    private final long shiftNanos;
    private final LeftState left;
    private final Replay replay;
    private final FxtRecording recording;

    private RingReplay(DeadRings program, SavedTrace trace, long offsetNanos) {
        this.program = program;
        this.trace = trace;
        shiftNanos = program.commit().shiftNanos() - offsetNanos;
        left = new LeftState(program, trace, shiftNanos);
        ClockMap clock = ClockMap.fixed(withRate(program.commit().clock()));
        replay = new Replay(clock, program.names(), program.names().locks(), left::thread);
        recording = FxtRecording.after(trace, program.programName(), program.pid());
    }

    /**
     * Appends what the rings hold.
     *
     * @param trace has all that was committed, and was kept for the replay ({@link SavedTrace#keepForReplay})
     * @param offsetNanos was subtracted from the times in the trace
     * @return records that came from the rings
     * @throws IOException if the trace cannot be written
     */
    public static long into(SavedTrace trace, DeadRings program, long offsetNanos) throws IOException {
        return new RingReplay(program, trace, offsetNanos).run();
    }

    /** A program that died within moments had not measured its clock yet; this one is of the same machine. */
    private static ClockMap.Line withRate(ClockMap.Line line) {
        if (line.nanosPerTick() > 0) {
            return line;
        }
        ClockMap own = new ClockMap();
        long until = System.nanoTime() + ClockMap.WARM_UP_NANOS;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        own.calibrate(1_000_000_000);
        return new ClockMap.Line(line.ticks(), line.nanos(), own.nanosPerTick());
    }

    private long run() throws IOException {
        CrashReportFile crash = program.crashReport();
        RecordingResumption resumption = null;
        boolean hasLost = trace.statistics().isLate(program.droppedEvents(), program.truncatedTexts());
        if (program.isBeforeFirstCommit()) {
            recording.beginAt(program.commit().clock().nanos(), shiftNanos);
            recording.commit(false);
        } else if (program.rings().isEmpty() && !hasLost && crash == null) {
            return 0;
        } else {
            resumption = recording.resume(shiftNanos, trace.tracks().highest());
        }
        replay.attach(recording);
        replayRings(resumption);
        long last = trace.lastNanos() - recording.shiftNanos();
        recording.endUnended(last);
        if (crash != null) {
            for (String line : crash.lines()) {
                recording.event(new ProgramEvent(EventKind.APP_INFO, last, line, null, null));
            }
        }
        long dropped = program.droppedEvents() + replay.dropped();
        if (trace.statistics().isLate(dropped, program.truncatedTexts())) {
            recording.event(ProgramEvent.statistics(last, trace.statistics().with(dropped, program.truncatedTexts())));
        }
        recording.commit(false);
        Throwable failure = replay.failure();
        if (failure != null) {
            throw new IOException("cannot recover " + program.programName() + ": " + failure, failure);
        }
        return replay.events();
    }

    /** @param resumption null: nothing was recorded before */
    private void replayRings(RecordingResumption resumption) throws IOException {
        List<ThreadTrack> tracks = new ArrayList<>();
        for (LeftRing ring : program.rings()) {
            tracks.add(track(ring, resumption));
        }
        if (resumption != null) {
            left.resume(resumption, replay);
        }
        for (int i = 0; i < tracks.size(); i++) {
            unended(tracks.get(i), program.rings().get(i).unended());
        }
        tracks.forEach(replay::drain);
        replay.releaseAll();
        recording.commit(false);
    }

    private ThreadTrack track(LeftRing ring, RecordingResumption resumption) throws IOException {
        int open = left.openZones(ring.threadId());
        RingTranslation translation = new RingTranslation(ring, program.names(), open);
        NameJournalReader.ThreadName known = program.names().thread(ring.threadId());
        FiberState fiber = known.fiber() ? new FiberState(known.name(), 0, new AtomicReference<>()) : null;
        ThreadTrack track =
                ThreadTrack.ofRing(ring.threadId(), known.virtual(), fiber, translation.translated(), known.name());
        if (resumption == null || !left.knows(ring.threadId())) {
            recording.thread(track, Life.STARTED);
        } else {
            resumption.thread(track, open, depth -> trace.late().of(ring.threadId(), depth));
            replay.resumeZones(track, open);
        }
        left.resumed(track);
        return track;
    }

    /** What was begun, and is recorded when it has ended. */
    private void unended(ThreadTrack track, UnendedState unended) {
        long since = unended.sinceNanos() + shiftNanos;
        if (unended.id() == 0 || since < 0 || since - LATEST_NANOS > trace.lastNanos()) {
            return;
        }
        if (!track.isFiber()) {
            replay.resumeWait(track, unended.sinceNanos(), unended.id(), unended.shared());
        } else {
            int nameId = program.names().name(unended.id());
            String name = Registry.INSTANCE.names().text(nameId);
            replay.event(new FiberEvent().entered(track, unended.sinceNanos(), unended.threadId(), name));
        }
    }
}
