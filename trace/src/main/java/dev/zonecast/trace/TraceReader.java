package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtArguments;
import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.SkippedRecords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a trace and says what is in it. */
public final class TraceReader {
    private static final int MAX_PLOTS = 20_000;
    /** Of zones with a category that the program gave them, which follows. */
    private static final String ZONE_PREFIX = "zone,";
    /** An info line as long as this may have been cut, with the whole in a blob behind it. */
    private static final int CUT_TEXT_BYTES = FxtLayout.MAX_STRING_BYTES - 4;

    /** What {@link #readFrames} reads. */
    private static final Set<String> FIRST_CATEGORIES = Set.of("frame", "stop", "lock");

    /** Programs may have plots of one name. */
    private record PlotKey(Program program, String name) {}

    private final CountedEvents listener;
    private final LossAccount losses = new LossAccount();
    private final RecordedPrograms programs = new RecordedPrograms();
    private final LocationTable locations;
    private final ProgramTable programTable;
    private final TrackTable tracks;
    private final ZoneAssembler zones;
    private final ExtensionBlobs extensions;
    private final Map<PlotKey, PlotSeries> plots = new HashMap<>();
    private final Map<Integer, Source> sources = new HashMap<>();
    private final MarkerReader markers;
    private final boolean framesOnly;
    private Source source;
    private Message heldMessage;
    private boolean hasSession;
    private long firstStartNanos;
    private final RecordingEnds ends;

    private TraceReader(TraceListener taker, boolean framesOnly) {
        this.framesOnly = framesOnly;
        listener = new CountedEvents(taker);
        ends = new RecordingEnds(listener);
        locations = new LocationTable(listener, losses);
        programTable = new ProgramTable(listener, losses);
        tracks = new TrackTable(listener, losses);
        zones = new ZoneAssembler(taker, listener.details(), locations, losses);
        extensions = new ExtensionBlobs(listener, locations, this, losses);
        markers = new MarkerReader(listener, losses);
        select(0);
    }

