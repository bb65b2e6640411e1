package dev.zonecast.trace;

import java.io.IOException;
import java.util.Set;

/** Takes what a trace says. Times are nanoseconds of the trace's clock. Everything has a default that does nothing. */
public interface TraceListener {
    /** A program; recordings of ours only, before anything else of that program. */
    default void session(Session session) throws IOException {}

    /** A program is new, or its name has changed. */
    default void program(Program program) throws IOException {}

    /** A track is new, or its name or kind has changed. */
    default void track(Track track) throws IOException {}

    /** A location is new. */
    default void location(Location location) throws IOException {}

    /** A zone has ended. The object is used again. */
    default void zone(Zone zone) throws IOException {}

    /** A fiber ran on a thread; its zones are on a track of its own. */
    default void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) throws IOException {}

    /** A frame has ended. */
    default void frame(Frame frame) throws IOException {}

    /** A thread marked a frame of the base set. */
    default void frameMark(Track thread) throws IOException {}

    /** A display was refreshed. */
    default void vsync(Track track, long timeNanos) throws IOException {}

    /** A plot has a value. */
    default void plotValue(PlotSeries plot, Track track, long timeNanos, double value) throws IOException {}

    /** A lock was held or waited for. */
    default void lock(LockSpan span) throws IOException {}

    /** Memory was allocated or freed, in the order of time. */
    default void memory(MemoryEvent event) throws IOException {}

    /** A message. */
    default void message(Message message) throws IOException {}

    /** Something happened; scoped markers are zones: see {@link Zone#marker}. */
    default void marker(Marker marker) throws IOException {}

    /** A GPU context. */
    default void gpuContext(GpuContext context) throws IOException {}

    /** Around that time the GPU's times are within {@code errorNanos} of the CPU's. */
    default void gpuCalibration(GpuContext context, long timeNanos, long errorNanos) throws IOException {}

    /** A frame has a picture; frames of one picture share its object's content. */
    default void frameImage(FrameImage image) throws IOException {}

    /** A thread's stack was looked at; late, and not in the order of the samples' times. */
    default void sample(StackSample sample) throws IOException {}

    /** A thread stood still; late. */
    default void threadStop(ThreadStop stop) throws IOException {}

    /** What the profiler says of itself. */
    default void statistics(ProfilerStatistics statistics) throws IOException {}

    /**
     * A step of something that goes from zone to zone.
     *
     * @param type {@link dev.zonecast.fxt.FxtLayout#FLOW_BEGIN}, {@code FLOW_STEP} or {@code FLOW_END}
     */
    default void flow(int type, Track track, long timeNanos, String category, String name, long id)
            throws IOException {}

    /**
     * A step of something that lasts and belongs to no thread.
     *
     * @param type {@link dev.zonecast.fxt.FxtLayout#ASYNC_BEGIN}, {@code ASYNC_INSTANT} or {@code ASYNC_END}
     */
    default void async(int type, Track track, long timeNanos, String category, String name, long id)
            throws IOException {}

    /** Parts of the events it takes that this listener does not show. */
    default Set<Detail> hiddenDetails() {
        return Set.of();
    }

    /**
     * The trace has been read.
     *
     * @param losses complete, with the kinds of events that this listener does not take: those whose method it does not override.
     *     The listener adds what it took and does not show
     */
    default void end(LossAccount losses) throws IOException {}
}
