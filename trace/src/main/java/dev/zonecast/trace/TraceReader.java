package dev.zonecast.trace;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtArguments;
import dev.zonecast.fxt.FxtEvent;
import dev.zonecast.fxt.FxtHandler;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.FxtReader;
import dev.zonecast.fxt.SavedEnd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a trace and says what is in it. */
public final class TraceReader {
    /** What {@link #readFrames} reads, beside flows, which come whatever their category. */
    private static final Set<String> FIRST_CATEGORIES = Set.of("frame", "stop", "lock");

    // The parts of a reading use each other.
    final TraceListener listener;
    final LossAccount losses = new LossAccount();
    final Delivery delivery;
    final LocationTable locations = new LocationTable(losses);
    final TrackTable tracks;
    final ZoneAssembler zones = new ZoneAssembler(this);
    final PlotTable plots = new PlotTable(this);
    final MarkerReader markers = new MarkerReader(this);
    final EventReader events = new EventReader(this);
    private final CoreTable cores = new CoreTable(this);
    /** Tables of the provider at hand. */
    Source source;

    private final RecordedPrograms programs = new RecordedPrograms();
    private final ProgramTable programTable;
    private final ExtensionBlobs extensions = new ExtensionBlobs(this);
    private final Map<Integer, Source> sources = new HashMap<>();
    private final List<RecordingEnd> ends = new ArrayList<>();
    private final boolean framesOnly;
    private boolean hasSession;
    private long firstStartNanos;

    private TraceReader(TraceListener listener, TrackNames names, boolean framesOnly) {
        this.framesOnly = framesOnly;
        this.listener = listener;
        delivery = new Delivery(listener, losses);
        programTable = new ProgramTable(listener, losses);
        tracks = new TrackTable(listener, losses, names);
        select(0);
    }

