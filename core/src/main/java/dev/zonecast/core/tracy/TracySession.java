package dev.zonecast.core.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.collect.EventSink;
import dev.zonecast.core.collect.LossLine;
import dev.zonecast.core.collect.MarkerEvent;
import dev.zonecast.core.collect.MemoryBlocks;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.collect.Utf8Text;
import dev.zonecast.core.collect.ZoneRun;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.image.WireBlocks;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.system.PowerReading;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * One viewer's session: turns the collector's events into those of Tracy's protocol, answers the viewer's queries between them, and
 * ends in good order. What the connection does to it is {@link SessionConnection}'s business; when that is over, events are dropped
 * without a word until the collector ends the session.
 *
 * <p>Owned by the collector's thread, as every sink.
 */
final class TracySession implements EventSink {
    /** An idle viewer gets a sign of life this often: version 0.14 sends its queries only after it has received something. */
    private static final long KEEP_ALIVE_NANOS = 50_000_000;

    /**
     * Frames are not sent more often than this, unless they are large. A viewer has work with each frame whatever is in it, and as
     * it asks after each one for what it has credits for, many small ones would keep its questions and our answers small for good.
     */
    private static final long MIN_FLUSH_NANOS = 4_000_000;

    private static final int LARGE_BYTES = 32 << 10;

    /** At the end: how long to wait for further questions before the first ones are answered. */
    private static final long GATHER_NANOS = 2_000_000;

    /** At the end: the shortest wait for questions before a sign of life lets the viewer ask. */
    private static final long MIN_END_WAIT_NANOS = 1_000_000;

    /** A viewer stores times in 48 bits; a program that has run for longer starts its trace later. */
    private static final long MAX_PAST_NANOS = 1L << 46;

    /** From here on times would not fit any more. */
    private static final long MAX_SPAN_NANOS = (1L << 47) - 60_000_000_000L;

    private static final int NO_COLOR = -1;

    private final Protocol protocol;
    private final ProgramInfo program;
    private final SessionConnection connection;
    private final ThreadRoster threads = new ThreadRoster();
    private EventEncoder encoder;
    private SessionGpu gpu;
    private QueryAnswers answers;
    private SourceAnswers sources;
    private SessionLocks locks;
    private ProgramEvents programEvents;
    private MemoryEvents memory;
    private FrameNumbers frameNumbers;
    private SessionThread own;
    private SessionThread current;
    private Plot.Config[] sentConfigs = new Plot.Config[64];
    private long originNanos;
    private long lastFrameNanos;
    private long lastFlushNanos;
    private long knownLosses;
    private boolean saidTooLarge;

    TracySession(Protocol protocol, ProgramInfo program, SessionConnection connection) {
        this.protocol = protocol;
        this.program = program;
        this.connection = connection;
    }

    @Override
    public String description() {
        return connection.description();
    }

    @Override
    public void begin(long nowNanos, long frameMarks) {
        originNanos = Math.max(connection.originNanos(), nowNanos - MAX_PAST_NANOS);
        long now = at(nowNanos);
        lastFrameNanos = now;
        lastFlushNanos = now;
        long ready = Math.min(now, at(program.readyNanos()));
        frameNumbers = new FrameNumbers(frameMarks);
        BlockSender sender = connection.open(
                Welcome.of(protocol, program, originNanos, ready, frameNumbers.offset(), now), protocol.toString());
        encoder = new EventEncoder(protocol, sender, sender.first());
        gpu = new SessionGpu(encoder, protocol);
        Thread self = Thread.currentThread();
        locks = new SessionLocks(encoder);
        programEvents = new ProgramEvents(protocol, encoder);
        memory = new MemoryEvents(protocol, encoder);
        own = new SessionThread(null, SessionThread.wireId(self.threadId()));
        sources = new SourceAnswers(encoder, program.sourceRoots());
        answers = new QueryAnswers(encoder, threads, sources, own.id, self.getName());
        programEvents.cpus(program.cpus());
    }

    // --- threads

