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

    /** A GPU context, before its first zone; again if it gets another name. */
    default void gpuContext(GpuContext context) throws IOException {}

    /**
     * How well a GPU's clock is known from that time on.
     *
     * @param errorNanos times of zones are within this of the CPU's
     * @param driftPpm how much faster the GPU's clock runs than its driver says, in millionths; NaN in older recordings
     */
    default void gpuCalibration(GpuContext context, long timeNanos, long errorNanos, double driftPpm)
            throws IOException {}

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
