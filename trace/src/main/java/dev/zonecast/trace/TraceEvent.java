package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import java.util.List;

/** An event of a track that is no zone. Times are nanoseconds of the trace's clock. */
public sealed interface TraceEvent
        permits TraceFrame,
                TraceMarker,
                TraceMemoryEvent,
                TraceMessage,
                LockSpan,
                StackSample,
                ThreadStop,
                TraceEvent.CoreRun,
                TraceEvent.FiberRun,
                TraceEvent.Flow,
                TraceEvent.FrameMark,
                TraceEvent.PlotValue,
                TraceEvent.Span,
                TraceEvent.Step,
                TraceEvent.Vsync {
    /** The track that it belongs to. */
    Track track();

    /** When it happened, or began. */
    long beginNanos();

    /**
     * A thread ran on a core; it comes late.
     *
     * @param core number of the logical processor
     * @param preempted the thread would have gone on. False: it waits, sleeps or has ended
     */
    record CoreRun(Track track, long beginNanos, long endNanos, int core, boolean preempted) implements TraceEvent {
        /** Category of {@link #marker}. */
        public static final String CATEGORY = "core";

        /** An interval of the thread. */
        public TraceMarker marker() {
            MarkerKind kind = MarkerKind.plain("core " + core + (preempted ? ", preempted" : ""), CATEGORY);
            return new TraceMarker(kind, track, true, beginNanos, endNanos, List.of(), null, false);
        }
    }

    /** A fiber ran on a thread, the track; its zones are on a track of its own. */
    record FiberRun(Track track, String fiber, long beginNanos, long endNanos) implements TraceEvent {}

    /** A thread marked a frame of the base set. Of no kind: the frame is an event. */
    record FrameMark(Track track, long beginNanos) implements TraceEvent {}

    /** A plot has a value. */
    record PlotValue(PlotSeries plot, Track track, long beginNanos, double value) implements TraceEvent {}

    /**
     * A display was refreshed, or showed a frame.
     *
     * @param frame number of the frame in the base set; 0: not known
     */
    record Vsync(Track track, long beginNanos, long frame) implements TraceEvent {}

    /**
     * A step of a flow, which goes from zone to zone, or of an asynchronous span, which belongs to no thread.
     *
     * @param type {@link FxtLayout#FLOW_BEGIN}, {@code FLOW_STEP}, {@code FLOW_END}, {@code ASYNC_BEGIN}, {@code ASYNC_INSTANT} or
     *     {@code ASYNC_END}
     * @param id of the flow or span
     */
    record Step(int type, Track track, long beginNanos, String category, String name, long id) implements TraceEvent {
        /** True for a flow. */
        public boolean isFlow() {
            return type >= FxtLayout.FLOW_BEGIN;
        }

        /** True for a flow that may lead to another program. Flows of our recordings stay in theirs. */
        public boolean mayLeaveProgram() {
            return isFlow() && (track.part.session == null || !category.equals(Term.FLOW.text()));
        }
    }

    /**
     * An asynchronous span that has ended, or a step of one: it belongs to no thread. Its {@link Step}s come beside it, and count.
     *
     * @param marker an interval on the track that began the span; of a step, a moment
     */
    record Span(TraceMarker marker) implements TraceEvent {
        @Override
        public Track track() {
            return marker.track();
        }

        @Override
        public long beginNanos() {
            return marker.beginNanos();
        }
    }

    /**
     * A flow from one step to the next: an arrow. Its {@link Step}s come beside it, and count.
     *
     * @param track where it begins
     * @param to where it ends
     */
    record Flow(Track track, long beginNanos, Track to, long endNanos, String category, String name)
            implements TraceEvent {
        /** An interval on the track where it ends. */
        public TraceMarker marker() {
            MarkerKind kind = MarkerKind.plain(name + " from " + track.name(), category);
            return new TraceMarker(kind, to, true, beginNanos, endNanos, List.of(), null, false);
        }
    }
}
