package dev.zonecast.core.live;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
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
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.image.FrameImageQueue;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.marker.MarkerPhase;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.BlockSender;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Query;
import java.io.IOException;
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

    /** Shortest time between two frames, unless they are large. A viewer asks after each frame: small frames keep its questions few. */
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
    private final SpanLanes spans = new SpanLanes(this);
    private SessionEncoder encoder;
    private SessionGpu gpu;
    private QueryAnswers answers;
    private SourceAnswers sources;
    private SessionLocks locks;
    private ProgramEvents programEvents;
    private MemoryEvents memory;
    private FrameNumbers frameNumbers;
    private SessionThread own;
    private SessionThread current;
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
    public void begin(SinkStart start) {
        long nowNanos = start.nanos();
        originNanos = Math.max(connection.originNanos(), nowNanos - MAX_PAST_NANOS);
        long now = at(nowNanos);
        lastFrameNanos = now;
        lastFlushNanos = now;
        long ready = Math.min(now, at(program.readyNanos()));
        frameNumbers = new FrameNumbers(start.frameMarks());
        BlockSender sender = connection.open(
                program.welcome(protocol, originNanos, ready, frameNumbers.offset(), now)
                        .toBytes(),
                protocol.toString());
        encoder = new SessionEncoder(protocol, sender, sender.first());
        gpu = new SessionGpu(encoder, protocol, () -> switchTo(own));
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
    public void thread(EventThread thread, Life life) {
        switch (life) {
            case STARTED -> {
                // The viewer learns of a thread by its first event, and asks for the name.
            }
            case CHANGED -> changed(thread);
            case ENDED -> {
                if (current != null && current.track == thread) {
                    suspend();
                }
                threads.ended(thread);
            }
            case FORGOTTEN -> threads.ended(thread);
        }
    }

    private void changed(EventThread thread) {
        SessionThread told = threads.known(thread);
        if (told == null || told.toldName == null) {
            return;
        }
        if (!told.toldName.equals(thread.name())) {
            // A thread cannot be named twice. A message on the thread has the new name.
            String line = "thread \"" + told.toldName + "\" is now called \"" + thread.name() + "\"";
            told.toldName = thread.name();
            switchTo(told);
            profilerMessage(System.nanoTime(), Severity.INFO, line);
        }
        if (told.toldGroup != thread.group()) {
            told.toldGroup = thread.group();
            encoder.open(EventType.THREAD_GROUP_HINT).i32(told.id).i32(told.toldGroup);
        }
    }

    /** @param nanos of the thread's next event; {@link Long#MIN_VALUE}: it has none */
    private SessionThread use(EventThread thread, long nanos) {
        SessionThread now = current;
        if (now == null || now.track != thread) {
            now = threads.of(thread);
            if (now.carrier == now.id) {
                // Since when a fiber runs is not known before its first entrance.
                now.lastNanos = Math.max(now.lastNanos, nanos);
            }
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
                encoder.open(EventType.FIBER_ENTER).threadTime(next.lastNanos).i64(next.id);
                encoder.i32(next.carrier).i32(next.track.group());
            }
        }
    }

    /** No events follow of the thread that they were of. */
    private void suspend() {
        if (current != null) {
            current.lastNanos = Math.max(current.lastNanos, encoder.threadBaseNanos());
            if (current.isFiber()) {
                encoder.open(EventType.FIBER_LEAVE)
                        .threadTime(current.lastNanos)
                        .i32(current.carrier);
            }
            current = null;
        }
    }

    private void fiber(FiberEvent event) {
        long nanos = at(event.nanos());
        if (event.kind() == EventKind.FIBER_LEAVE) {
            SessionThread left = use(event.thread(), nanos);
            left.lastNanos = Math.max(left.lastNanos, nanos);
            suspend();
            return;
        }
        SessionThread entered = threads.of(event.thread());
        if (current == entered) {
            suspend();
        }
        entered.carrier = SessionThread.wireId(event.carrierId());
        threads.carrier(entered.carrier, event.carrierName());
        entered.lastNanos = Math.max(entered.lastNanos, nanos);
        switchTo(entered);
    }

    /** Nothing may come before the trace's time 0. */
    private long at(long nanos) {
        return Math.max(nanos, originNanos);
    }

    // --- events

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        use(thread, at(run.nanos(0))).openZones += 2 * run.begins() - run.size();
        encoder.zones(run, originNanos);
    }

    @Override
    public void event(Event event) throws IOException {
        long nanos = at(event.nanos());
        switch (event) {
            case ZoneBegin e -> {
                use(e.thread(), nanos).openZones++;
                encoder.callStack(e.stack(), EventType.CALLSTACK_ALLOC);
                encoder.zoneBeginCallstack(nanos, Ids.of(e.location()));
            }
            case ZoneAttribute e -> attribute(e);
            case PlotValue e -> {
                use(e.thread(), nanos);
                encoder.plot(nanos, e);
            }
            case MessageEvent e -> message(nanos, e);
            case MarkerEvent e -> marker(nanos, e);
            case FiberEvent e -> fiber(e);
            case FrameEvent e -> frame(nanos, e);
            case ImageEvent e -> image(e);
            case GpuEvent e -> gpu.event(e, nanos, at(e.gpuNanos()));
            case LockChange e -> locks.event(e, wireId(e), nanos);
            case MemoryEvent e -> memory.event(e, wireId(e), nanos);
            case RunEvent e -> programEvents.ran(e, threads.of(e.thread()), program.pid(), originNanos);
            case SampleEvent e -> sample(e);
            case SpanEvent e -> spans.event(e);
            case FlowEvent e -> spans.event(e);
            case StopEvent e -> {} // The protocol has no event for it.
            case SectionEvent e -> programEvents.event(e, nanos);
            case MachineEvent e -> programEvents.event(e, nanos);
            case ProgramEvent e -> program(e);
        }
    }

    private void attribute(ZoneAttribute event) {
        use(event.thread(), Long.MIN_VALUE);
        switch (event.kind()) {
            case ZONE_TEXT -> encoder.zoneText(EventType.ZONE_TEXT, event.text());
            case ZONE_NAME -> encoder.zoneText(EventType.ZONE_NAME, event.text());
            case ZONE_VALUE -> encoder.open(EventType.ZONE_VALUE).i64(event.value());
            case ZONE_COUNT ->
                encoder.zoneText(
                        EventType.ZONE_TEXT, Utf8Text.of(event.counter().displayName() + ": " + event.value()));
            default -> encoder.open(EventType.ZONE_COLOR).color(event.rgb());
        }
    }

    private void message(long nanos, MessageEvent e) {
        use(e.thread(), nanos);
        int metadata = metadata(e.severity(), e.source());
        if (e.kind() == EventKind.MESSAGE_LITERAL) {
            encoder.messageLiteral(nanos, metadata, e.rgb(), e.literalId(), e.stack());
        } else {
            encoder.message(nanos, metadata, e.rgb(), e.text(), e.stack());
        }
        if (e.kind() == EventKind.CRASH) {
            // The viewer asks for the text, and shows the place and the calls of the last one.
            encoder.callStack(e.stack(), EventType.CALLSTACK_ALLOC);
            int text = Registry.INSTANCE.names().intern(e.text().toString());
            encoder.open(EventType.CRASH_REPORT).i64(nanos).i64(text);
        }
    }

    private void marker(long nanos, MarkerEvent marker) {
        use(marker.thread(), nanos);
        if (marker.phase() == MarkerPhase.SCOPED) {
            String details = marker.details(originNanos);
            if (!details.isEmpty()) {
                encoder.zoneText(EventType.ZONE_TEXT, Utf8Text.of(details));
            }
            return;
        }
        int rgb = marker.definition().category().color().rgb();
        encoder.message(
                nanos, metadata(Severity.INFO, MessageSource.USER), rgb, Utf8Text.of(marker.line(originNanos)), null);
    }

    private void profilerMessage(long nanos, Severity severity, String text) {
        encoder.message(at(nanos), metadata(severity, MessageSource.PROFILER), NO_COLOR, Utf8Text.of(text), null);
    }

    private static int metadata(Severity severity, MessageSource source) {
        return severity.code() << 4 | source.code();
    }

    private void frame(long nanos, FrameEvent event) {
        int nameId = event.name() == null
                ? 0
                : Registry.INSTANCE.names().intern(event.name().name());
        switch (event.kind()) {
            case FRAME_MARK -> {
                if (event.name() != null) {
                    encoder.frameMark(EventType.FRAME_MARK_MSG, nanos, nameId);
                } else if (frameNumbers.marked(event.number())) {
                    // The viewer has put a frame at the moment of the connection, and frames may not run backwards.
                    lastFrameNanos = Math.max(event.nanos(), lastFrameNanos);
                    encoder.frameMark(EventType.FRAME_MARK_MSG, lastFrameNanos, 0);
                }
            }
            case FRAME_START -> encoder.frameMark(EventType.FRAME_MARK_MSG_START, nanos, nameId);
            case FRAME_END -> encoder.frameMark(EventType.FRAME_MARK_MSG_END, nanos, nameId);
            default -> encoder.open(EventType.FRAME_VSYNC).i64(nanos).i32(event.display());
        }
    }

    private void image(ImageEvent image) {
        if (image.blocks().length * Integer.BYTES > SessionEncoder.MAX_IMAGE_BYTES) {
            tellTooLarge(image);
            return;
        }
        long number = frameNumbers.ofImage(image.frame());
        if (number != FrameNumbers.NONE) {
            encoder.frameImage(number, image);
        } else if (!frameNumbers.isBefore(image.frame())) {
            FrameImageQueue.INSTANCE.countDropped();
        }
    }

    private void tellTooLarge(ImageEvent image) {
        if (!saidTooLarge) {
            saidTooLarge = true;
            switchTo(own);
            String size = image.width() + "x" + image.height();
            profilerMessage(
                    System.nanoTime(),
                    Severity.WARNING,
                    "Zonecast: frame images of " + size
                            + " are too large for the viewer, which takes 256 KiB (960x540)");
        }
    }

    /** Number on the wire of an event's thread; an event of none is the session's own. */
    private int wireId(Event event) {
        return event.thread() == null ? own.id : threads.of(event.thread()).id;
    }

    private void sample(SampleEvent event) {
        boolean ran = event.why() == SampleKind.RUNNING || event.why() == SampleKind.NATIVE;
        // The viewer refuses negative times: events before the trace are left out.
        if (ran && event.nanos() >= originNanos) {
            encoder.sample(threads.of(event.thread()).id, event.nanos(), event.stack());
        }
    }

    private void program(ProgramEvent event) {
        switch (event.kind()) {
            case STATISTICS -> statistics(event.nanos(), event.statistics());
            case PARAMETER -> programEvents.parameter(event.parameter());
            default -> {
                encoder.singleString(event.line());
                encoder.open(EventType.MESSAGE_APP_INFO).i64(at(System.nanoTime()));
            }
        }
    }

    private void statistics(long nanos, Statistics statistics) {
        long losses = statistics.losses().total();
        if (losses > knownLosses) {
            switchTo(own);
            String words = LossLine.of(statistics.losses());
            profilerMessage(
                    nanos,
                    Severity.WARNING,
                    "Zonecast: " + (losses - knownLosses) + " losses (since the program's start: " + words + ")");
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
            encoder.open(EventType.KEEP_ALIVE);
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
                encoder.open(EventType.TERMINATE);
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

    /** The viewer asks its remaining questions after each frame that it receives, and reports when it has no more. */
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
                encoder.open(EventType.KEEP_ALIVE);
                wait = Math.min(wait * 2, KEEP_ALIVE_NANOS);
                sendNow();
            }
        }
    }
}
