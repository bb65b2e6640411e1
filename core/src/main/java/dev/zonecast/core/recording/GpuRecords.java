package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * Zones of the GPU: pairs of begin and end with the GPU's times, on a thread for each context, submitting thread and lane, because
 * zones nest only there. When they were submitted is an argument of each.
 */
final class GpuRecords extends Records {
    /** Of one context; those without an open zone are forgotten beyond it. */
    private static final int MAX_TRACKS = 256;

    private static final long CATEGORY = Events.category(Term.GPU);
    private static final long SUBMIT = Arguments.whole(Term.CPU_SUBMIT);
    /** What the argument adds to a header. */
    private static final long WITH_SUBMIT = 1L << FxtLayout.EVENT_ARGUMENTS_SHIFT | 2L << FxtLayout.WORDS_SHIFT;

    private static final long WITH_STACK = 1L << FxtLayout.EVENT_ARGUMENTS_SHIFT | 1L << FxtLayout.WORDS_SHIFT;

    /** A thread that submits, and one of its lanes. */
    private record Row(long submitter, int lane) {}

    private static final class Context {
        private final Map<Row, Track> tracks = new HashMap<>();
        private GpuContextInfo info;

        /** The thread whose tracks have the name of the context without a thread's. */
        private long firstSubmitter;

        private boolean hadTrack;

        /** The event's before: most are of the same. */
        private Track last;

        Context(GpuContextInfo info) {
            this.info = info;
        }
    }

    private final LongFunction<String> threadName;

    /** What was counted in the innermost zone of a track whose end comes next; contexts are read at the same time. */
    private final IdentityHashMap<Track, Map<GpuStatistic, Long>> counts = new IdentityHashMap<>();

    private final Map<Integer, Context> contexts = new HashMap<>();
    private final LinkRecords links;

    /**
     * Zones of all contexts.
     *
     * @param threadName name of a Java thread of the recording by its id, or null
     */
    GpuRecords(Records recording, LongFunction<String> threadName) {
        super(recording);
        this.threadName = threadName;
        this.links = new LinkRecords(recording);
    }

    void event(long time, long gpuTime, GpuEvent e) throws IOException {
        GpuContextInfo info = e.context();
        switch (e.kind()) {
            case GPU_CONTEXT -> context(info, time);
            case GPU_CONTEXT_CLOSED -> closed(info);
            case GPU_ZONE_BEGIN -> begin(track(info, e), e.location(), time, gpuTime, e.stack());
            case GPU_ZONE_END -> end(track(info, e), time, gpuTime);
            case GPU_ZONE_VALUE -> value(track(info, e), e, gpuTime);
            default ->
                writer.blob(Term.BLOB_GPU_CALIBRATION, 0, info.id())
                        .word(time)
                        .word(e.errorNanos())
                        .word(Double.doubleToRawLongBits(e.driftPpm()))
                        .closeBlob();
        }
    }

    /** The second time it has another name. */
    private void context(GpuContextInfo info, long time) throws IOException {
        describe(info, time);
        Context context = contexts.computeIfAbsent(info.id(), id -> new Context(info));
        if (!context.info.name().equals(info.name())) {
            context.info = info;
            for (Track track : context.tracks.values()) {
                tracks.describe(track, trackName(context, track.submitter, track.lane), 0, false);
            }
        }
    }

    private void describe(GpuContextInfo info, long time) throws IOException {
        writer.blob(Term.BLOB_GPU_CONTEXT, kind(info.api()), info.id())
                .word(time)
                .text(info.name());
        boolean ignored = writer.closeBlob(DurableRoom.Share.CONTEXT);
    }

    /** Describes all contexts again: calibrations name them by their ids. */
    void describeAnew(LongUnaryOperator time) throws IOException {
        for (Context context : contexts.values()) {
            describe(context.info, time.applyAsLong(context.info.createdNanos()));
        }
    }

    private void value(Track track, GpuEvent e, long gpuTime) throws IOException {
        if (e.statistic() == GpuStatistic.LINK) {
            links.add(track, e.value(), gpuTime);
        } else {
            counts.computeIfAbsent(track, ignored -> new LinkedHashMap<>()).put(e.statistic(), e.value());
        }
    }

    private static int kind(GpuApi api) {
        return switch (api) {
            case OPENGL -> ExtensionLayout.GPU_CONTEXT_OPENGL;
            case VULKAN -> ExtensionLayout.GPU_CONTEXT_VULKAN;
            case OPENCL -> ExtensionLayout.GPU_CONTEXT_OPENCL;
            case CUSTOM -> ExtensionLayout.GPU_CONTEXT_OTHER;
        };
    }

