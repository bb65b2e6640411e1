package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Blobs;
import dev.zonecast.fxt.write.Events;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.fxt.write.Payload;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Zones of the GPU: pairs of begin and end with the GPU's times, on a thread for each context and submitting thread, because zones
 * nest only there. When they were submitted is an argument of each.
 */
final class GpuRecords {
    /** Of one context; those without an open zone are forgotten beyond it. */
    private static final int MAX_TRACKS = 256;

    private static final long CATEGORY = Events.category(Term.GPU);
    private static final long SUBMIT = Arguments.longHead(Term.CPU_SUBMIT);
    /** What the argument adds to a header. */
    private static final long WITH_SUBMIT = 1L << FxtLayout.EVENT_ARGUMENTS_SHIFT | 2L << FxtLayout.WORDS_SHIFT;

    private static final long END = Events.header(FxtLayout.DURATION_END, 4, 1, Term.GPU, 0);

    private static final class Context {
        private final Map<Long, Track> tracks = new HashMap<>();
        private boolean hadTrack;
        private long lastThreadId;
        private Track lastTrack;
    }

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final LocationTable locations;
    private final LongFunction<String> threadName;

    /** What was counted in the innermost zone of a track whose end comes next; contexts are read at the same time. */
    private final IdentityHashMap<Track, Map<GpuStatistic, Long>> counts = new IdentityHashMap<>();

    private final Map<Integer, Context> contexts = new HashMap<>();

    /**
     * Zones of all contexts.
     *
     * @param threadName name of a Java thread of the recording by its id, or null
     */
    GpuRecords(RecordingWriter writer, TrackTable tracks, LocationTable locations, LongFunction<String> threadName) {
        this.writer = writer;
        this.tracks = tracks;
        this.locations = locations;
        this.threadName = threadName;
    }

    void context(GpuContextInfo info, long createdTime) throws IOException {
        byte[] text = new Payload().text(FxtWriter.name(info.name())).toBytes();
        if (!writer.durableRoom().takesContext(DurableRoom.blobBytes(ExtensionLayout.GPU_CONTEXT_NAME + text.length))) {
            return;
        }
        writer.open();
        writer.word(Blobs.head(info.api().tracyType(), info.id()));
        writer.word(createdTime);
        writer.bytes(text, 0, text.length);
        writer.close(Blobs.header(Term.BLOB_GPU_CONTEXT, ExtensionLayout.GPU_CONTEXT_NAME + text.length));
    }

    /** Nothing more comes of a context. */
    void closed(GpuContextInfo info) {
        Context context = contexts.get(info.id());
        if (context != null && context.tracks.values().stream().allMatch(track -> track.depth() == 0)) {
            contexts.remove(info.id());
        }
    }

    void begin(GpuContextInfo info, long threadId, SourceLocation location, long cpuTime, long gpuTime)
            throws IOException {
        Track track = track(info, threadId);
        LocationTable.Entry entry = locations.get(location);
        long time = notBackwards(track, gpuTime);
        if (track.push(location.id()) > Track.MAX_NESTED) {
            track.beganDeep(time);
            return;
        }
        long header = (entry.beginHeader + WITH_SUBMIT) | CATEGORY | tracks.reference(track);
        if (entry.functionArgument == 0) {
            writer.record5(header, time, entry.locArgument, SUBMIT, cpuTime);
        } else {
            writer.record6(header, time, entry.locArgument, entry.functionArgument, SUBMIT, cpuTime);
        }
    }

    /** What the GPU counted in the innermost zone of a track: an argument of its end, which comes next. */
    void value(GpuContextInfo info, long threadId, GpuStatistic statistic, long value) throws IOException {
        counts.computeIfAbsent(track(info, threadId), _ -> new EnumMap<>(GpuStatistic.class))
                .put(statistic, value);
    }

    /** Name of the argument for a figure of a GPU. */
    static Term name(GpuStatistic statistic) {
        return switch (statistic) {
            case VERTICES -> Term.GPU_VERTICES;
            case PRIMITIVES -> Term.GPU_PRIMITIVES;
            case VERTEX_SHADERS -> Term.GPU_VERTEX_SHADERS;
            case CLIPPED_PRIMITIVES -> Term.GPU_CLIPPED_PRIMITIVES;
            case FRAGMENT_SHADERS -> Term.GPU_FRAGMENT_SHADERS;
            case COMPUTE_SHADERS -> Term.GPU_COMPUTE_SHADERS;
        };
    }

