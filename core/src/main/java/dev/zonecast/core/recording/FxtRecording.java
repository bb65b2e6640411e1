package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.RecordingException;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.collect.EventSink;
import dev.zonecast.core.collect.FailableSink;
import dev.zonecast.core.collect.MarkerEvent;
import dev.zonecast.core.collect.MemoryBlocks;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.collect.Utf8Text;
import dev.zonecast.core.collect.ZoneRun;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.system.PowerReading;
import dev.zonecast.fxt.EndReason;
import dev.zonecast.fxt.SavedEnd;
import dev.zonecast.fxt.SkippedRecords;
import dev.zonecast.fxt.write.RecordOutput;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A recording to a file in Fuchsia's trace format. It grows while the program runs and is valid wherever it is cut: what was
 * recorded more than a second before a kill is in it. Perfetto and Tracy's importer read it.
 *
 * <p>Called by the collector's thread, as {@link EventSink} says, but for {@link #create}.
 */
public final class FxtRecording implements FailableSink {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Far less than the second that a killed process may lose: collector and writer may each be late on a loaded machine. */
    private static final long FLUSH_INTERVAL_NANOS = 50_000_000;

    /** Times must not be negative: where {@link System#nanoTime} is, the recording's clock starts a day ahead of it. */
    private static final long HEAD_START_NANOS = 86_400_000_000_000L;

    private final RecordOutput file;
    private final LongSupplier epochMillisAtBegin;
    private final RecordingWriter writer;
    private final StringTable strings;
    private final TrackTable tracks;
    private final LocationTable locations;
    private final SessionRecords session;
    private final ShortZones zones;
    private final PlotRecords plots;
    private final MessageRecords messages;
    private final MarkerRecords markers;
    private final FrameRecords frames;
    private final ImageRecords images;
    private final GpuRecords gpu;
    private final LockRecords locks;
    private final FiberRecords fibers;
    private final MemoryRecords memory;
    private final SectionRecords sections;
    private final MachinePlots machine;
    private final LateRecords late;

    private final Map<Long, Track> threads = new HashMap<>();
    private long shiftNanos;
    private long nowNanos;
    private long flushedNanos;
    private long infoNanos;
    private boolean begun;
    /** A call has thrown: the end record must not make the file look complete. */
    private boolean broken;

    private volatile boolean ended;
    private IOException commitFailure;
    private long flushIntervalNanos = FLUSH_INTERVAL_NANOS;
    private LongConsumer frameListener = nanos -> {};

    // The thread of the last event: events come thread by thread.
    private ThreadTrack lastThread;
    private Track lastTrack;

    FxtRecording(RecordOutput file, ProgramFacts program) {
        this(file, program, System::currentTimeMillis, RecordOutput.BUFFER_BYTES / 2);
    }

    private FxtRecording(RecordOutput file, ProgramFacts program, LongSupplier epochMillisAtBegin, int fillingBytes) {
        this.file = file;
        this.epochMillisAtBegin = epochMillisAtBegin;
        writer = new RecordingWriter(file, fillingBytes);
        strings = new StringTable(writer, Registry.INSTANCE.names(), writer.durableRoom());
        tracks = new TrackTable(writer, program.pid());
        CategoryTable categories = new CategoryTable(writer, strings);
        locations = new LocationTable(writer, strings, categories);
        AttributeBlobs blobs = new AttributeBlobs(writer);
        session = new SessionRecords(writer, tracks, program);
        CallStackTable stacks = new CallStackTable(strings, writer.durableRoom());
        zones = new ShortZones(new ZoneRecords(writer, tracks, locations, blobs, stacks));
        plots = new PlotRecords(writer, tracks, strings);
        messages = new MessageRecords(writer, tracks, strings, blobs, stacks);
        markers = new MarkerRecords(writer, tracks, strings, categories, stacks, this::time);
        frames = new FrameRecords(writer, tracks, strings);
        images = new ImageRecords(writer);
        gpu = new GpuRecords(writer, tracks, locations, this::threadName);
        fibers = new FiberRecords(writer, tracks, strings);
        locks = new LockRecords(writer, tracks, locations, strings);
        memory = new MemoryRecords(writer, tracks, strings, stacks);
        sections = new SectionRecords(writer, tracks, strings);
        machine = new MachinePlots(plots, session);
        late = new LateRecords(writer, tracks, locations);
    }