    /** Nothing more comes of a context. */
    private void closed(GpuContextInfo info) {
        Context context = contexts.get(info.id());
        if (context != null && context.tracks.values().stream().allMatch(track -> track.depth() == 0)) {
            contexts.remove(info.id());
        }
    }

    private void begin(Track track, SourceLocation location, long cpuTime, long gpuTime, CallStack stack)
            throws IOException {
        int calls = stack == null ? 0 : strings.index(stack);
        LocationTable.Entry entry = locations.get(location);
        if (calls != 0) {
            // The location may have begun a new epoch of the table.
            calls = strings.index(stack);
            entry = locations.get(location);
        }
        long time = notBackwards(track, gpuTime);
        if (nest(track, Ids.of(location), time)) {
            writer.record((entry.beginHeader() + WITH_SUBMIT + (calls == 0 ? 0 : WITH_STACK))
                            | CATEGORY
                            | tracks.reference(track))
                    .word(time)
                    .word(entry.locArgument());
            if (entry.functionArgument() != 0) {
                writer.word(entry.functionArgument());
            }
            writer.word(SUBMIT).word(cpuTime);
            if (calls != 0) {
                writer.word(Arguments.string(Term.STACK.index(), calls));
            }
        } else if (calls != 0) {
            RecordingLosses.STACKS.increment();
        }
    }

    private void end(Track track, long cpuTime, long gpuTime) throws IOException {
        if (track.depth() == 0) {
            return;
        }
        long time = notBackwards(track, gpuTime);
        Map<GpuStatistic, Long> counted = counts.isEmpty() ? null : counts.remove(track);
        if (counted != null) {
            // All names are of one epoch.
            strings.reserve(counted.size());
            for (GpuStatistic statistic : counted.keySet()) {
                int ignored = strings.index(statistic.nameId());
            }
        }
        openEnd(track, time, Term.GPU).argument(SUBMIT, cpuTime);
        if (counted != null) {
            int room = FxtLayout.MAX_ARGUMENTS - (track.depth() > Track.MAX_NESTED ? 4 : 1);
            counted.entrySet().stream()
                    .limit(room)
                    .forEach(each -> writer.argument(
                            Arguments.whole(
                                    strings.known(strings.name(each.getKey().nameId()))),
                            each.getValue()));
        }
        closeEnd(track, time);
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
            openEnd(track, time, Term.GPU).argument(Arguments.term(Term.ENDED_BY, Term.END_OF_RECORDING));
            closeEnd(track, time);
        }
    }

    /** A calibration may set the GPU's time back a little; a begin before the last end would nest wrongly in every reader. */
    private static long notBackwards(Track track, long gpuTime) {
        track.lastTime = Math.max(track.lastTime, gpuTime);
        return track.lastTime;
    }

    /** Zones of a recording that goes on. */
    void resume(GpuContextInfo info, long threadId, int lane, long koid, int openZones, SourceLocation location) {
        Context context = contexts.computeIfAbsent(info.id(), id -> new Context(info));
        context.firstSubmitter = context.hadTrack ? context.firstSubmitter : threadId;
        context.hadTrack = true;
        Track track = new Track(koid, ExtensionLayout.TRACK_GPU, info.id(), threadId, lane);
        for (int i = 0; i < openZones; i++) {
            track.push(Ids.of(location));
        }
        context.tracks.put(new Row(threadId, lane), track);
    }

    private Track track(GpuContextInfo info, GpuEvent e) throws IOException {
        Context context = contexts.computeIfAbsent(info.id(), id -> new Context(info));
        Track last = context.last;
        if (last == null || last.submitter != e.submitter() || last.lane != e.lane()) {
            last = context.tracks.get(new Row(e.submitter(), e.lane()));
            last = last == null ? newTrack(context, info, e.submitter(), e.lane()) : last;
            context.last = last;
        }
        return last;
    }

    private Track newTrack(Context context, GpuContextInfo info, long threadId, int lane) throws IOException {
        if (context.tracks.size() >= MAX_TRACKS) {
            context.tracks.values().removeIf(idle -> idle.depth() == 0);
        }
        context.firstSubmitter = context.hadTrack ? context.firstSubmitter : threadId;
        context.hadTrack = true;
        Track track = tracks.gpuZones(info.id(), threadId, lane, trackName(context, threadId, lane));
        context.tracks.put(new Row(threadId, lane), track);
        return track;
    }

    private String trackName(Context context, long threadId, int lane) {
        String name = GpuContextInfo.laneName(context.info.name(), lane);
        if (threadId == context.firstSubmitter) {
            return name;
        }
        String thread = threadName.apply(threadId);
        return name + " (" + (thread == null ? "thread " + threadId : thread) + ")";
    }
}
