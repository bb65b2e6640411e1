package dev.zonecast.core.recording;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.fxt.SavedArguments;
import java.io.IOException;
import java.util.function.IntFunction;

/** Tells a recording that goes on where another one was cut off what that had: which threads of the file, and what was open. */
public final class RecordingResumption {
    private final FxtRecording recording;

    /** Of zones that were begun before: their names are in the file already. */
    private final SourceLocation before = SourceLocation.of("(before)", null, null, 0, 0);

    RecordingResumption(FxtRecording recording) {
        this.recording = recording;
    }

    /**
     * A thread or fiber that has been described.
     *
     * @param openZones that are open in it
     * @param saved what was saved of arguments of theirs, by depth from 1 on; null where there are none
     */
    public void thread(EventThread thread, int openZones, IntFunction<SavedArguments> saved) throws IOException {
        Track track = recording.made(thread);
        track.name = thread.name();
        recording.threads.put(thread.id(), track);
        recording.zoneRecords.resume(track, openZones, before, saved);
    }

    /**
     * A set of frames.
     *
     * @param name null for the base set
     */
    public void frames(FrameName name, long koid, boolean isOpen) {
        recording.frames.resume(name, koid, isOpen);
    }

    /** The GPU zones of a thread. */
    public void gpuZones(GpuContextInfo context, long threadId, int lane, long koid, int openZones) throws IOException {
        // Their ends ask for it.
        LocationTable.Entry ignored = recording.tables.locations.get(before);
        recording.gpu.resume(context, threadId, lane, koid, openZones, before);
    }

    /**
     * A row of a lock's holds.
     *
     * @param holder null: nobody has it
     */
    public void lock(LockInfo lock, long koid, EventThread holder) {
        recording.locks.resume(lock, koid, holder == null ? null : recording.threads.get(holder.id()));
    }

    /**
     * A row of a thread's markers.
     *
     * @param lastTime of the file: no interval there is later
     * @param pair of the marker that is open there, else 0
     * @param started that marker, else null
     */
    public void markers(EventThread thread, long koid, long lastTime, long pair, MarkerDefinition started) {
        recording.markers.resume(recording.threads.get(thread.id()), koid, lastTime, pair, started);
    }

    /** The place that zones are at that were begun before. */
    public SourceLocation before() {
        return before;
    }
}
