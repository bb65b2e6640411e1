package dev.zonecast.core.collect;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
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

    private synchronized void keep(String kind, ThreadTrack thread, long nanos, String what, Runnable rule) {
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
    public void begin(long nowNanos, long frameMarks) {
        keep("begin", null, nowNanos, Long.toString(frameMarks), () -> {});
    }

    @Override
    public void threadStarted(ThreadTrack thread) {
        keep("threadStarted", thread, 0, "", () -> contract.threadStarted(thread));
    }

    @Override
    public void threadChanged(ThreadTrack thread) {
        keep("threadChanged", thread, 0, Integer.toString(thread.group()), () -> contract.known(thread));
    }

    @Override
    public void threadEnded(ThreadTrack thread) {
        keep("threadEnded", thread, 0, "", () -> contract.threadEnded(thread));
    }

    @Override
    public void fiberEntered(ThreadTrack fiber, long nanos, long threadId, String threadName) {
        keep("fiberEntered", fiber, nanos, threadName, () -> {
            contract.event(fiber, nanos);
            contract.require(threadId > 0 && fiber.isFiber(), "no fiber, or no thread");
        });
    }

    @Override
    public void fiberLeft(ThreadTrack fiber, long nanos) {
        keep("fiberLeft", fiber, nanos, "", () -> contract.event(fiber, nanos));
    }

    @Override
    public void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        keep("zoneBegin", thread, nanos, location.displayName(), () -> contract.zoneBegin(thread, nanos));
    }

    @Override
    public void zoneEnd(ThreadTrack thread, long nanos) {
        keep("zoneEnd", thread, nanos, "", () -> contract.zoneEnd(thread, nanos));
    }

    @Override
    public void zoneText(ThreadTrack thread, Utf8Text text) {
        keep("zoneText", thread, 0, strict(text), () -> contract.attribute(thread));
    }

    @Override
    public void zoneName(ThreadTrack thread, Utf8Text name) {
        keep("zoneName", thread, 0, strict(name), () -> contract.attribute(thread));
    }

    @Override
    public void zoneValue(ThreadTrack thread, long value) {
        keep("zoneValue", thread, 0, Long.toString(value), () -> contract.attribute(thread));
    }

    @Override
    public void zoneColor(ThreadTrack thread, int rgb) {
        keep("zoneColor", thread, 0, Integer.toHexString(rgb), () -> contract.attribute(thread));
    }

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, long value) {
        keep("plot", thread, nanos, plot.name() + "=" + value, () -> contract.event(thread, nanos));
    }

    @Override
    public void plot(ThreadTrack thread, long nanos, Plot plot, double value) {
        keep("plot", thread, nanos, plot.name() + "=" + value, () -> {
            contract.require(Double.isFinite(value), "a value that is not finite");
            contract.event(thread, nanos);
        });
    }

    @Override
    public void message(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text) {
        String what = severity + " " + source + " " + Integer.toHexString(rgb) + " " + strict(text);
        keep("message", thread, nanos, what, () -> contract.event(thread, nanos));
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
        keepStack(thread, stack);
        message(thread, nanos, severity, source, rgb, text);
    }

    @Override
    public void crash(ThreadTrack thread, long nanos, Utf8Text text, CallStack stack) {
        String what =
                strict(text) + (stack == null ? "" : " at " + stack.calls().getFirst());
        keep("crash", thread, nanos, what, () -> contract.event(thread, nanos));
    }

    @Override
    public void messageLiteral(
            ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, int stringId) {
        String text = dev.zonecast.core.registry.Registry.INSTANCE.names().text(stringId);
        String what = severity + " " + source + " " + Integer.toHexString(rgb) + " " + text;
        keep("messageLiteral", thread, nanos, what, () -> {
            contract.require(text != null, "an unknown string");
            contract.event(thread, nanos);
        });
    }

    @Override
    public void marker(ThreadTrack thread, MarkerEvent marker) {
        String what = marker.phase() + " " + marker.definition().name() + " " + marker.details(0);
        long nanos = marker.nanos();
        keep("marker", thread, nanos, what.strip(), () -> {
            contract.known(thread);
            contract.require(marker.beginNanos() <= nanos, "a marker that ends before it begins");
        });
    }

    @Override
    public void frameMark(ThreadTrack thread, long nanos, long number) {
        keep("frameMark", thread, nanos, Long.toString(number), () -> contract.serial(thread, nanos));
    }

    @Override
    public void frameMark(ThreadTrack thread, long nanos, FrameName name) {
        keep("frameMark", thread, nanos, name.name(), () -> {
            contract.serial(thread, nanos);
            contract.continuous(name);
        });
    }

    @Override
    public void frameStart(ThreadTrack thread, long nanos, FrameName name) {
        keep("frameStart", thread, nanos, name.name(), () -> {
            contract.serial(thread, nanos);
            contract.frameStart(name);
        });
    }

    @Override
    public void frameEnd(ThreadTrack thread, long nanos, FrameName name) {
        keep("frameEnd", thread, nanos, name.name(), () -> {
            contract.serial(thread, nanos);
            contract.frameEnd(name);
        });
    }

    @Override
    public void frameVsync(long nanos, int display) {
        keep("frameVsync", null, nanos, Integer.toString(display), () -> contract.serial(nanos));
    }

    @Override
    public void gpuContext(GpuContextInfo context) {
        keep("gpuContext", null, context.createdNanos(), context.name(), () -> contract.gpuContext(context));
    }

    @Override
    public void gpuZoneBegin(
            GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos) {
        String what = context.name() + " T" + threadId + " " + location.displayName() + " " + gpuNanos;
        keep("gpuZoneBegin", null, cpuNanos, what, () -> contract.gpuBegin(context, threadId));
    }

    @Override
    public void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) {
        String what = context.name() + " T" + threadId + " " + gpuNanos;
        keep("gpuZoneEnd", null, cpuNanos, what, () -> contract.gpuEnd(context, threadId));
    }

    @Override
    public void gpuCalibration(GpuContextInfo context, long nanos, long errorNanos) {
        keep("gpuCalibration", null, nanos, context.name() + " " + errorNanos, () -> {
            contract.serial(nanos);
            contract.gpuKnown(context);
        });
    }

    @Override
    public void frameImage(FrameImage image) {
        keep("frameImage", null, 0, Long.toString(image.frame()), () -> {});
    }

    @Override
    public void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes) {
        String what = pool.name() + " " + address + ": " + bytes + " of " + liveBytes;
        keep("memoryAllocated", thread, nanos, what, () -> contract.serial(thread, nanos));
    }

    @Override
    public void memoryFreed(MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes) {
        String what = pool.name() + " " + address + ": " + bytes + " of " + liveBytes;
        keep("memoryFreed", thread, nanos, what, () -> contract.serial(thread, nanos));
    }

    private void keepStack(ThreadTrack thread, CallStack stack) {
        keep(
                "stack",
                thread,
                0,
                stack.text(),
                () -> contract.require(!stack.calls().isEmpty(), "an empty stack"));
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
        keepStack(thread, stack);
        memoryAllocated(pool, thread, nanos, address, bytes, liveBytes);
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
        keepStack(thread, stack);
        memoryFreed(pool, thread, nanos, address, bytes, liveBytes);
    }

    @Override
    public void memoryStands(MemoryPool pool, long nanos, MemoryBlocks blocks, long liveBytes) {
        keep("memoryStands", null, nanos, pool.name() + " " + blocks.count() + ": " + liveBytes, () -> {});
    }

    @Override
    public void memoryDiscarded(MemoryPool pool, ThreadTrack thread, long nanos, MemoryBlocks blocks) {
        String what = pool.name() + " " + blocks.count();
        keep("memoryDiscarded", thread, nanos, what, () -> contract.serial(thread, nanos));
    }

    @Override
    public void lockCreated(LockInfo lock) {
        keep("lockCreated", null, 0, lock.name(), () -> contract.locks().created(lock));
    }

    @Override
    public void lockEvent(LockInfo lock, LockEvent what, ThreadTrack thread, long nanos) {
        keep("lockEvent", thread, nanos, what + " " + lock.name(), () -> {
            contract.serial(thread, nanos);
            contract.locks().event(lock, what, thread);
        });
    }

    @Override
    public void lockMark(LockInfo lock, ThreadTrack thread, SourceLocation place) {
        keep(
                "lockMark",
                thread,
                0,
                lock.name() + " " + place.displayName(),
                () -> contract.locks().mark(lock, thread));
    }

    @Override
    public void lockDestroyed(LockInfo lock, long nanos) {
        keep("lockDestroyed", null, nanos, lock.name(), () -> contract.locks().destroyed(lock));
    }

    @Override
    public void appInfo(String line) {
        keep("appInfo", null, 0, line, () -> {});
    }

    @Override
    public synchronized void statistics(long nanos, Statistics statistics) {
        contract.called("statistics");
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
