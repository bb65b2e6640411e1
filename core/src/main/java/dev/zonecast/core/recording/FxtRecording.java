package dev.zonecast.core.recording;

import dev.zonecast.core.RecordingException;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.disk.LockedFile;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FailableSink;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.LockChange;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.MarkerEvent;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.RunEvent;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.SkippedRecords;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A recording to a file in Fuchsia's trace format. It grows while the program runs and is valid wherever it is cut: what was
 * recorded more than a second before a kill is in it. Perfetto and Tracy's importer read it.
 *
 * <p>Called by the collector's thread, as {@link EventSink} says, but for {@link #create}.
 */
public final class FxtRecording implements FailableSink {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Times must not be negative: where {@link System#nanoTime} is, the recording's clock starts a day ahead of it. */
    private static final long HEAD_START_NANOS = 86_400_000_000_000L;

    /** Names, and the words of the format, are written anew so often. What was in a damaged piece is missing until then. */
    private static final long RESTATE_NANOS = 10_000_000_000L;

    /** How long the start of a recording that failed waits until its file is free again. */
    private static final long CLOSE_NANOS = 10_000_000_000L;

    private final RecordOutput file;
    /** Milliseconds since 1970 (UTC) of a time. */
    private final LongUnaryOperator epochMillis;

    private final RecordingWriter writer;
    final Records tables;
    private final SessionRecords session;
    final ZoneRecords zoneRecords;
    private final ShortZones zones;
    private final PlotRecords plots;
    private final MessageRecords messages;
    final MarkerRecords markers;
    final FrameRecords frames;
    private final ImageRecords images;
    final GpuRecords gpu;
    final LockRecords locks;
    private final FiberRecords fibers;
    private final MemoryRecords memory;
    private final SectionRecords sections;
    private final LateRecords late;

    final Map<Long, Track> threads = new HashMap<>();
    private long shiftNanos;
    private long nowNanos;
    private long flushedNanos;
    private long restatedNanos;
    private boolean begun;
    /** A call has thrown: the end record must not make the file look complete. */
    private boolean broken;

    private volatile boolean ended;
    private IOException commitFailure;
    private long flushIntervalNanos;
    private LongConsumer frameListener = nanos -> {};

    // The thread of the last event: events come thread by thread.
    private EventThread lastThread;
    private Track lastTrack;

    FxtRecording(RecordOutput file, ProgramFacts program) {
        this(file, program, FxtRecording::ownEpochMillis, RecordOutput.BUFFER_BYTES / 2);
    }

    private FxtRecording(RecordOutput file, ProgramFacts program, LongUnaryOperator epochMillis, int fillingBytes) {
        this.file = file;
        this.epochMillis = epochMillis;
        flushIntervalNanos = file.flushIntervalNanos();
        writer = new RecordingWriter(file, fillingBytes);
        tables = new Records(writer, program.pid());
        session = new SessionRecords(tables, program);
        zoneRecords = new ZoneRecords(tables);
        zones = new ShortZones(zoneRecords);
        plots = new PlotRecords(tables);
        messages = new MessageRecords(tables);
        markers = new MarkerRecords(tables, this::time);
        frames = new FrameRecords(tables);
        images = new ImageRecords(tables);
        gpu = new GpuRecords(tables, this::threadName);
        fibers = new FiberRecords(tables);
        locks = new LockRecords(tables);
        memory = new MemoryRecords(tables);
        sections = new SectionRecords(tables);
        late = new LateRecords(tables);
    }

    /**
     * Makes or overwrites the file. A thread writes it: records that a slow disk leaves no room for are counted as lost. Any thread.
     *
     * @param programName as shown to the user; empty: the main class
     * @throws RecordingException if the file cannot be made, or a recording to it runs
     */
    public static FxtRecording create(Path file, String programName) throws RecordingException {
        return create(
                file, QueuedOutput.WhenFull.DROP, ProgramFacts.current(programName), FxtRecording::ownEpochMillis);
    }

    /**
     * As {@link #create(Path, String)}, for another program than this one: times are nanoseconds of a clock of its own. A thread
     * writes the file, so that a disk that stalls for a moment stalls nobody else.
     *
     * @param epochMillisAtBegin milliseconds since 1970 (UTC) at the time that {@link #begin} is told
     */
    public static FxtRecording create(Path file, ProgramFacts program, long epochMillisAtBegin)
            throws RecordingException {
        return create(file, QueuedOutput.WhenFull.WAIT, program, begin -> epochMillisAtBegin);
    }