    @Override
    public void threadStarted(ThreadTrack thread) {
        // The viewer learns of a thread by its first event, and asks for the name.
    }

    @Override
    public void threadChanged(ThreadTrack thread) {
        SessionThread told = threads.known(thread);
        if (told == null || told.toldName == null) {
            return;
        }
        if (!told.toldName.equals(thread.name())) {
            // A name cannot be given twice. What can be said is said on the thread itself.
            String line = "thread \"" + told.toldName + "\" is now called \"" + thread.name() + "\"";
            told.toldName = thread.name();
            switchTo(told);
            profilerMessage(System.nanoTime(), Severity.INFO, line);
        }
        if (told.toldGroup != thread.group()) {
            told.toldGroup = thread.group();
            encoder.threadGroupHint(told.id, told.toldGroup);
        }
    }

    @Override
    public void threadEnded(ThreadTrack thread) {
        if (current != null && current.track == thread) {
            suspend();
        }
        threads.ended(thread);
    }

    private SessionThread use(ThreadTrack thread) {
        SessionThread now = current;
        if (now == null || now.track != thread) {
            now = threads.of(thread);
            switchTo(now);
        }
        return now;
    }

    private void switchTo(SessionThread next) {
        if (current != next) {
            suspend();
            encoder.threadContext(next.carrier);
            current = next;
            if (next.isFiber()) {
                // Events come thread by thread, and the thread that runs the fiber has some of its own: to the viewer
                // the fiber waits where it does not.
                next.lastNanos = Math.max(next.lastNanos, originNanos);
                encoder.fiberEnter(next.lastNanos, next.id, next.carrier);
            }
        }
    }

    /** No events follow of the thread that they were of. */
    private void suspend() {
        if (current != null) {
            current.lastNanos = Math.max(current.lastNanos, encoder.threadBaseNanos());
            if (current.isFiber()) {
                encoder.fiberLeave(current.lastNanos, current.carrier);
            }
            current = null;
        }
    }

    @Override
    public void fiberEntered(ThreadTrack fiber, long nanos, long threadId, String threadName) {
        SessionThread entered = threads.of(fiber);
        if (current == entered) {
            suspend();
        }
        entered.carrier = SessionThread.wireId(threadId);
        threads.carrier(entered.carrier, threadName);
        entered.lastNanos = Math.max(entered.lastNanos, at(nanos));
        switchTo(entered);
    }

    @Override
    public void fiberLeft(ThreadTrack fiber, long nanos) {
        SessionThread left = use(fiber);
        left.lastNanos = Math.max(left.lastNanos, at(nanos));
        suspend();
    }

    /** Nothing may come before the trace's time 0. */
    private long at(long nanos) {
        return Math.max(nanos, originNanos);
    }

