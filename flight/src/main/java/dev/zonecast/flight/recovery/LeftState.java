package dev.zonecast.flight.recovery;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.collect.Replay;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.recording.RecordingResumption;
import dev.zonecast.flight.buffer.DeadRings;
import dev.zonecast.flight.buffer.NameJournalReader;
import dev.zonecast.flight.buffer.SavedTrace;
import dev.zonecast.flight.buffer.TrackBlobs;
import dev.zonecast.fxt.ExtensionLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a dead program's recording had begun and not ended, as the trace tells it: the routers have to know it, or the ends in the rings
 * would be ends of nothing.
 */
final class LeftState {
    private final DeadRings program;
    private final SavedTrace trace;
    private final Map<Long, SavedTrace.OpenThread> open = new LinkedHashMap<>();
    private final Map<Long, ThreadTrack> threads = new HashMap<>();
    private final long shiftNanos;

    /** Null: nothing was recorded before. */
    private RecordingResumption recording;

    /** @param shiftNanos what is added for the times of the trace */
    LeftState(DeadRings program, SavedTrace trace, long shiftNanos) {
        this.program = program;
        this.trace = trace;
        this.shiftNanos = shiftNanos;
        trace.openThreads().forEach(each -> open.put(each.koid(), each));
    }

    /** Zones of a thread that the trace has begun and not ended. */
    int openZones(long koid) {
        SavedTrace.OpenThread found = open.get(koid);
        return found == null ? 0 : found.depth();
    }

    /** True if a thread or fiber of that id is in the trace. */
    boolean knows(long threadId) {
        return openZones(threadId) > 0 || trace.tracks().koid(threadId) >= 0;
    }

    /** A thread that is known to the recording from here on. */
    void resumed(ThreadTrack track) {
        threads.put(track.id(), track);
    }

    /** The thread of an id, or null if the trace does not know it either. */
    ThreadTrack thread(long id) {
        ThreadTrack known = threads.get(id);
        if (known != null || recording == null) {
            return known;
        }
        try {
            return threadOfKoid(trace.tracks().koid(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells all of all; the threads with rings are known. */
    void resume(RecordingResumption resumed, Replay replay) throws IOException {
        recording = resumed;
        for (TrackBlobs.Described each : trace.tracks().all()) {
            switch (each.subject().kind()) {
                case ExtensionLayout.TRACK_FRAMES -> frames(each, replay);
                case ExtensionLayout.TRACK_GPU -> gpuZones(each, replay);
                case ExtensionLayout.TRACK_LOCK -> lock(each, replay);
                case ExtensionLayout.TRACK_MARKERS -> {
                    if (!open.containsKey(each.koid())) {
                        markers(each, 0, null);
                    }
                }
                default -> {
                    // Threads, and what nothing of the rings goes to.
                }
            }
        }
        startedMarkers(replay);
        if (!trace.spans().isEmpty() || !trace.flows().isEmpty()) {
            Map<String, Integer> locations = program.names().locationsByName();
            trace.spans().forEach((id, name) -> replay.resumeSpan(id, locations.getOrDefault(name, 0)));
            trace.flows().forEach((id, name) -> replay.resumeFlow(id, locations.getOrDefault(name, 0)));
        }
        trace.resumeMemory(replay);
    }

    private void frames(TrackBlobs.Described set, Replay replay) {
        boolean isOpen = open.containsKey(set.koid());
        long id = set.subject().id();
        FrameName name = program.names().frame((int) id);
        recording.frames(name, set.koid(), isOpen);
        if (isOpen && name != null) {
            replay.resumeFrame(name);
        }
    }

    private void gpuZones(TrackBlobs.Described row, Replay replay) throws IOException {
        GpuContextInfo context = program.names().gpuContext(row.subject().id());
        if (context == null) {
            return;
        }
        long threadId = row.subject().submitter();
        int lane = row.subject().lane();
        int depth = openZones(row.koid());
        recording.gpuZones(context, threadId, lane, row.koid(), depth);
        replay.resumeGpuZones(context, threadId, lane, depth, recording.before());
    }

    private void lock(TrackBlobs.Described row, Replay replay) throws IOException {
        LockInfo lock = program.names().locks().get((int) row.subject().id());
        if (lock == null) {
            return;
        }
        SavedTrace.OpenThread hold = open.get(row.koid());
        ThreadTrack holder = hold == null ? null : threadOfKoid(hold.lastWord());
        recording.lock(lock, row.koid(), holder);
        if (holder != null) {
            replay.resumeHold(holder, hold.beginNanos() - shiftNanos, lock);
        }
    }

    /** In the order of their starts: the last one ends first. */
    private void startedMarkers(Replay replay) throws IOException {
        for (SavedTrace.OpenThread each : open.values()) {
            TrackBlobs.Subject subject = trace.tracks().subject(each.koid());
            if (subject == null || subject.kind() != ExtensionLayout.TRACK_MARKERS || each.name() == null) {
                continue;
            }
            MarkerDefinition started = program.names().startedMarker(each.name());
            ThreadTrack thread = threadOfKoid(subject.submitter());
            if (started != null && thread != null) {
                long pair = replay.resumeMarker(thread, started, each.beginNanos() - shiftNanos);
                markers(new TrackBlobs.Described(each.koid(), subject), pair, started);
            }
        }
    }

    private void markers(TrackBlobs.Described row, long pair, MarkerDefinition started) throws IOException {
        ThreadTrack thread = threadOfKoid(row.subject().submitter());
        if (thread != null) {
            recording.markers(thread, row.koid(), trace.lastNanos(), pair, started);
        }
    }

    /** A thread or fiber of the trace, whether or not it has left a ring; null if the koid is of none. */
    private ThreadTrack threadOfKoid(long koid) throws IOException {
        TrackBlobs.Subject subject = trace.tracks().subject(koid);
        boolean isThread = subject != null
                && (subject.kind() == ExtensionLayout.TRACK_THREAD || subject.kind() == ExtensionLayout.TRACK_FIBER);
        if (!isThread) {
            return null;
        }
        ThreadTrack known = threads.get(subject.id());
        if (known == null) {
            NameJournalReader.ThreadName name = program.names().thread(subject.id());
            known = ThreadTrack.ofOtherProcess(subject.id(), name.virtual(), name.name());
            long id = subject.id();
            recording.thread(known, openZones(id), depth -> trace.late().of(id, depth));
            resumed(known);
        }
        return known;
    }
}