    private static FxtRecording create(
            Path file, QueuedOutput.WhenFull whenFull, ProgramFacts program, LongUnaryOperator epochMillis)
            throws RecordingException {
        RecordOutput output = RecordingFile.create(file);
        try {
            output = new QueuedOutput(output, whenFull);
            return new FxtRecording(output, program, epochMillis, RecordOutput.BUFFER_BYTES / 2);
        } catch (OutOfMemoryError e) {
            // Of its thread, or of its first buffer. Nobody else would close the file.
            RecordingException failure =
                    new RecordingException(file, "cannot record to " + file + ": " + e.getMessage(), e);
            try {
                output.close(0);
                boolean ignored = output.awaitClosed(CLOSE_NANOS);
            } catch (IOException inClose) {
                failure.addSuppressed(inClose);
            }
            throw failure;
        }
    }

    /** As {@link #create(Path, ProgramFacts, long)}, to another output than a file. */
    public static FxtRecording of(RecordOutput output, ProgramFacts program, long epochMillisAtBegin) {
        return new FxtRecording(output, program, begin -> epochMillisAtBegin, RecordOutput.BUFFER_BYTES / 2);
    }

    /** Of {@link System#nanoTime}. A recording begins at its announcement, and the collector may have been busy since. */
    private static long ownEpochMillis(long nanos) {
        return System.currentTimeMillis() - (System.nanoTime() - nanos) / 1_000_000;
    }

    /** True if a recording to a file of that name is compressed. */
    public static boolean compresses(Path file) {
        return RecordCompression.isNamed(file);
    }

    /** What has been recorded, in bytes. */
    public long bytes() {
        return writer.offset();
    }

    /** Size of the file, after {@link #awaitClosed}. */
    public long fileBytes() {
        return file.fileBytes();
    }

    /**
     * A recording into a buffer that {@link #commit} fills, and others save. Any thread.
     *
     * @param batchBytes at least a half of it is written at once if there is much
     */
    public static FxtRecording into(RecordOutput output, String programName, int batchBytes) {
        FxtRecording recording = new FxtRecording(
                output, ProgramFacts.current(programName), FxtRecording::ownEpochMillis, batchBytes / 2);
        recording.zoneRecords.saveLateArguments();
        return recording;
    }

    /**
     * A recording that goes on where another one was cut off: {@link #resume} comes in place of {@link #begin}. Any thread.
     *
     * @param pid of the program that was recorded
     */
    public static FxtRecording after(RecordOutput output, String programName, long pid) {
        FxtRecording recording = new FxtRecording(output, new ProgramFacts(programName, pid, Clock.name(), "", "", ""));
        recording.zoneRecords.saveLateArguments();
        return recording;
    }

    /** The recording's file. */
    public Path path() {
        return file.path();
    }

    /** True once nothing is written any more, be it that the recording was ended or that it failed. Any thread. */
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public String description() {
        return "recording " + file.path();
    }

    @Override
    public void begin(SinkStart start) throws IOException {
        begin(start.nanos(), start.frameMarks(), start.nanos() < 0 ? HEAD_START_NANOS - start.nanos() : 0);
    }

    /**
     * Begins with what another program has not recorded any more.
     *
     * @param shift what is added for the times of the recording
     */
    public void beginAt(long attachedNanos, long shift) throws IOException {
        begin(attachedNanos, 0, attachedNanos + shift < 0 ? HEAD_START_NANOS - attachedNanos : shift);
    }

    private void begin(long attachedNanos, long frameMarks, long shift) throws IOException {
        shiftNanos = shift;
        nowNanos = attachedNanos;
        // The first pass flushes.
        flushedNanos = attachedNanos - flushIntervalNanos;
        restatedNanos = attachedNanos;
        session.start(time(attachedNanos), epochMillis.applyAsLong(attachedNanos), shiftNanos, frameMarks);
        begun = true;
    }

    /**
     * Goes on with a recording.
     *
     * @param shift as of {@link #begin} then
     * @param highestKoid of its threads
     * @return takes what was known and open then
     */
    public RecordingResumption resume(long shift, long highestKoid) throws IOException {
        shiftNanos = shift;
        tables.strings.writeTerms();
        tables.tracks.resume(highestKoid);
        session.resume();
        begun = true;
        return new RecordingResumption(this);
    }

    /** Ends what recordings have as a whole when it has ended: waits for locks and runs of fibers. */
    public void endUnended(long nanos) throws IOException {
        locks.endWaits(time(nanos));
        fibers.endAll(time(nanos));
    }

    /** What is added to {@link System#nanoTime} for the times of the recording. */
    public long shiftNanos() {
        return shiftNanos;
    }