    /**
     * Reads a file, compressed or not.
     *
     * @throws dev.zonecast.fxt.FxtException if it breaks the format
     * @throws IOException if it cannot be read, or the listener threw it
     */
    public static TraceSummary read(Path file, TraceListener listener) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return read(in, listener);
        }
    }

    /** As {@link #read(Path, TraceListener)}, of a stream that is not compressed; it is not closed. */
    public static TraceSummary read(InputStream in, TraceListener listener) throws IOException {
        return read(in, listener, new TrackNames());
    }

    /** As {@link #read(InputStream, TraceListener)}, with the names of tracks of an earlier reading, if there was one. */
    public static TraceSummary read(InputStream in, TraceListener listener, TrackNames names) throws IOException {
        return new TraceReader(listener, names, false).read(in);
    }

    /**
     * Reads frames, waits, flows and stack samples of a recording and passes everything else at little cost. As
     * {@link #read(InputStream, TraceListener)} otherwise.
     */
    public static TraceSummary readFrames(InputStream in, TraceListener listener) throws IOException {
        return readFrames(in, listener, new TrackNames());
    }

    /** As {@link #readFrames(InputStream, TraceListener)}, with the names of tracks of an earlier reading, if there was one. */
    public static TraceSummary readFrames(InputStream in, TraceListener listener, TrackNames names) throws IOException {
        return new TraceReader(listener, names, true).read(in);
    }

    private TraceSummary read(InputStream in) throws IOException {
        FxtReader.End end = FxtReader.read(in, new Records());
        endOpen();
        tracks.end();
        List<RecordedProgram> recorded = programs.results(source.part, end.cut());
        programs.addTo(losses, recorded, ends);
        losses.add(LossKind.UNKNOWN_REFERENCES, end.unknownReferences());
        losses.add(LossKind.OUT_OF_RANGE, end.timesOutOfRange());
        losses.nameProcesses(RecordedPrograms.names(recorded));
        delivery.end();
        return new TraceSummary(
                end.bytes(),
                recorded.stream().mapToLong(RecordedProgram::zones).sum(),
                programs.hasEvents() ? programs.firstNanos() : 0,
                programs.hasEvents() ? programs.lastNanos() : 0,
                end.cut(),
                recorded,
                List.copyOf(ends),
                losses);
    }

    /** Ends what is open on a track when its program's recording ends, or the trace if another provider names the track. */
    private void endTrack(Track track, long lastOfTrace) throws IOException {
        long last = track.part.lastNanos(lastOfTrace);
        zones.endAll(track, last);
        markers.endAll(track, last);
        if (track.openFrame != null) {
            events.endFrame(track, last, true);
        }
        losses.add(LossKind.OPEN_LOCKS, track.process(), track.openHold == null ? 0 : 1);
        track.openHold = null;
    }

    /** Ends what is open: the file ends, another trace was put behind this one, or records are missing. */
    private void endOpen() throws IOException {
        events.releaseMessage();
        long last = programs.lastNanosOfTrace();
        events.spans.endAll(last);
        events.flows.endAll();
        cores.endTrace();
        for (Track track : tracks.ofTrace()) {
            endTrack(track, last);
        }
    }

    /** Takes the records; the outer class's methods are for the package. */
    private final class Records implements FxtHandler {
        @Override
        public void traceBegins() throws IOException {
            endOpen();
            // Tables and ids of a trace mean nothing in the next one.
            sources.clear();
            programs.beginTrace();
            programTable.beginTrace();
            tracks.beginTrace();
            select(0);
        }

        @Override
        public void gap() throws IOException {
            // What is open may have ended there.
            endOpen();
            losses.add(LossKind.DAMAGED, source.process(), 1);
        }

        @Override
        public void stringsForgotten(int providerId, int kept) {
            Source of = sources.get(providerId);
            if (of != null) {
                of.forgetStrings(kept);
            }
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
            events.releaseMessage();
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
            if (source.session == null || !events.event(source, track, event)) {
                events.foreign(track, event);
            }
        }

        @Override
        public Object template(FxtEvent event) throws IOException {
            boolean ours = source.session != null;
            String category = event.category();
            if (ours
                    && !category.equals("zone")
                    && !category.equals("gpu")
                    && !category.startsWith(EventReader.ZONE_PREFIX)) {
                return null;
            }
            Track track = tracks.get(programTable.of(source, event.process()), event.thread());
            return track == null ? null : zones.template(track, event, ours);
        }

        @Override
        public void repeated(Object template, long timeNanos) throws IOException {
            events.releaseMessage();
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
                if (track != null && track.setName(name)) {
                    listener.track(track);
                }
            }
        }

        @Override
        public void log(long timeNanos, long process, long thread, String text) throws IOException {
            Track track = tracks.get(programTable.of(source, process), thread);
            if (track != null) {
                seen(timeNanos);
                delivery.event(new TraceMessage(track, timeNanos, text, "", false, -1));
            }
        }

        @Override
        public void contextSwitch(long timeNanos, int core, long outgoing, int state, long incoming)
                throws IOException {
            if (source.session == null) {
                losses.add(LossKind.SCHEDULING, "context switches", 1);
            } else {
                seen(timeNanos);
                cores.contextSwitch(source, timeNanos, core, outgoing, state, incoming);
            }
        }

        @Override
        public void bufferFilled(int providerId) {
            Source full = sources.get(providerId);
            if (full == null) {
                losses.add(LossKind.FULL_BUFFERS, 1);
            } else {
                // Which program that is may come later.
                full.part.filled++;
            }
        }

        @Override
        public void skipped(long header, long sizeBytes) {
            switch ((int) header & 15) {
                case FxtLayout.EVENT -> lost(LossKind.UNKNOWN_EVENTS);
                case FxtLayout.LARGE -> lost(LossKind.LARGE_RECORDS);
                case FxtLayout.USERSPACE_OBJECT -> lost(LossKind.USERSPACE_OBJECTS);
                case FxtLayout.SCHEDULING -> {
                    boolean isKnown = header >>> FxtLayout.SCHEDULING_SUBTYPE_SHIFT == FxtLayout.WAKE_UP;
                    losses.add(isKnown ? LossKind.SCHEDULING : LossKind.UNKNOWN_TYPES, isKnown ? "wake-ups" : "", 1);
                }
                default -> lost(LossKind.UNKNOWN_TYPES);
            }
        }

        private void lost(LossKind kind) {
            losses.add(kind, source.process(), 1);
        }
    }

    void seen(long time) {
        source.part.seen(time);
    }

    // --- for our own records

    private void select(int provider) {
        source = sources.computeIfAbsent(provider, id -> {
            Source made = new Source();
            made.part = programs.add(made);
            return made;
        });
        tracks.use(source.part);
    }

    /** The provider's own program with that process id; null if there are too many programs. */
    Program ownProgram(long processId) throws IOException {
        return programTable.of(source, processId);
    }

    void session(Session newSession) throws IOException {
        source.session = newSession;
        source.part.session = newSession;
        firstStartNanos = hasSession ? firstStartNanos : newSession.startNanos();
        source.traceStartNanos = firstStartNanos;
        hasSession = true;
        listener.session(newSession);
        programTable.name(source, newSession.owner(), newSession.program());
    }

    /** The recording of the provider at hand ended; its last event was then, or 0. */
    void saved(SavedEnd end, long last) throws IOException {
        ProgramPart part = source.part;
        part.explained = true;
        long lastNanos = last == 0 && part.hasEvents() ? part.lastNanos : last;
        RecordingEnd known = new RecordingEnd(part.owner(), part.name(), lastNanos, end);
        ends.add(known);
        if (known.isEarly() && source.track != null) {
            // So that every output shows it.
            delivery.event(new TraceMessage(source.track, lastNanos, known.text(), "WARNING", true, -1));
        }
    }

    /** A thread of the program; null if there are too many. */
    Track track(long koid) throws IOException {
        return tracks.get(source.program(), koid);
    }

    /** Plot of a program of ours; null if there are too many. */
    PlotSeries plot(String name) {
        return plots.plot(source.program(), name);
    }
}