    /**
     * Reads a file, compressed or not.
     *
     * @throws dev.zonecast.fxt.FxtException if it breaks the format
     * @throws IOException if it cannot be read, or the listener said so
     */
    public static TraceSummary read(Path file, TraceListener listener) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return read(in, listener);
        }
    }

    /** As {@link #read(Path, TraceListener)}, of a stream that is not compressed; it is not closed. */
    public static TraceSummary read(InputStream in, TraceListener listener) throws IOException {
        TraceReader reader = new TraceReader(listener, false);
        return reader.summary(FxtReader.read(in, reader.new Records()));
    }

    /**
     * Reads frames, waits and stack samples of a recording and passes everything else at little cost. As {@link #read(InputStream, TraceListener)}
     * otherwise.
     */
    public static TraceSummary readFrames(InputStream in, TraceListener listener) throws IOException {
        TraceReader reader = new TraceReader(listener, true);
        return reader.summary(FxtReader.read(in, reader.new Records()));
    }

    private TraceSummary summary(FxtReader.End end) throws IOException {
        endTrace();
        List<RecordedProgram> recorded = programs.results(source.part, end.cut());
        programs.addTo(losses, recorded, ends.all());
        losses.add(LossKind.UNKNOWN_REFERENCES, end.unknownReferences());
        losses.add(LossKind.OUT_OF_RANGE, end.timesOutOfRange());
        losses.nameProcesses(RecordedPrograms.names(recorded));
        listener.addTo(losses, zones.zones());
        return new TraceSummary(
                end.bytes(),
                zones.zones(),
                programs.hasEvents() ? programs.firstNanos() : 0,
                programs.hasEvents() ? programs.lastNanos() : 0,
                end.cut(),
                recorded,
                ends.all(),
                losses);
    }

    /** Ends what is open on a track when its program's recording ends. */
    private void endTrack(Track track) throws IOException {
        long last = track.part.hasEvents() ? track.part.lastNanos() : programs.lastNanos();
        zones.endAll(track, last);
        markers.endAll(track, last);
        if (track.openFrame != null) {
            endFrame(track, last, true);
        }
        losses.add(LossKind.OPEN_LOCKS, track.process(), track.openHold == null ? 0 : 1);
        track.openHold = null;
    }

    /** Ends what is open: the file ends, or another trace was put behind this one. */
    private void endTrace() throws IOException {
        releaseMessage();
        for (Track track : tracks.all()) {
            endTrack(track);
        }
    }

    /** Takes the records; the outer class's methods are for the package. */
    private final class Records implements FxtHandler {
        @Override
        public void traceBegins() throws IOException {
            endTrace();
            sources.clear();
            programTable.beginTrace();
            select(0);
        }

        @Override
        public void thread(long process, long thread) throws IOException {
            // Frames-only readings number the programs as full readings do.
            programTable.of(source, process);
        }

        @Override
        public void string(int index, String text) {
            source.string(index, text);
        }

        @Override
        public void provider(int id, String name) {
            select(id);
            source.provider = name;
        }

        @Override
        public boolean wantsEvents(String category) {
            return !framesOnly || FIRST_CATEGORIES.contains(category);
        }

        @Override
        public void event(FxtEvent event) throws IOException {
            if (heldMessage != null) {
                releaseMessage();
            }
            Track track = tracks.get(programTable.of(source, event.process()), event.thread());
            if (track == null) {
                return;
            }
            if (source.track == null) {
                source.track = track;
            }
            seen(event.timeNanos());
            if (event.type() == FxtLayout.DURATION_COMPLETE) {
                seen(event.endNanos());
            }
            if (source.session == null || !ownEvent(track, event)) {
                otherEvent(track, event);
            }
        }

        @Override
        public Object template(FxtEvent event) throws IOException {
            boolean ours = source.session != null;
            String category = event.category();
            if (ours && !category.equals("zone") && !category.equals("gpu") && !category.startsWith(ZONE_PREFIX)) {
                return null;
            }
            Track track = tracks.get(programTable.of(source, event.process()), event.thread());
            return track == null ? null : zones.template(track, event, ours);
        }

        @Override
        public void repeated(Object template, long timeNanos) throws IOException {
            if (heldMessage != null) {
                releaseMessage();
            }
            seen(timeNanos);
            zones.repeated((ZoneTemplate) template, timeNanos);
        }

        @Override
        public void blob(String name, int type, ByteBuffer payload) throws IOException {
            boolean isOurs = type == FxtLayout.BLOB_DATA
                    && (source.session != null
                            || name.equals(ExtensionLayout.SESSION)
                            || name.equals(ExtensionLayout.SAVED));
            if (!isOurs) {
                losses.add(LossKind.FOREIGN_DATA, source.process(), name, 1);
            } else if (!framesOnly || !name.equals(ExtensionLayout.FRAME_IMAGE)) {
                extensions.blob(name, payload);
            }
        }

        @Override
        public void kernelObject(int type, long koid, String name, FxtArguments arguments) throws IOException {
            if (type == FxtLayout.OBJECT_PROCESS) {
                Program program = programTable.toName(source, koid);
                if (program != null) {
                    programTable.name(source, program, name);
                }
            } else if (type == FxtLayout.OBJECT_THREAD) {
                int process = arguments.find("process");
                Program program = programTable.toName(source, process < 0 ? 0 : arguments.asLong(process));
                Track track = tracks.get(program, koid);
                if (track != null) {
                    track.setName(name);
                    listener.track(track);
                }
            }
        }

        @Override
        public void log(long timeNanos, long process, long thread, String text) throws IOException {
            Track track = tracks.get(programTable.of(source, process), thread);
            if (track != null) {
                seen(timeNanos);
                listener.message(new Message(track, timeNanos, text, "", false, -1));
            }
        }

        @Override
        public void bufferFilled(int providerId) {
            Source full = sources.get(providerId);
            losses.add(
                    LossKind.FULL_BUFFERS,
                    full == null ? LossAccount.ANY_PROCESS : full.part.process(),
                    full == null ? "" : full.provider,
                    1);
        }

        @Override
        public void largeBlob(String category, String name, long sizeBytes) {
            losses.add(LossKind.LARGE_RECORDS, source.process(), 1);
        }

        @Override
        public void userspaceObject(long process, long pointer, String name, FxtArguments arguments) {
            losses.add(LossKind.USERSPACE_OBJECTS, process, 1);
        }

        @Override
        public void contextSwitch(
                long timeNanos,
                int cpu,
                int outgoingState,
                long outgoingThread,
                long incomingThread,
                FxtArguments arguments) {
            losses.add(LossKind.SCHEDULING, "context switches", 1);
        }

        @Override
        public void wakeUp(long timeNanos, int cpu, long thread, FxtArguments arguments) {
            losses.add(LossKind.SCHEDULING, "wake-ups", 1);
        }

        @Override
        public void unknown(int type, long sizeBytes) {
            LossKind kind = switch (type) {
                case FxtLayout.EVENT -> LossKind.UNKNOWN_EVENTS;
                case FxtLayout.LARGE -> LossKind.LARGE_RECORDS;
                default -> LossKind.UNKNOWN_TYPES;
            };
            losses.add(kind, source.process(), 1);
        }
    }

    /** The kind of loss that a record is which was skipped when the trace was saved. */
    static LossKind kindOf(SkippedRecords.Kind skipped) {
        return switch (skipped) {
            case TYPE -> LossKind.UNKNOWN_TYPES;
            case EVENT -> LossKind.UNKNOWN_EVENTS;
            case METADATA -> LossKind.METADATA;
            case LARGE -> LossKind.LARGE_RECORDS;
        };
    }

    void seen(long time) {
        source.part.seen(time);
    }

    // --- events of our recordings

    private boolean ownEvent(Track track, FxtEvent event) throws IOException {
        String category = event.category();
        // The most frequent one first: a switch hashes.
        if (category.equals("zone") || category.equals("gpu")) {
            boolean isZone = event.type() >= FxtLayout.DURATION_BEGIN && event.type() <= FxtLayout.DURATION_COMPLETE;
            if (isZone) {
                zones.event(track, event, true);
            }
            return isZone;
        }
        switch (category) {
            case "frame" -> frame(track, event);
            case "vsync" -> listener.vsync(track, event.timeNanos());
            case "plot" -> {
                if (event.type() != FxtLayout.COUNTER || event.arguments().count() == 0) {
                    return false;
                }
                plotValue(event.arguments().name(0), track, event, 0);
            }
            case "lock" -> lock(track, event);
            case "memory" -> {
                if (event.type() != FxtLayout.COUNTER || event.arguments().count() == 0) {
                    return false;
                }
                memory(track, event);
            }
            case "fiber" -> {
                if (event.type() != FxtLayout.DURATION_COMPLETE) {
                    return false;
                }
                listener.fiberRun(track, event.name(), event.timeNanos(), endOf(track, event));
            }
            case "stop" -> {
                if (event.type() != FxtLayout.DURATION_COMPLETE) {
                    return false;
                }
                stop(track, event);
            }
            case "message" -> message(track, event);
            case "info" -> {
                Message message = new Message(track, event.timeNanos(), event.name(), "", false, -1);
                if (event.name().length() * 3L >= CUT_TEXT_BYTES) {
                    heldMessage = message;
                } else {
                    listener.message(message);
                }
            }
            case "profiler" -> {
                // The same as in blobs, for people who look at it in other programs.
            }
            default -> {
                return categorizedEvent(track, event);
            }
        }
        return true;
    }

    /** Zones and markers of categories that the program gave them. */
    private boolean categorizedEvent(Track track, FxtEvent event) throws IOException {
        if (event.category().startsWith(ZONE_PREFIX) && event.type() >= FxtLayout.DURATION_BEGIN) {
            zones.event(track, event, true);
            return true;
        }
        if (event.category().startsWith("marker,")) {
            Track owner = track.kind() == Track.Kind.MARKERS ? tracks.get(track.program(), track.submitter()) : track;
            markers.event(source, track, owner == null ? track : owner, event);
            return true;
        }
        return false;
    }

    private void frame(Track track, FxtEvent event) throws IOException {
        if (track.kind() != Track.Kind.FRAMES) {
            // The mark of the thread; only marks of the base set are numbered.
            if (event.arguments().find("number") >= 0) {
                listener.frameMark(track);
            }
            return;
        }
        if (event.type() == FxtLayout.DURATION_BEGIN) {
            int number = event.arguments().find("number");
            long frameNumber = number < 0 ? -1 : event.arguments().asLong(number);
            track.openFrame = new Frame(track, event.name(), frameNumber, event.timeNanos(), event.timeNanos(), false);
        } else if (event.type() == FxtLayout.DURATION_END && track.openFrame != null) {
            endFrame(track, event.timeNanos(), event.arguments().find("ended by") >= 0);
        } else if (event.type() == FxtLayout.DURATION_END) {
            losses.add(LossKind.UNMATCHED_OTHER_ENDS, track.process(), "frames", 1);
        }
    }

    private void endFrame(Track track, long time, boolean cutOff) throws IOException {
        Frame open = track.openFrame;
        track.openFrame = null;
        long end = losses.notBefore(open.beginNanos(), time, track.process());
        listener.frame(new Frame(track, open.name(), open.number(), open.beginNanos(), end, cutOff));
    }

    /** Bytes in use of a pool, as a plot. */
    private void memory(Track track, FxtEvent event) throws IOException {
        String name = "memory: " + event.arguments().name(0);
        PlotSeries plot = plot(name);
        if (plot != null && plot.format() != PlotSeries.Format.MEMORY) {
            plot.describe(PlotSeries.Format.MEMORY, true, true, 0);
        }
        plotValue(name, track, event, 0);
    }

    private void lock(Track track, FxtEvent event) throws IOException {
        long time = event.timeNanos();
        if (track.kind() == Track.Kind.LOCK && event.type() == FxtLayout.DURATION_BEGIN) {
            track.openHold = new LockSpan(track.subject(), track, event.name(), true, "", time, time);
        } else if (track.kind() == Track.Kind.LOCK && track.openHold != null) {
            LockSpan hold = track.openHold;
            track.openHold = null;
            int ended = event.arguments().find("ended by");
            String outcome = ended < 0 ? "released" : event.arguments().asText(ended);
            int place = event.arguments().find("loc");
            listener.lock(new LockSpan(
                    hold.lock(),
                    track,
                    hold.name(),
                    true,
                    outcome,
                    hold.beginNanos(),
                    losses.notBefore(hold.beginNanos(), time, track.process()),
                    place < 0 ? null : source.location(event.arguments().stringIndex(place))));
        } else if (event.type() == FxtLayout.DURATION_COMPLETE) {
            int lock = event.arguments().find("lock");
            int outcome = event.arguments().find("outcome");
            listener.lock(new LockSpan(
                    lock < 0 ? -1 : event.arguments().asLong(lock),
                    track,
                    event.name(),
                    false,
                    outcome < 0 ? "" : event.arguments().asText(outcome),
                    time,
                    endOf(track, event)));
        }
    }

    private long endOf(Track track, FxtEvent event) {
        return losses.notBefore(event.timeNanos(), event.endNanos(), track.process());
    }

    private void stop(Track track, FxtEvent event) throws IOException {
        int text = event.arguments().find("text");
        listener.threadStop(new ThreadStop(
                track,
                event.name(),
                text < 0 ? "" : event.arguments().asText(text),
                event.timeNanos(),
                endOf(track, event)));
    }

    private void message(Track track, FxtEvent event) throws IOException {
        FxtArguments arguments = event.arguments();
        int severity = arguments.find("severity");
        int color = arguments.find("color");
        int stack = arguments.find("stack");
        Message message = new Message(
                track,
                event.timeNanos(),
                event.name(),
                severity < 0 ? "" : arguments.asText(severity),
                arguments.find("source") >= 0,
                color < 0 ? -1 : Colors.parse(arguments.asText(color)),
                stack < 0 ? null : Calls.parse(arguments.asText(stack)));
        if (arguments.find("text bytes") >= 0) {
            heldMessage = message;
        } else {
            listener.message(message);
        }
    }

    private void releaseMessage() throws IOException {
        Message message = heldMessage;
        heldMessage = null;
        if (message != null) {
            listener.message(message);
        }
    }

    // --- events of others

    private void otherEvent(Track track, FxtEvent event) throws IOException {
        FxtArguments arguments = event.arguments();
        switch (event.type()) {
            case FxtLayout.INSTANT -> {
                StringBuilder text = new StringBuilder(event.name());
                for (int i = 0; i < arguments.count(); i++) {
                    text.append(i == 0 ? ": " : ", ")
                            .append(arguments.name(i))
                            .append('=')
                            .append(arguments.asText(i));
                }
                listener.message(new Message(track, event.timeNanos(), text.toString(), "", false, -1));
            }
            case FxtLayout.COUNTER -> {
                for (int i = 0; i < arguments.count(); i++) {
                    if (arguments.isNumber(i)) {
                        String name = event.name() + ":" + arguments.name(i);
                        plotValue(event.id() == 0 ? name : name + ":" + event.id(), track, event, i);
                    }
                }
            }
            case FxtLayout.DURATION_BEGIN, FxtLayout.DURATION_END, FxtLayout.DURATION_COMPLETE ->
                zones.event(track, event, false);
            case FxtLayout.ASYNC_BEGIN, FxtLayout.ASYNC_INSTANT, FxtLayout.ASYNC_END ->
                listener.async(event.type(), track, event.timeNanos(), event.category(), event.name(), event.id());
            default ->
                listener.flow(event.type(), track, event.timeNanos(), event.category(), event.name(), event.id());
        }
    }

    private void plotValue(String name, Track track, FxtEvent event, int argument) throws IOException {
        PlotSeries plot = plot(track.program(), name);
        if (plot == null) {
            losses.add(LossKind.TOO_MANY_PLOTS, track.process(), 1);
        } else {
            listener.plotValue(plot, track, event.timeNanos(), event.arguments().asDouble(argument));
        }
    }

    // --- for our own records

    private void select(int provider) {
        source = sources.computeIfAbsent(provider, id -> {
            Source made = new Source();
            made.part = programs.add(made);
            return made;
        });
        zones.use(source);
        tracks.use(source.part);
    }

    /** Tables of the provider at hand. */
    Source source() {
        return source;
    }

    MarkerReader markers() {
        return markers;
    }

    /** The provider's own program with that process id; null if there are too many programs. */
    Program ownProgram(long processId) throws IOException {
        return programTable.of(source, processId);
    }

    void session(Session newSession) throws IOException {
        if (source.session != null) {
            beginNextRun();
        }
        source.session = newSession;
        source.part.setSession(newSession);
        firstStartNanos = hasSession ? firstStartNanos : newSession.startNanos();
        source.traceStartNanos = firstStartNanos;
        hasSession = true;
        listener.session(newSession);
        programTable.name(source, newSession.owner(), newSession.program());
    }

    /** Files were joined: what was open in the run before ends with it, and threads of the next run may have the same ids. */
    private void beginNextRun() throws IOException {
        ProgramPart before = source.part;
        source.part = programs.add(source);
        source.track = null;
        tracks.use(source.part);
        for (Track track : tracks.all()) {
            if (track.part == before) {
                endTrack(track);
                track.part = source.part;
            }
        }
    }

    /** What the profiler of the provider at hand says of itself. */
    void statistics(ProfilerStatistics statistics) throws IOException {
        source.part.setStatistics(statistics);
        listener.statistics(statistics);
    }

    void ended() {
        source.part.end();
    }

    /** The recording of the provider at hand ended; its last event was then, or 0. */
    void saved(SavedEnd end, long last) throws IOException {
        source.part.explain();
        ends.add(source, end, last == 0 && source.part.hasEvents() ? source.part.lastNanos() : last);
    }

    /** Text of the string table; empty if there is none. */
    String string(int index) {
        return source.string(index);
    }

    /** A thread of the program; null if there are too many. */
    Track track(long koid) throws IOException {
        return tracks.get(source.program(), koid);
    }

    /** The error is a plot too: every output that draws plots shows it. */
    void gpuCalibration(int id, long time, long errorNanos) throws IOException {
        GpuContext context = source.gpuContext(id);
        seen(time);
        listener.gpuCalibration(context, time, errorNanos);
        PlotSeries plot = plot(context.errorPlot());
        if (plot == null) {
            losses.add(LossKind.TOO_MANY_PLOTS, context.process(), 1);
        } else if (source.track != null) {
            listener.plotValue(plot, source.track, time, (double) errorNanos);
        }
    }

    /** Plot of a program of ours; null if there are too many. */
    PlotSeries plot(String name) {
        return plot(source.program(), name);
    }

    private PlotSeries plot(Program program, String name) {
        PlotKey key = new PlotKey(program, name);
        PlotSeries plot = plots.get(key);
        if (plot == null && plots.size() < MAX_PLOTS) {
            plot = new PlotSeries(plots.size(), name, program);
            plots.put(key, plot);
        }
        return plot;
    }

    void attribute(Track track, int depth, int kind, byte[] whole) throws IOException {
        if (kind != ExtensionLayout.ATTRIBUTE_MESSAGE) {
            zones.attribute(track, depth, kind, whole);
        } else if (heldMessage != null && heldMessage.track() == track) {
            Message cut = heldMessage;
            heldMessage = new Message(
                    track,
                    cut.timeNanos(),
                    new String(whole, StandardCharsets.UTF_8),
                    cut.severity(),
                    cut.ofProfiler(),
                    cut.rgb(),
                    cut.stack());
            releaseMessage();
        }
    }
}