    /**
     * Makes the file, with the folders above it. One that exists is overwritten. A thread writes it; while the disk is too slow,
     * records are lost and counted, and nobody waits. Any thread.
     *
     * @param programName as shown to the user; empty: the main class
     * @throws RecordingException if the file cannot be made, or a recording to it runs
     */
    public static FxtRecording create(Path file, String programName) throws RecordingException {
        RecordOutput output = new QueuedOutput(RecordingFile.create(file), QueuedOutput.WhenFull.DROP);
        return new FxtRecording(output, ProgramFacts.current(programName));
    }

    /**
     * As {@link #create(Path, String)}, for another program than this one: times are nanoseconds of a clock of its own. A thread
     * writes the file, so that a disk that stalls for a moment stalls nobody else.
     *
     * @param epochMillisAtBegin milliseconds since 1970 (UTC) at the time that {@link #begin} is told
     */
    public static FxtRecording create(Path file, ProgramFacts program, long epochMillisAtBegin)
            throws RecordingException {
        RecordOutput output = new QueuedOutput(RecordingFile.create(file), QueuedOutput.WhenFull.WAIT);
        return new FxtRecording(output, program, () -> epochMillisAtBegin, RecordOutput.BUFFER_BYTES / 2);
    }

    /** What is in the file or on its way there, in bytes. */
    public long bytes() {
        return writer.offset();
    }

    /**
     * A recording into a buffer that {@link #commit} fills, and others save. Any thread.
     *
     * @param batchBytes at least a half of it is written at once if there is much
     */
    public static FxtRecording into(RecordOutput output, String programName, int batchBytes) {
        FxtRecording recording =
                new FxtRecording(output, ProgramFacts.current(programName), System::currentTimeMillis, batchBytes / 2);
        recording.zones.saveLateArguments();
        return recording;
    }

