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
import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.late.LateEvent;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.lock.LockInfo;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.system.PowerReading;
import java.io.IOException;

/**
 * Where events go: a viewer, a recording, an aggregate. Called by the collector's thread only.
 *
 * <p>What a sink may rely on:
 *
 * <ul>
 *   <li>Times are nanoseconds of {@link System#nanoTime} and never run backwards within a thread.
 *   <li>On each thread zones nest; every end has its begin. A zone open when the sink is attached is begun anew for it, with its
 *       true begin, before any other event of that thread; attributes always belong to the thread's innermost open zone.
 *   <li>Frames, GPU zones, locks and memory of all threads come in the order of their record's time ("serial" below); GPU zones nest within one
 *       context and submitting thread, and never come before {@link #gpuContext}.
 *   <li>Everything that is registered, not recorded (thread names, GPU contexts, application lines), is told again on attachment.
 * </ul>
 *
 * A sink that throws is detached with a log line; the others and the program go on.
 */
public interface EventSink {
    /** For log lines: {@code viewer 127.0.0.1:51234}, {@code recording game.fxt}. */
    String description();

    /**
     * First call.
     *
     * @param nowNanos the time of attachment; live events follow from about here on
     * @param frameMarks marks of the base set issued before
     */
    void begin(long nowNanos, long frameMarks) throws IOException;

    /** A thread that will have events, told once before its first event. */
    void threadStarted(ThreadTrack thread) throws IOException;

    /** Name or group of a thread changed. */
    void threadChanged(ThreadTrack thread) throws IOException;

    /** The thread has ended; no event of it follows. Its open zones were ended. */
    void threadEnded(ThreadTrack thread) throws IOException;

    /**
     * A fiber goes on.
     *
     * @param threadId of the thread that runs it from here on; it may have no events of its own
     * @param threadName of that thread
     */
    default void fiberEntered(ThreadTrack fiber, long nanos, long threadId, String threadName) throws IOException {}

    /** A fiber waits; after {@link #fiberEntered}. */
    default void fiberLeft(ThreadTrack fiber, long nanos) throws IOException {}

