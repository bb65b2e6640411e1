package dev.zonecast.flight.buffer;

import dev.zonecast.core.clock.ClockMap;
import java.nio.file.Path;

/**
 * A trace buffer with the file that says how far it goes with the rings: a commit makes its ends hold together with the positions that
 * the rings were told under the commit's number. For the collector's thread.
 */
public final class CommittedBuffer {
    private final TraceBuffer buffer;
    private final ProgramState state;

    CommittedBuffer(TraceBuffer buffer, ProgramState state) {
        this.buffer = buffer;
        this.state = state;
    }

    /** What the recording writes to. */
    public TraceBuffer buffer() {
        return buffer;
    }

    /**
     * Completes a commit.
     *
     * @param number greater than that of the last one; the rings have been told of it
     * @param shiftNanos what is added for the times of the recording
     * @param droppedEvents of the program, so far
     * @param droppedInRings how many of these the rings count
     */
    public void commit(
            long number,
            ClockMap.Line clock,
            long shiftNanos,
            RecordingPhase phase,
            long droppedEvents,
            long droppedInRings) {
        state.commit(
                number,
                new ProgramState.Commit(
                        clock.ticks(),
                        clock.nanos(),
                        clock.nanosPerTick(),
                        shiftNanos,
                        buffer.wrapped(),
                        buffer.durableEnd(),
                        buffer.rollingEnd(),
                        phase,
                        droppedEvents,
                        droppedInRings));
    }

    /**
     * The program still runs although the recording has ended by itself.
     *
     * @param nanos in the time of the recording
     */
    public void seen(long nanos) {
        buffer.memory().seenNanos(nanos);
    }

    /** Path of the buffer's file. */
    public Path path() {
        return buffer.path();
    }
}