    /**
     * A recording that goes on where another one was cut off: {@link #resume} comes in place of {@link #begin}. Any thread.
     *
     * @param pid of the program that was recorded
     */
    public static FxtRecording after(RecordOutput output, String programName, long pid) {
        FxtRecording recording = new FxtRecording(output, new ProgramFacts(programName, pid, Clock.name(), "", "", ""));
        recording.zones.saveLateArguments();
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
    public void begin(long attachedNanos, long frameMarks) throws IOException {
        begin(attachedNanos, frameMarks, attachedNanos < 0 ? HEAD_START_NANOS - attachedNanos : 0);
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
        infoNanos = attachedNanos;
        session.start(strings, time(attachedNanos), epochMillisAtBegin.getAsLong(), shiftNanos, frameMarks);
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
        strings.writeTerms();
        tracks.resume(highestKoid);
        session.resume();
        begun = true;
        return new RecordingResumption(threads, tracks, locations, zones, frames, gpu, locks, markers);
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
                zones.commit(anew);
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
    public void threadStarted(ThreadTrack thread) throws IOException {
        Track known = threads.get(thread.id());
        describe(thread, known != null ? known : made(thread));
    }

    private Track made(ThreadTrack thread) {
        return thread.isFiber() ? tracks.fiber(thread.id()) : tracks.thread(thread.id());
    }

    @Override
    public void fiberEntered(ThreadTrack fiber, long nanos, long threadId, String threadName) throws IOException {
        fibers.entered(track(fiber), time(nanos), threads.get(threadId), threadId, threadName);
    }

    @Override
    public void fiberLeft(ThreadTrack fiber, long nanos) throws IOException {
        fibers.left(track(fiber), time(nanos));
    }

    @Override
    public void threadChanged(ThreadTrack thread) throws IOException {
        describe(thread, track(thread));
    }

    @Override
    public void threadEnded(ThreadTrack thread) throws IOException {
        Track ended = threads.remove(thread.id());
        if (ended != null) {
            fibers.left(ended, ended.lastTime);
            markers.threadEnded(ended);
        }
        lastThread = null;
        lastTrack = null;
    }

    private void describe(ThreadTrack thread, Track track) throws IOException {
        threads.put(thread.id(), track);
        track.name = thread.name();
        tracks.describe(track, thread.name(), thread.group(), thread.virtual());
    }

    private Track track(ThreadTrack thread) throws IOException {
        return thread == lastThread ? lastTrack : select(thread);
    }

    private Track select(ThreadTrack thread) throws IOException {
        if (!threads.containsKey(thread.id())) {
            threadStarted(thread);
        }
        lastThread = thread;
        lastTrack = threads.get(thread.id());
        return lastTrack;
    }

    private String threadName(long threadId) {
        Track known = threads.get(threadId);
        return known == null ? null : known.name;
    }

    // --- zones

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) throws IOException {
        zones.begin(track(thread), time(nanos), location);
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location, CallStack stack) throws IOException {
        zones.begin(track(thread), time(nanos), location, stack);
    }

    @Override
    public void zoneEnd(ThreadTrack thread, long nanos) throws IOException {
        zones.end(track(thread), time(nanos));
    }

    @Override
    public void zones(ThreadTrack thread, ZoneRun run) throws IOException {
        zones.run(track(thread), run, shiftNanos);
    }

    @Override
    public void zoneText(ThreadTrack thread, Utf8Text text) throws IOException {
        zones.text(track(thread), text);
    }

    @Override
    public void zoneName(ThreadTrack thread, Utf8Text name) throws IOException {
        zones.name(track(thread), name);
    }

    @Override
    public void zoneValue(ThreadTrack thread, long value) throws IOException {
        zones.value(track(thread), value);
    }

    @Override
    public void zoneColor(ThreadTrack thread, int rgb) throws IOException {
        zones.color(track(thread), rgb);
    }

    // --- plots, messages, frames

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, long value) throws IOException {
        plots.value(track(thread), time(nanos), plot, value);
    }

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, double value) throws IOException {
        plots.value(track(thread), time(nanos), plot, value);
    }

    @Override
    public void message(ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text)
            throws IOException {
        messages.message(track(thread), time(nanos), severity, source, rgb, text, null);
    }

    @Override
    public void message(
            ThreadTrack thread,
            long nanos,
            Severity severity,
            MessageSource source,
            int rgb,
            Utf8Text text,
            CallStack stack)
            throws IOException {
        messages.message(track(thread), time(nanos), severity, source, rgb, text, stack);
    }

    @Override
    public void messageLiteral(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, int stringId)
            throws IOException {
        messages.literal(track(thread), time(nanos), severity, source, rgb, stringId);
    }

    @Override
    public void marker(ThreadTrack thread, MarkerEvent marker) throws IOException {
        Track track = track(thread);
        if (marker.phase() != MarkerPhase.SCOPED || !zones.marker(track, marker, markers)) {
            markers.marker(track, marker, time(marker.beginNanos()), time(marker.nanos()));
        }
    }

    @Override
    public void frameMark(ThreadTrack thread, long nanos, long number) throws IOException {
        frames.mark(track(thread), time(nanos), number);
        frameListener.accept(nanos);
    }

    @Override
    public void frameMark(ThreadTrack thread, long nanos, FrameName name) throws IOException {
        frames.mark(track(thread), time(nanos), name);
    }

    @Override
    public void frameStart(ThreadTrack thread, long nanos, FrameName name) throws IOException {
        frames.start(time(nanos), name);
    }

    @Override
    public void frameEnd(ThreadTrack thread, long nanos, FrameName name) throws IOException {
        frames.end(time(nanos), name);
    }

    @Override
    public void frameVsync(long nanos, int display) throws IOException {
        frames.vsync(time(nanos), display);
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        images.image(image);
    }

    // --- GPU

    @Override
    public void gpuContext(GpuContextInfo context) throws IOException {
        gpu.context(context, time(context.createdNanos()));
    }

    @Override
    public void gpuContextClosed(GpuContextInfo context) {
        gpu.closed(context);
    }

    @Override
    public void gpuZoneBegin(
            GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos)
            throws IOException {
        gpu.begin(context, threadId, location, time(cpuNanos), time(gpuNanos));
    }

    @Override
    public void gpuZoneValue(GpuContextInfo context, long threadId, GpuStatistic statistic, long value)
            throws IOException {
        gpu.value(context, threadId, statistic, value);
    }

    @Override
    public void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) throws IOException {
        gpu.end(context, threadId, time(cpuNanos), time(gpuNanos));
    }

    @Override
    public void gpuCalibration(GpuContextInfo context, long nanos, long errorNanos) throws IOException {
        gpu.calibration(context, time(nanos), errorNanos);
    }

    // --- locks

    @Override
    public void lockCreated(LockInfo lock) throws IOException {
        locks.created(lock, time(lock.createdNanos()));
    }

    @Override
    public void lockEvent(LockInfo lock, LockEvent what, ThreadTrack thread, long nanos) throws IOException {
        locks.event(lock, what, track(thread), time(nanos));
    }

    @Override
    public void lockMark(LockInfo lock, ThreadTrack thread, SourceLocation place) throws IOException {
        locks.mark(lock, track(thread), place);
    }

    @Override
    public void lockDestroyed(LockInfo lock, long nanos) throws IOException {
        locks.destroyed(lock, time(nanos));
    }

    // --- memory

    @Override
    public void memoryStands(MemoryPool pool, long nanos, MemoryBlocks blocks, long liveBytes) throws IOException {
        memory.stands(pool, session.track(), time(nanos), blocks, liveBytes);
    }

    @Override
    public void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes)
            throws IOException {
        memory.allocated(pool, track(thread), time(nanos), address, bytes, liveBytes, null);
    }

    @Override
    public void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        memory.allocated(pool, track(thread), time(nanos), address, bytes, liveBytes, stack);
    }

    @Override
    public void memoryFreed(MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes)
            throws IOException {
        memory.freed(pool, track(thread), time(nanos), address, bytes, liveBytes, null);
    }

    @Override
    public void memoryFreed(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        memory.freed(pool, track(thread), time(nanos), address, bytes, liveBytes, stack);
    }

    @Override
    public void memoryDiscarded(MemoryPool pool, ThreadTrack thread, long nanos, MemoryBlocks blocks)
            throws IOException {
        memory.discarded(pool, track(thread), time(nanos));
    }

    // --- late events

    @Override
    public void threadStopped(ThreadTrack thread, long beginNanos, long endNanos, SourceLocation location, String text)
            throws IOException {
        late.stopped(track(thread), time(beginNanos), time(endNanos), location, text);
    }

    @Override
    public void sampledThreadForgotten(ThreadTrack thread) throws IOException {
        Track track = threads.get(thread.id());
        // It may have begun to record meanwhile.
        if (track != null && track.depth() == 0) {
            threadEnded(thread);
        }
    }

    @Override
    public void sample(ThreadTrack thread, LateEvent.Sample sample) throws IOException {
        late.sample(track(thread), sample, time(sample.nanos()));
    }

    // --- the program, the machine and the profiler

    @Override
    public void sectionBegin(SectionInfo section) throws IOException {
        sections.begin(section, time(section.beginNanos()));
    }

    @Override
    public void sectionEnd(SectionInfo section) throws IOException {
        sections.end(section, time(section.endNanos()));
    }

    @Override
    public void cpuLoad(long nanos, double percent) throws IOException {
        machine.cpuLoad(time(nanos), percent);
    }

    @Override
    public void power(long nanos, PowerReading reading) throws IOException {
        machine.power(time(nanos), reading);
    }

    @Override
    public void appInfo(String line) throws IOException {
        // Of several instants at one time Perfetto shows each below the one before.
        infoNanos = Math.max(infoNanos + 1, nowNanos);
        messages.info(session.track(), time(infoNanos), line);
    }

    @Override
    public void parameter(ParameterState parameter) throws IOException {
        appInfo("parameter " + parameter);
    }

    @Override
    public void statistics(long nanos, Statistics statistics) throws IOException {
        session.statistics(time(nanos), statistics);
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
            writer.flush();
        }
    }

    /** Hands everything to the operating system: it survives the process, though not yet a failure of the power. */
    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    /**
     * After {@link #flush}: completes when the file has what was handed to the operating system; with false if that was not all, as
     * the disk is too slow.
     */
    public CompletableFuture<Boolean> written() {
        boolean all = writer.isEmpty();
        return file.written().thenApply(_ -> all);
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
                locks.endAll(time);
                fibers.endAll(time);
                markers.endAll(time);
                frames.endAll(time);
                sections.endAll(time);
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
     * is missing. Writes to the file: not the collector's thread.
     */
    public void completeEarlyEnd(long endNanos) {
        try {
            SavedEnd.complete(file.path(), time(endNanos));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} does not tell how much is missing: {1}", file.path(), String.valueOf(e));
        }
    }
}