    /** Called with the time of each mark of the base set; before the recording is attached. */
    public void onFrame(LongConsumer listener) {
        frameListener = listener;
    }

    /** Plain zones have no source location that other programs read; before the recording is attached. */
    public void makeCompact() {
        tables.locations.makeCompact();
    }

    /** Commits at the end of each of the collector's passes; before the recording is attached. */
    public void commitEachCycle() {
        flushIntervalNanos = 0;
    }

    /** True once the collector has begun to record. */
    public boolean hasBegun() {
        return begun;
    }

    /** True when there is so much to be written that the next {@link #commit} is due. */
    public boolean isFilling() {
        return writer.isFilling();
    }

    /**
     * Hands everything to the output, with what waits for the end of a zone; after a failure the next call of the collector ends the
     * recording.
     *
     * @param anew what waits is handed over although an earlier commit did so: that one's may be overwritten soon
     */
    public void commit(boolean anew) {
        if (commitFailure == null && begun && !file.failed()) {
            try {
                zoneRecords.commit(anew);
                if (anew) {
                    late.forgetPassing();
                }
                writer.flush();
            } catch (IOException e) {
                commitFailure = e;
            }
        }
    }

    /** Time in the file. A zone that was open for long when the recording began may have begun before the file's time does. */
    private long time(long nanos) {
        return Math.max(0, nanos + shiftNanos);
    }

    // --- threads

    @Override
    public void thread(EventThread thread, Life life) throws IOException {
        switch (life) {
            case STARTED -> {
                Track known = threads.get(thread.id());
                Track track = known != null ? known : made(thread);
                track.records = true;
                describe(thread, track);
            }
            case CHANGED -> describe(thread, track(thread));
            case ENDED -> {
                tables.tracks.ended(threads.get(thread.id()), thread.virtual(), time(nowNanos));
                ended(thread);
            }
            case FORGOTTEN -> {
                Track track = threads.get(thread.id());
                if (track != null && !track.records) {
                    ended(thread);
                }
            }
        }
    }

    /** A thread of the file that is not described yet. */
    Track made(EventThread thread) {
        return thread.isFiber() ? tables.tracks.fiber(thread.id()) : tables.tracks.thread(thread.id());
    }

    private void ended(EventThread thread) throws IOException {
        Track ended = threads.remove(thread.id());
        if (ended != null) {
            fibers.left(ended, ended.lastTime);
            markers.threadEnded(ended);
        }
        lastThread = null;
        lastTrack = null;
    }

    private void describe(EventThread thread, Track track) throws IOException {
        threads.put(thread.id(), track);
        tables.tracks.describe(track, thread.name(), thread.group(), thread.virtual());
    }

    private Track track(EventThread thread) throws IOException {
        return thread == lastThread ? lastTrack : select(thread);
    }

    private Track select(EventThread thread) throws IOException {
        if (!threads.containsKey(thread.id())) {
            describe(thread, made(thread));
        }
        lastThread = thread;
        lastTrack = threads.get(thread.id());
        return lastTrack;
    }

    private String threadName(long threadId) {
        Track known = threads.get(threadId);
        return known == null ? null : known.name;
    }

    // --- events

    @Override
    public void zones(EventThread thread, ZoneRun run) throws IOException {
        zones.run(track(thread), run, shiftNanos);
    }

    @Override
    public void event(Event event) throws IOException {
        long time = time(event.nanos());
        Track track = event.thread() == null ? session.track() : track(event.thread());
        switch (event) {
            case ZoneBegin e -> zones.begin(track, time, e.location(), e.stack());
            case ZoneAttribute e -> zones.attribute(track, e);
            case PlotValue e -> plots.event(track, time, e);
            case MachineEvent e -> plots.event(track, time, e);
            case MessageEvent e -> messages.event(track, time, e);
            case MarkerEvent e -> marker(track, time, e);
            case FiberEvent e -> fibers.event(track, time, threads.get(e.carrierId()), e);
            case FrameEvent e -> {
                frames.event(track, time, e);
                if (e.kind() == EventKind.FRAME_MARK && e.name() == null) {
                    frameListener.accept(e.nanos());
                }
            }
            case GpuEvent e -> gpu.event(time, time(e.gpuNanos()), e);
            case LockChange e -> locks.event(track, time, e);
            case MemoryEvent e -> memory.event(track, time, e);
            case ImageEvent e -> images.image(e);
            case SpanEvent e -> sections.event(track, time, e);
            case FlowEvent e -> sections.event(track, time, e);
            case StopEvent e -> late.stopped(track, time, time(e.endNanos()), e.location(), e.text());
            case RunEvent e -> late.ran(track, time, time(e.endNanos()), e.core(), e.preempted());
            case SampleEvent e -> late.sample(track, e, time);
            case SectionEvent e -> sections.event(e, time);
            case ProgramEvent e -> program(time, e);
        }
    }

