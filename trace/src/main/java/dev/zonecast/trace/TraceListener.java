package dev.zonecast.trace;

import java.io.IOException;
import java.util.Set;

/** Takes the content of a trace. Times are nanoseconds of the trace's clock. Each method has a default that does nothing. */
public interface TraceListener {
    /** A program; recordings of ours only, before anything else of that program. */
    default void session(Session session) throws IOException {}

    /** A program is new, or its name has changed. */
    default void program(Program program) throws IOException {}

    /** A track is new, or its name or kind has changed. */
    default void track(Track track) throws IOException {}

    /** A zone has ended. The object is used again. */
    default void zone(TraceZone zone) throws IOException {}

    /** Another event of a track. Memory events are in the order of time; samples and stops of threads come late, in any order. */
    default void event(TraceEvent event) throws IOException {}

    /** A GPU context. */
    default void gpuContext(GpuContext context) throws IOException {}

    /** Around that time the GPU's times are within {@code errorNanos} of the CPU's. */
    default void gpuCalibration(GpuContext context, long timeNanos, long errorNanos) throws IOException {}

    /** A frame has a picture; frames of one picture share its object's content. */
    default void frameImage(TraceFrameImage image) throws IOException {}

    /** The profiler's account of itself. */
    default void statistics(ProfilerStatistics statistics) throws IOException {}

    /** What the listener does not show. The account of losses has it as left out by the output. */
    default Set<TraceEventKind> hidden() {
        return Set.of();
    }

    /**
     * The trace has been read.
     *
     * @param losses complete, with the events of the kinds that this listener does not show. The listener adds events that it took and
     *     does not show
     */
    default void end(LossAccount losses) throws IOException {}
}