    void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) throws IOException;

    /** As the other one, with the calls that led there; at least one. */
    default void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location, CallStack stack)
            throws IOException {
        zoneBegin(thread, nanos, location);
        zoneText(thread, Utf8Text.of(stack.toString()));
    }

    void zoneEnd(ThreadTrack thread, long nanos) throws IOException;

    /** Begins and ends without call stacks: the same as a call for each, and what the collector does in fact call. */
    default void zones(ThreadTrack thread, ZoneRun run) throws IOException {
        for (int i = 0; i < run.size(); i++) {
            if (run.isEnd(i)) {
                zoneEnd(thread, run.nanos(i));
            } else {
                zoneBegin(thread, run.nanos(i), Registry.INSTANCE.location(run.location(i)));
            }
        }
    }

    void zoneText(ThreadTrack thread, Utf8Text text) throws IOException;

    void zoneName(ThreadTrack thread, Utf8Text name) throws IOException;

    void zoneValue(ThreadTrack thread, long value) throws IOException;

    /**
     * The innermost zone gets another colour.
     *
     * @param rgb 0xRRGGBB
     */
    void zoneColor(ThreadTrack thread, int rgb) throws IOException;

    void plot(ThreadTrack thread, long nanos, Plot plot, long value) throws IOException;

    /**
     * A value of a plot.
     *
     * @param value finite
     */
    void plot(ThreadTrack thread, long nanos, Plot plot, double value) throws IOException;

    /**
     * A message with a text of its own.
     *
     * @param rgb 0xRRGGBB, or -1 if the viewer chooses
     */
    void message(ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, Utf8Text text)
            throws IOException;

    /** As the other one, with the calls that led there; at least one. */
    default void message(
            ThreadTrack thread,
            long nanos,
            Severity severity,
            MessageSource source,
            int rgb,
            Utf8Text text,
            CallStack stack)
            throws IOException {
        message(thread, nanos, severity, source, rgb, text);
    }

    /**
     * A message with a registered text.
     *
     * @param stringId in the registry's table of names
     * @param rgb 0xRRGGBB, or -1 if the viewer chooses
     */
    void messageLiteral(ThreadTrack thread, long nanos, Severity severity, MessageSource source, int rgb, int stringId)
            throws IOException;

    /**
     * The thread ends by an exception, or its work does.
     *
     * @param stack null if it is not known
     */
    default void crash(ThreadTrack thread, long nanos, Utf8Text text, CallStack stack) throws IOException {
        if (stack == null) {
            message(thread, nanos, Severity.FATAL, MessageSource.USER, -1, text);
        } else {
            message(thread, nanos, Severity.FATAL, MessageSource.USER, -1, text, stack);
        }
    }

    /**
     * A marker; its times are not in order with those of other events. An end has the start of its pair, which a sink that came late
     * was not told of. One of {@link dev.zonecast.core.marker.MarkerPhase#SCOPED} is the data of the thread's innermost open zone.
     *
     * @param thread that it is about, which need not be the one that recorded it
     */
    default void marker(ThreadTrack thread, MarkerEvent marker) throws IOException {}

    /** Serial. Frame {@code number} of the base set begins, the one before ends. */
    void frameMark(ThreadTrack thread, long nanos, long number) throws IOException;

    /** Serial. Continuous named set. */
    void frameMark(ThreadTrack thread, long nanos, FrameName name) throws IOException;

    /** Serial. Starts and ends of one name alternate, starts first. */
    void frameStart(ThreadTrack thread, long nanos, FrameName name) throws IOException;

    /** Serial. */
    void frameEnd(ThreadTrack thread, long nanos, FrameName name) throws IOException;

    /** Serial. */
    void frameVsync(long nanos, int display) throws IOException;

    /** A GPU context exists. */
    void gpuContext(GpuContextInfo context) throws IOException;

    /** A GPU context was closed, and all of its zones were told. */
    default void gpuContextClosed(GpuContextInfo context) throws IOException {}

    /**
     * Serial. A GPU zone whose begin the GPU has passed.
     *
     * @param threadId of the thread that submitted it
     * @param cpuNanos when it was submitted
     * @param gpuNanos when the GPU began, in the CPU's time
     */
    void gpuZoneBegin(GpuContextInfo context, long threadId, SourceLocation location, long cpuNanos, long gpuNanos)
            throws IOException;

    /** Serial. What the GPU counted in the innermost GPU zone of the context and thread; before its end. */
    default void gpuZoneValue(GpuContextInfo context, long threadId, GpuStatistic statistic, long value)
            throws IOException {}

    /** Serial. The innermost GPU zone of the context and thread has ended. */
    void gpuZoneEnd(GpuContextInfo context, long threadId, long cpuNanos, long gpuNanos) throws IOException;

    /** Serial. How well the GPU's time is known: zones' GPU times are within this of the CPU's time. */
    void gpuCalibration(GpuContextInfo context, long nanos, long errorNanos) throws IOException;

    /**
     * The picture of a frame, some frames after it was drawn, perhaps before its mark. Numbers of frames rise. The image is used again
     * after the return. Most sinks show none.
     */
    default void frameImage(FrameImage image) throws IOException {}

    /** Serial. A lock that will have events. */
    default void lockCreated(LockInfo lock) throws IOException {}

    /**
     * Serial. Something happened to a lock. It is well formed: one thread at most has it alone, a release comes from a thread that
     * has it, a thread that obtains it or gives up waits no more. A thread may obtain it without having waited.
     */
    default void lockEvent(LockInfo lock, LockEvent what, ThreadTrack thread, long nanos) throws IOException {}

    /** Serial. The place in the program where the thread's last wait or obtaining was. */
    default void lockMark(LockInfo lock, ThreadTrack thread, SourceLocation place) throws IOException {}

    /** Serial. No event of this lock follows. */
    default void lockDestroyed(LockInfo lock, long nanos) throws IOException {}

    /**
     * Serial. A block of memory was allocated; no other block of the pool that lives has its address.
     *
     * @param liveBytes of all blocks of the pool since a viewer or recording listens
     */
    default void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes)
            throws IOException {}

    /** As the other one, with the calls that led there; at least one. */
    default void memoryAllocated(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        memoryAllocated(pool, thread, nanos, address, bytes, liveBytes);
    }

    /** Serial. A block was freed that the sink was told of. */
    default void memoryFreed(MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes)
            throws IOException {}

    /** As the other one, with the calls that led there; at least one. */
    default void memoryFreed(
            MemoryPool pool, ThreadTrack thread, long nanos, long address, long bytes, long liveBytes, CallStack stack)
            throws IOException {
        memoryFreed(pool, thread, nanos, address, bytes, liveBytes);
    }

    /**
     * Serial. What lives in a pool when the sink is attached, before all other events of the pool. Who allocated it, and when, is
     * not known any more.
     *
     * @param nanos not after any serial event that follows
     * @param blocks not to be kept
     */
    default void memoryStands(MemoryPool pool, long nanos, MemoryBlocks blocks, long liveBytes) throws IOException {}

    /**
     * Serial. All blocks of a pool were freed at once.
     *
     * @param blocks those that lived; not to be kept
     */
    default void memoryDiscarded(MemoryPool pool, ThreadTrack thread, long nanos, MemoryBlocks blocks)
            throws IOException {}

    /** A parameter that a viewer may change. */
    default void parameter(ParameterState parameter) throws IOException {}

    /** A section has begun, perhaps long ago. Its times are not in order with those of other events. */
    default void sectionBegin(SectionInfo section) throws IOException {}

    /** A section that was begun has ended. */
    default void sectionEnd(SectionInfo section) throws IOException {}

    /**
     * How busy the machine was since the last report, about every tenth of a second. The time of reports never runs backwards.
     *
     * @param percent 100 = all processors
     */
    default void cpuLoad(long nanos, double percent) throws IOException {}

    /** Energy that a part of the machine has used since the last report of it. The time of reports never runs backwards. */
    default void power(long nanos, PowerReading reading) throws IOException {}

    /**
     * A thread stood still some time ago. It may come late, when the thread has gone on; zones of the thread neither begin nor end during
     * the stop,
     * but for the uncertainty of the clocks. {@link dev.zonecast.core.late.LateEvent.Stop}.
     *
     * @param text or null
     */
    default void threadStopped(ThreadTrack thread, long beginNanos, long endNanos, SourceLocation location, String text)
            throws IOException {}

    /**
     * A thread's stack, some time ago; times of one thread may run backwards.
     *
     * @param thread one that was started, or another that records nothing, or has ended
     */
    default void sample(ThreadTrack thread, LateEvent.Sample sample) throws IOException {}

    /** No sample of this thread follows, which was never started. */
    default void sampledThreadForgotten(ThreadTrack thread) throws IOException {}

    /** A line that describes the program. */
    void appInfo(String line) throws IOException;

    /** About once a second, and before the end: what the profiler says of itself. */
    void statistics(long nanos, Statistics statistics) throws IOException;

    /**
     * End of a pass over all rings; a moment to flush what waits.
     *
     * @param nowNanos all serial events before this time have come
     */
    void cycleEnd(long nowNanos) throws IOException;

    /** Puts everything that was accepted where it belongs (on disk, on the wire). */
    void flush() throws IOException;

    /**
     * Last call, also after a failure of this sink; must return within the time given.
     *
     * @param nowNanos time of the detachment; zones that are open now end here
     * @param limitNanos how long it may take
     */
    void end(long nowNanos, long limitNanos) throws IOException;
}