    // --- zones

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        use(thread).openZones++;
        encoder.zoneBegin(at(nanos), location.id());
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location, CallStack stack) {
        use(thread).openZones++;
        encoder.callStack(stack);
        encoder.zoneBeginCallstack(at(nanos), location.id());
    }

    @Override
    public void zoneEnd(ThreadTrack thread, long nanos) {
        use(thread).openZones--;
        encoder.zoneEnd(at(nanos));
    }

    @Override
    public void zones(ThreadTrack thread, ZoneRun run) {
        use(thread).openZones += 2 * run.begins() - run.size();
        encoder.zones(run, originNanos);
    }

    @Override
    public void zoneText(ThreadTrack thread, Utf8Text text) {
        use(thread);
        encoder.zoneText(text);
    }

    @Override
    public void zoneName(ThreadTrack thread, Utf8Text name) {
        use(thread);
        encoder.zoneName(name);
    }

    @Override
    public void zoneValue(ThreadTrack thread, long value) {
        use(thread);
        encoder.zoneValue(value);
    }

    @Override
    public void zoneColor(ThreadTrack thread, int rgb) {
        use(thread);
        encoder.zoneColor(rgb);
    }

    // --- plots and messages

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, long value) {
        use(thread);
        tellConfig(plot);
        encoder.plot(at(nanos), plot.nameId(), value);
    }

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, double value) {
        use(thread);
        tellConfig(plot);
        encoder.plot(at(nanos), plot.nameId(), value);
    }

    private void tellConfig(Plot plot) {
        int id = plot.id();
        if (id >= sentConfigs.length) {
            sentConfigs = Arrays.copyOf(sentConfigs, Math.max(id + 1, sentConfigs.length * 2));
        }
        Plot.Config config = plot.config();
        if (sentConfigs[id] != config) {
            sentConfigs[id] = config;
            int format = switch (config.format()) {
                case NUMBER -> 0;
                case MEMORY -> 1;
                case PERCENTAGE -> 2;
            };
            encoder.plotConfig(plot.nameId(), format, config.step(), config.fill(), config.rgb());
        }
    }

    @Override
    public void message(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text) {
        use(thread);
        encoder.message(at(nanos), metadata(severity, source), rgb, text);
    }

    @Override
    public void message(
            ThreadTrack thread,
            long nanos,
            Severity severity,
            MessageSource source,
            int rgb,
            Utf8Text text,
            CallStack stack) {
        use(thread);
        encoder.message(at(nanos), metadata(severity, source), rgb, text, stack);
    }

    @Override
    public void messageLiteral(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, int stringId) {
        use(thread);
        encoder.messageLiteral(at(nanos), metadata(severity, source), rgb, stringId);
    }

    @Override
    public void crash(ThreadTrack thread, long nanos, Utf8Text text, CallStack stack) throws IOException {
        EventSink.super.crash(thread, nanos, text, stack);
        // The viewer asks for the text, and shows the place and the calls of the last one.
        encoder.crashReport(at(nanos), Registry.INSTANCE.names().intern(text.toString()), stack);
    }

    @Override
    public void marker(ThreadTrack thread, MarkerEvent marker) {
        use(thread);
        if (marker.phase() == MarkerPhase.SCOPED) {
            String details = marker.details(originNanos);
            if (!details.isEmpty()) {
                encoder.zoneText(Utf8Text.of(details));
            }
            return;
        }
        int rgb = marker.definition().category().color().rgb();
        int metadata = metadata(Severity.INFO, MessageSource.USER);
        encoder.message(at(marker.nanos()), metadata, rgb, marker.line(originNanos));
    }

    private void profilerMessage(long nanos, Severity severity, String text) {
        encoder.message(at(nanos), metadata(severity, MessageSource.PROFILER), NO_COLOR, text);
    }

    private static int metadata(Severity severity, MessageSource source) {
        return severity.code() << 4 | source.code();
    }

    @Override
    public void appInfo(String line) {
        encoder.appInfo(at(System.nanoTime()), line);
    }

    // --- video frames

    @Override
    public void frameMark(ThreadTrack thread, long nanos, long number) {
        // The viewer has put a frame at the moment of the connection, and frames may not run backwards.
        lastFrameNanos = Math.max(nanos, lastFrameNanos);
        encoder.frame(EventType.FRAME_MARK_MSG, lastFrameNanos, 0);
        frameNumbers.marked(number);
    }

    @Override
    public void frameMark(ThreadTrack thread, long nanos, FrameName name) {
        encoder.frame(EventType.FRAME_MARK_MSG, at(nanos), name.nameId());
    }

    @Override
    public void frameStart(ThreadTrack thread, long nanos, FrameName name) {
        encoder.frame(EventType.FRAME_MARK_MSG_START, at(nanos), name.nameId());
    }

    @Override
    public void frameEnd(ThreadTrack thread, long nanos, FrameName name) {
        encoder.frame(EventType.FRAME_MARK_MSG_END, at(nanos), name.nameId());
    }

    @Override
    public void frameVsync(long nanos, int display) {
        encoder.frameVsync(at(nanos), display);
    }

    @Override
    public void frameImage(FrameImage image) {
        WireBlocks picture = image.blocks();
        if (!EventEncoder.fits(picture)) {
            tellTooLarge(picture);
            return;
        }
        long number = frameNumbers.ofImage(image.frame());
        if (number != FrameNumbers.NONE) {
            encoder.frameImage(number, picture, image.bottomUp());
        }
    }

    private void tellTooLarge(WireBlocks picture) {
        if (!saidTooLarge) {
            saidTooLarge = true;
            switchTo(own);
            String size = picture.width() + "x" + picture.height();
            profilerMessage(
                    System.nanoTime(),
                    Severity.WARNING,
                    "Zonecast: frame images of " + size
                            + " are too large for the viewer, which takes 256 KiB (960x540)");
        }
    }

    // --- GPU

    @Override
    public void gpuContext(GpuContextInfo context) {
        gpu.context(context, at(context.createdNanos()));
    }

    @Override
    public void gpuContextClosed(GpuContextInfo context) {
        gpu.closed(context);
    }

    @Override
    public void gpuZoneBegin(
            GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos) {
        gpu.begin(context, threadId, location.id(), at(cpuNanos), at(gpuNanos));
    }

    @Override
    public void gpuZoneValue(GpuContextInfo context, long threadId, GpuStatistic statistic, long value) {
        gpu.value(context, threadId, statistic, value);
    }

    @Override
    public void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) {
        gpu.end(context, threadId, at(cpuNanos), at(gpuNanos));
    }

    @Override
    public void gpuCalibration(GpuContextInfo context, long nanos, long errorNanos) {
        // The context counts in the CPU's nanoseconds; there is nothing for the viewer to correct.
    }

    // --- locks

    @Override
    public void lockCreated(LockInfo lock) {
        locks.created(lock, at(lock.createdNanos()));
    }

    @Override
    public void lockEvent(LockInfo lock, LockEvent what, ThreadTrack thread, long nanos) {
        locks.event(lock, what, threads.of(thread).id, at(nanos));
    }

    @Override
    public void lockMark(LockInfo lock, ThreadTrack thread, SourceLocation place) {
        locks.mark(lock, threads.of(thread).id, place);
    }

    @Override
    public void lockDestroyed(LockInfo lock, long nanos) {
        locks.destroyed(lock, at(nanos));
    }

    // --- memory

    @Override
    public void memoryStands(MemoryPool pool, long nanos, MemoryBlocks blocks, long liveBytes) {
        memory.stands(pool, own.id, at(nanos), blocks);
    }

    @Override
    public void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes) {
        memory.allocated(pool, threads.of(thread).id, at(nanos), address, bytes, null);
    }

    @Override
    public void memoryAllocated(
            MemoryPool pool,
            ThreadTrack thread,
            long nanos,
            long address,
            long bytes,
            long liveBytes,
            CallStack stack) {
        memory.allocated(pool, threads.of(thread).id, at(nanos), address, bytes, stack);
    }

    @Override
    public void memoryFreed(MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes) {
        memory.freed(pool, threads.of(thread).id, at(nanos), address, null);
    }

    @Override
    public void memoryFreed(
            MemoryPool pool,
            ThreadTrack thread,
            long nanos,
            long address,
            long bytes,
            long liveBytes,
            CallStack stack) {
        memory.freed(pool, threads.of(thread).id, at(nanos), address, stack);
    }

    @Override
    public void memoryDiscarded(MemoryPool pool, ThreadTrack thread, long nanos, MemoryBlocks blocks) {
        memory.discarded(pool, threads.of(thread).id, at(nanos), blocks);
    }

    // --- the program and the machine

    @Override
    public void parameter(ParameterState parameter) {
        programEvents.parameter(parameter);
    }

    @Override
    public void sectionBegin(SectionInfo section) {
        programEvents.sectionBegin(section, at(section.beginNanos()));
    }

    @Override
    public void sectionEnd(SectionInfo section) {
        programEvents.sectionEnd(section, at(section.endNanos()));
    }

    @Override
    public void cpuLoad(long nanos, double percent) {
        programEvents.cpuLoad(at(nanos), percent);
    }

    @Override
    public void power(long nanos, PowerReading reading) {
        programEvents.power(at(nanos), reading);
    }

    // --- late events

    @Override
    public void sample(ThreadTrack thread, LateEvent.Sample sample) {
        boolean ran = sample.kind() == LateEvent.Kind.RUNNING || sample.kind() == LateEvent.Kind.NATIVE;
        // Negative times are none to the viewer: what was before the trace is left out.
        if (ran && sample.nanos() >= originNanos) {
            encoder.sample(threads.of(thread).id, sample.nanos(), sample.stack());
        }
    }

    @Override
    public void sampledThreadForgotten(ThreadTrack thread) {
        threads.ended(thread);
    }

    // --- the profiler itself

    @Override
    public void statistics(long nanos, Statistics statistics) {
        long losses = statistics.losses().total();
        if (losses > knownLosses) {
            switchTo(own);
            profilerMessage(nanos, Severity.WARNING, LossLine.of(losses - knownLosses, statistics));
            knownLosses = losses;
        }
    }

    // --- passes, and the end

    @Override
    public void cycleEnd(long nowNanos) {
        answerWaiting();
        keepAliveWhenIdle();
        // While the sender is at work the block goes on filling: few large frames under load, small ones at once
        // without.
        if (connection.isIdle() && (encoder.lengthBytes() >= LARGE_BYTES || sinceFlushNanos() >= MIN_FLUSH_NANOS)) {
            sendNow();
        }
        if (nowNanos - originNanos > MAX_SPAN_NANOS) {
            connection.outlived();
        }
    }

    @Override
    public void flush() {
        answerWaiting();
        sendNow();
        connection.awaitWritten();
    }

    private void answerWaiting() {
        for (Query query = connection.pollQuery(); query != null; query = connection.pollQuery()) {
            answers.answer(query);
        }
        sources.sendReady();
    }

    private void keepAliveWhenIdle() {
        if (encoder.isEmpty() && sinceFlushNanos() >= KEEP_ALIVE_NANOS) {
            encoder.keepAlive();
        }
    }

    private long sinceFlushNanos() {
        return System.nanoTime() - lastFlushNanos;
    }

    private void sendNow() {
        if (!encoder.isEmpty()) {
            encoder.flush();
            lastFlushNanos = System.nanoTime();
        }
    }

    @Override
    public void end(long nowNanos, long limitNanos) {
        try {
            if (encoder != null && limitNanos > 0 && !connection.isOver()) {
                connection.startEnding(limitNanos);
                closeZones(nowNanos);
                programEvents.endSections(at(nowNanos));
                encoder.terminate();
                sendNow();
                answerUntilOver();
            }
        } finally {
            if (sources != null) {
                sources.close();
            }
            connection.close();
        }
    }

    /** A viewer waits for the end of every zone before it lets go. */
    private void closeZones(long nowNanos) {
        for (SessionThread thread : threads.alive()) {
            if (thread.openZones > 0) {
                switchTo(thread);
                long nanos = Math.max(at(nowNanos), Math.max(thread.lastNanos, encoder.threadBaseNanos()));
                while (thread.openZones > 0) {
                    encoder.zoneEnd(nanos);
                    thread.openZones--;
                }
            }
        }
        suspend();
    }

    /** The viewer has questions left about what it received, asks after each frame that it gets, and says when it has no more. */
    private void answerUntilOver() {
        long wait = MIN_END_WAIT_NANOS;
        while (!connection.isOver()) {
            Query query = connection.awaitQuery(wait);
            if (query != null) {
                answers.answer(query);
                LockSupport.parkNanos(GATHER_NANOS);
                answerWaiting();
                wait = Math.max(wait / 2, MIN_END_WAIT_NANOS);
                sendNow();
            } else if (!connection.isOver() && connection.isIdle()) {
                sources.sendReady();
                encoder.keepAlive();
                wait = Math.min(wait * 2, KEEP_ALIVE_NANOS);
                sendNow();
            }
        }
    }
}
