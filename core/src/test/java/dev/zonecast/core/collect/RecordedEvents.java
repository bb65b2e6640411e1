package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
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
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.event.StopEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.LockEvent;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keeps every call to a sink as a readable record, and holds the caller to the contract of {@link EventSink}: an unbalanced zone, a
 * time that runs backwards, an attribute without its zone or an unknown thread throws (which detaches the sink) and is told by
 * {@link #verify}.
 *
 * <p>Filled by the collector's thread; read by any.
 */
public class RecordedEvents implements EventSink {
    /**
     * One call.
     *
     * @param kind name of the method of {@link EventSink}
     * @param threadId 0 where there is no thread
     * @param thread its name then, or empty
     * @param nanos time, 0 where there is none
     * @param what zone, text, value, frame
     */
    public record Event(String kind, long threadId, String thread, long nanos, String what) {
        /** All but the time and the id: {@code main zoneBegin update}. */
        @Override
        public String toString() {
            return (thread.isEmpty() ? "" : thread + " ") + kind + (what.isEmpty() ? "" : " " + what);
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final SinkContract contract = new SinkContract();
    private Throwable violation;

    // --- what a test asks

    /** All calls so far, but those that only tell the time. */
    public synchronized List<Event> all() {
        return List.copyOf(events);
    }

    /** Calls of some kinds, in their order. */
    public List<Event> of(String... kinds) {
        List<String> wanted = List.of(kinds);
        return where(event -> wanted.contains(event.kind()));
    }

    /** Calls that concern a thread. */
    public List<Event> ofThread(long threadId) {
        return where(event -> event.threadId() == threadId);
    }

    public List<Event> where(Predicate<Event> wanted) {
        return all().stream().filter(wanted).toList();
    }

    /** Calls of some kinds as text. */
    public List<String> lines(String... kinds) {
        return of(kinds).stream().map(Event::toString).toList();
    }

    /** {@link Event#what} of calls of a kind. */
    public List<String> whats(String kind) {
        return of(kind).stream().map(Event::what).toList();
    }

    public long count(String kind) {
        return of(kind).size();
    }

    /** Throws what was wrong, if anything was. */
    public synchronized RecordedEvents verify() {
        if (violation != null) {
            throw new AssertionError("the sink's contract was broken", violation);
        }
        return this;
    }

    private synchronized void keep(String kind, EventThread thread, long nanos, String what, Runnable rule) {
        events.add(new Event(kind, thread == null ? 0 : thread.id(), thread == null ? "" : thread.name(), nanos, what));
        try {
            contract.called(kind);
            rule.run();
        } catch (RuntimeException | Error e) {
            violation = violation == null ? e : violation;
            throw e;
        }
    }

    private static String strict(Utf8Text text) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(text.toBytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("a text is not well-formed UTF-8", e);
        }
    }

    // --- the sink

    @Override
    public String description() {
        return "recorded events";
    }

    @Override
    public void begin(SinkStart start) {
        keep("begin", null, start.nanos(), Long.toString(start.frameMarks()), () -> {});
    }

    @Override
    public void thread(EventThread thread, Life life) {
        if (life == Life.FORGOTTEN) {
            // Comes when the collector sees fit, of threads that were never started.
            return;
        }
        String group = life == Life.CHANGED ? Integer.toString(thread.group()) : "";
        keep(SinkStub.name(life), thread, 0, group, () -> {
            switch (life) {
                case STARTED -> contract.threadStarted(thread);
                case CHANGED -> contract.known(thread);
                case ENDED -> contract.threadEnded(thread);
                case FORGOTTEN -> {}
            }
        });
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        for (int i = 0; i < run.size(); i++) {
            long nanos = run.nanos(i);
            if (run.isEnd(i)) {
                keep("zoneEnd", thread, nanos, "", () -> contract.zoneEnd(thread, nanos));
            } else {
                keep("zoneBegin", thread, nanos, run.place(i).displayName(), () -> contract.zoneBegin(thread, nanos));
            }
        }
    }

    @Override
    public void event(dev.zonecast.core.event.Event event) {
        EventThread thread = event.thread();
        long nanos = event.nanos();
        switch (event) {
            case ZoneBegin e -> {
                keep("zoneBegin", thread, nanos, e.location().displayName(), () -> contract.zoneBegin(thread, nanos));
                keep(e, 0, e.stack().toString(), () -> contract.attribute(thread));
            }
            case ZoneAttribute e -> attribute(e);
            case PlotValue e -> plot(e);
            case MessageEvent e -> message(e);
            case MarkerEvent e -> {
                String what = e.phase() + " " + e.definition().name() + " " + e.details(0);
                keep(e, nanos, what.strip(), () -> {
                    contract.known(thread);
                    contract.require(e.beginNanos() <= nanos, "a marker that ends before it begins");
                });
            }
            case FiberEvent e
            when e.kind() == EventKind.FIBER_ENTER ->
                keep(e, nanos, e.carrierName(), () -> {
                    contract.event(thread, nanos);
                    contract.require(e.carrierId() > 0 && thread.isFiber(), "no fiber, or no thread");
                });
            case FiberEvent e -> keep(e, nanos, "", () -> contract.event(thread, nanos));
            case FrameEvent e -> frame(e);
            case GpuEvent e -> gpu(e);
            case SpanEvent e -> keep(e, nanos, e.location().displayName() + " " + e.id(), () -> contract.known(thread));
            case FlowEvent e ->
                keep(
                        e,
                        nanos,
                        e.location().displayName() + " " + e.id() + " of " + e.from(),
                        () -> contract.known(thread));
            case LockChange e -> lock(e);
            case MemoryEvent e -> memory(e);
            case ImageEvent e -> keep(e, 0, Long.toString(e.frame()), () -> {});
            case ProgramEvent e when e.kind() == EventKind.APP_INFO -> keep(e, 0, e.line(), () -> {});
            case ProgramEvent e -> called(e);
            case SectionEvent e -> called(e);
            case MachineEvent e -> called(e);
            case StopEvent e -> called(e);
            case RunEvent e -> called(e);
            case SampleEvent e -> called(e);
        }
    }

    private synchronized void called(dev.zonecast.core.event.Event event) {
        if (event.kind() == EventKind.STATISTICS) {
            contract.called("statistics");
        }
    }

    private void keep(dev.zonecast.core.event.Event event, long nanos, String what, Runnable rule) {
        boolean hasThread = !(event instanceof GpuEvent) && event.kind() != EventKind.FRAME_VSYNC;
        String kind = event instanceof ZoneBegin ? "zoneText" : SinkStub.name(event.kind());
        keep(kind, hasThread ? event.thread() : null, nanos, what, rule);
    }

    private void attribute(ZoneAttribute e) {
        String what = switch (e.kind()) {
            case ZONE_VALUE -> Long.toString(e.value());
            case ZONE_COUNT -> e.counter().displayName() + "=" + e.value();
            case ZONE_COLOR -> Integer.toHexString(e.rgb());
            default -> strict(e.text());
        };
        keep(e, 0, what, () -> contract.attribute(e.thread()));
    }

    private void plot(PlotValue e) {
        String what = e.plot().name() + "=" + (e.isWhole() ? Long.toString(e.whole()) : Double.toString(e.decimal()));
        keep(e, e.nanos(), what, () -> {
            contract.require(e.isWhole() || Double.isFinite(e.decimal()), "a value that is not finite");
            contract.event(e.thread(), e.nanos());
        });
    }

    private void message(MessageEvent e) {
        if (e.kind() == EventKind.CRASH) {
            CallStack stack = e.stack();
            String what = strict(e.text())
                    + (stack == null ? "" : " at " + stack.calls().getFirst());
            keep(e, e.nanos(), what, () -> contract.event(e.thread(), e.nanos()));
            return;
        }
        if (e.stack() != null) {
            keepStack(e.thread(), e.stack());
        }
        boolean isLiteral = e.kind() == EventKind.MESSAGE_LITERAL;
        String text =
                isLiteral ? dev.zonecast.core.registry.Registry.INSTANCE.names().text(e.literalId()) : strict(e.text());
        String what = e.severity() + " " + e.source() + " " + Integer.toHexString(e.rgb()) + " " + text;
        keep(e, e.nanos(), what, () -> {
            contract.require(text != null, "an unknown string");
            contract.event(e.thread(), e.nanos());
        });
    }

    private void frame(FrameEvent e) {
        if (e.kind() == EventKind.FRAME_VSYNC) {
            keep(e, e.nanos(), Integer.toString(e.display()), () -> contract.serial(e.nanos()));
            return;
        }
        keep(
                e,
                e.nanos(),
                e.name() == null ? Long.toString(e.number()) : e.name().name(),
                () -> {
                    contract.serial(e.thread(), e.nanos());
                    if (e.name() != null) {
                        switch (e.kind()) {
                            case FRAME_MARK -> contract.continuous(e.name());
                            case FRAME_START -> contract.frameStart(e.name());
                            default -> contract.frameEnd(e.name());
                        }
                    }
                });
    }

    private void gpu(GpuEvent e) {
        GpuContextInfo context = e.context();
        String zone = context.name() + " T" + e.submitter() + (e.lane() == 0 ? "" : "." + e.lane()) + " ";
        switch (e.kind()) {
            case GPU_CONTEXT -> keep(e, context.createdNanos(), context.name(), () -> contract.gpuContext(context));
            case GPU_ZONE_BEGIN ->
                keep(
                        e,
                        e.nanos(),
                        zone + e.location().displayName() + " " + e.gpuNanos(),
                        () -> contract.gpuBegin(context, e.submitter(), e.lane()));
            case GPU_ZONE_END ->
                keep(e, e.nanos(), zone + e.gpuNanos(), () -> contract.gpuEnd(context, e.submitter(), e.lane()));
            case GPU_CALIBRATION ->
                keep(e, e.nanos(), context.name() + " " + e.errorNanos(), () -> {
                    contract.serial(e.nanos());
                    contract.gpuKnown(context);
                });
            default -> {
                // Not kept.
            }
        }
    }

    private void keepStack(EventThread thread, CallStack stack) {
        keep(
                "stack",
                thread,
                0,
                stack.text(),
                () -> contract.require(!stack.calls().isEmpty(), "an empty stack"));
    }

    private void memory(MemoryEvent e) {
        if (e.stack() != null) {
            keepStack(e.thread(), e.stack());
        }
        String pool = e.pool().name() + " ";
        switch (e.kind()) {
            case MEMORY_STANDS -> keep(e, e.nanos(), pool + e.blocks().count() + ": " + e.liveBytes(), () -> {});
            case MEMORY_DISCARDED ->
                keep(e, e.nanos(), pool + e.blocks().count(), () -> contract.serial(e.thread(), e.nanos()));
            default -> {
                String what = pool + e.address() + ": " + e.bytes() + " of " + e.liveBytes();
                keep(e, e.nanos(), what, () -> contract.serial(e.thread(), e.nanos()));
            }
        }
    }

    private void lock(LockChange e) {
        String name = e.lock().name();
        switch (e.kind()) {
            case LOCK_CREATED -> keep(e, 0, name, () -> contract.locks().created(e.lock()));
            case LOCK ->
                keep(e, e.nanos(), e.what() + " " + name, () -> {
                    contract.serial(e.nanos());
                    contract.require(
                            contract.isKnown(e.thread())
                                    || e.what() == LockEvent.RELEASE
                                    || e.what() == LockEvent.SHARED_RELEASE,
                            "not started, or ended: " + e.thread().name());
                    contract.locks().event(e.lock(), e.what(), e.thread());
                });
            case LOCK_MARK ->
                keep(
                        e,
                        0,
                        name + " " + e.place().displayName(),
                        () -> contract.locks().mark(e.lock(), e.thread()));
            default -> keep(e, e.nanos(), name, () -> contract.locks().destroyed(e.lock()));
        }
    }

    @Override
    public synchronized void cycleEnd(long nowNanos) {
        contract.called("cycleEnd");
    }

    @Override
    public void flush() {
        keep("flush", null, 0, "", () -> {});
    }

    @Override
    public void end(long nowNanos, long limitNanos) {
        keep("end", null, nowNanos, "", () -> contract.end(limitNanos));
    }
}