    private void marker(Track track, long time, MarkerEvent event) throws IOException {
        if (event.phase() != MarkerPhase.SCOPED || !zones.marker(track, event, markers)) {
            markers.marker(track, event, time(event.beginNanos()), time);
        }
    }

    private void program(long time, ProgramEvent event) throws IOException {
        switch (event.kind()) {
            case STATISTICS -> session.statistics(time, event.statistics());
            case PARAMETER -> messages.info(session.track(), time(nowNanos), "parameter " + event.parameter());
            default ->
                messages.info(session.track(), time(event.nanos() == 0 ? nowNanos : event.nanos()), event.line());
        }
    }

    @Override
    public void cycleEnd(long cycleNanos) throws IOException {
        if (commitFailure != null) {
            throw commitFailure;
        }
        nowNanos = cycleNanos;
        zones.settle(time(cycleNanos));
        if (cycleNanos - flushedNanos >= flushIntervalNanos && file.isIdle()) {
            flushedNanos = cycleNanos;
            if (file.isInPieces() && !writer.isEmpty()) {
                restate(cycleNanos);
            }
            writer.flush();
        }
    }

    /** So that the next piece does not need threads of an earlier one, which may be damaged; now and then also nothing else. */
    private void restate(long cycleNanos) throws IOException {
        tables.tracks.startOver();
        if (cycleNanos - restatedNanos > RESTATE_NANOS) {
            restatedNanos = cycleNanos;
            tables.strings.startOver();
            tables.tracks.describeAnew();
            late.describeAnew();
            session.restate();
            gpu.describeAnew(this::time);
        }
    }

    /** Hands everything to the operating system: it survives the process, though not yet a failure of the power. */
    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    /** After {@link #flush}: completes when the operating system has it; with false if not all, because the disk is too slow. */
    public CompletableFuture<Boolean> written() {
        boolean all = writer.isEmpty();
        return file.written().thenApply(ignored -> all);
    }

    /**
     * Waits until the file is closed after {@link #end}. Any thread but the collector's.
     *
     * @return false if the time was not enough
     */
    public boolean awaitClosed(long limitNanos) {
        return file.awaitClosed(limitNanos);
    }

    @Override
    public void end(long endNanos, long limitNanos) throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        long deadline = System.nanoTime() + limitNanos;
        try {
            if (begun && !file.failed()) {
                long time = time(endNanos);
                for (Track thread : threads.values()) {
                    zones.endAll(thread, time);
                }
                gpu.endAll(time);
                locks.endWaits(time);
                fibers.endAll(time);
                tables.rows.endAll(time);
                if (zones.leftOut() > 0) {
                    messages.info(session.track(), time, "zones left out because they were short: " + zones.leftOut());
                }
                session.end(time);
                writer.finish();
            }
        } finally {
            file.close(Math.max(0, deadline - System.nanoTime()));
        }
    }

    @Override
    public void endAfterFailure(long limitNanos) throws IOException {
        if (ended) {
            return;
        }
        broken = true;
        ended = true;
        long deadline = System.nanoTime() + limitNanos;
        try {
            if (begun && !file.failed() && !file.noteEnd(EndReason.FAILED)) {
                writer.dropOpenRecord();
                writer.record(SavedEnd.of(EndReason.FAILED).words(0, new SkippedRecords()));
                writer.finish();
            }
        } finally {
            file.close(Math.max(0, deadline - System.nanoTime()));
        }
    }

    /** True once the file has ended although the recording should go on. After {@link #awaitClosed}. */
    public boolean hasEndedEarly() {
        return ended && begun && (broken || file.failed());
    }

    /**
     * Adds to a file that {@linkplain #hasEndedEarly ended early} when the program or the recording ended: its reader knows how much
     * is missing. Not to one that is recorded to again. Writes to the file: not the collector's thread.
     */
    public void completeEarlyEnd(long endNanos) {
        if (!Files.isRegularFile(file.path())) {
            return;
        }
        try (LockedFile ended = LockedFile.open(file.path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            SavedEnd.complete(ended.channel(), time(endNanos));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} does not tell how much is missing: {1}", file.path(), String.valueOf(e));
        }
    }
}