    private void endWithCounts(Track track, long cpuTime, long time) throws IOException {
        Map<GpuStatistic, Long> counted = counts.remove(track);
        writer.open();
        writer.word(time);
        writer.word(SUBMIT);
        writer.word(cpuTime);
        for (Map.Entry<GpuStatistic, Long> count : counted.entrySet()) {
            writer.word(Arguments.longHead(name(count.getKey())));
            writer.word(count.getValue());
        }
        writer.close(Events.header(FxtLayout.DURATION_END, 0, 1 + counted.size(), Term.GPU, 0)
                | locations.nameBits(track.locationId())
                | tracks.reference(track));
    }

    void end(GpuContextInfo info, long threadId, long cpuTime, long gpuTime) throws IOException {
        Track track = track(info, threadId);
        if (track.depth() == 0) {
            return;
        }
        long time = notBackwards(track, gpuTime);
        if (track.depth() > Track.MAX_NESTED) {
            endDeep(track, cpuTime, time);
        } else if (!counts.isEmpty() && counts.containsKey(track)) {
            endWithCounts(track, cpuTime, time);
        } else {
            writer.record4(
                    END | locations.nameBits(track.locationId()) | tracks.reference(track), time, SUBMIT, cpuTime);
        }
        track.pop();
    }

    /** Ends what is open, because the recording ends. */
    void endAll(long time) throws IOException {
        for (Context context : contexts.values()) {
            for (Track track : context.tracks.values()) {
                endAll(track, Math.max(time, track.lastTime));
            }
        }
    }

    private void endAll(Track track, long time) throws IOException {
        while (track.depth() > 0) {
            if (track.depth() > Track.MAX_NESTED) {
                endDeep(track, time, time);
            } else {
                long name = locations.nameBits(track.locationId());
                writer.record3(
                        Events.header(FxtLayout.DURATION_END, 3, 1, Term.GPU, 0) | name | tracks.reference(track),
                        time,
                        Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
            }
            track.pop();
        }
    }

    private void endDeep(Track track, long cpuTime, long time) throws IOException {
        LocationTable.Entry entry = locations.get(locations.location(track.locationId()));
        writer.record7(
                Events.header(FxtLayout.DURATION_COMPLETE, 7, 3, Term.GPU, 0)
                        | entry.nameBits
                        | tracks.reference(track),
                track.deepBegin(),
                entry.locArgument,
                Arguments.unsigned(Term.DEPTH, track.depth()),
                SUBMIT,
                cpuTime,
                time);
    }

    /** A calibration may set the GPU's time back a little; a begin before the last end would nest wrongly in every reader. */
    private static long notBackwards(Track track, long gpuTime) {
        track.lastTime = Math.max(track.lastTime, gpuTime);
        return track.lastTime;
    }

    void calibration(GpuContextInfo info, long time, long errorNanos) throws IOException {
        writer.open();
        writer.word(Blobs.head(0, info.id()));
        writer.word(time);
        writer.word(errorNanos);
        writer.close(Blobs.header(Term.BLOB_GPU_CALIBRATION, ExtensionLayout.GPU_CALIBRATION_BYTES));
    }

    /** Zones of a recording that goes on. */
    void resume(GpuContextInfo info, long threadId, long koid, int openZones, SourceLocation location) {
        Context context = contexts.computeIfAbsent(info.id(), id -> new Context());
        context.hadTrack = true;
        Track track = new Track(koid, ExtensionLayout.TRACK_GPU, info.id(), threadId);
        for (int i = 0; i < openZones; i++) {
            track.push(location.id());
        }
        context.tracks.put(threadId, track);
    }

    private Track track(GpuContextInfo info, long threadId) throws IOException {
        Context context = contexts.computeIfAbsent(info.id(), id -> new Context());
        if (context.lastTrack == null || context.lastThreadId != threadId) {
            Track track = context.tracks.get(threadId);
            if (track == null) {
                track = newTrack(context, info, threadId);
            }
            context.lastThreadId = threadId;
            context.lastTrack = track;
        }
        return context.lastTrack;
    }

    private Track newTrack(Context context, GpuContextInfo info, long threadId) throws IOException {
        if (context.tracks.size() >= MAX_TRACKS) {
            context.tracks.values().removeIf(idle -> idle.depth() == 0);
        }
        String name = info.name();
        if (context.hadTrack) {
            String thread = threadName.apply(threadId);
            name += " (" + (thread == null ? "thread " + threadId : thread) + ")";
        }
        context.hadTrack = true;
        Track track = tracks.own(ExtensionLayout.TRACK_GPU, info.id(), threadId, name);
        context.tracks.put(threadId, track);
        return track;
    }
}
