package dev.zonecast.trace.stats;

import java.util.function.ToLongFunction;

/** A part of a frame's way from the input to the screen. */
public enum FramePhase {
    INPUT_TO_SUBMIT("input to submit", FrameRow::inputNanos, FrameRow::submitNanos),
    SUBMIT_TO_GPU("submit to GPU", FrameRow::submitNanos, FrameRow::gpuBeginNanos),
    GPU("GPU begin to end", FrameRow::gpuBeginNanos, FrameRow::gpuEndNanos),
    PRESENT("present call", FrameRow::presentBeginNanos, FrameRow::presentEndNanos),
    INPUT_TO_GPU_END("input to GPU end", FrameRow::inputNanos, FrameRow::gpuEndNanos),
    INPUT_TO_PRESENTED("input to presented", FrameRow::inputNanos, FrameRow::presentEndNanos),
    PRESENT_TO_SCREEN("present call to screen", FrameRow::presentBeginNanos, FrameRow::screenNanos),
    INPUT_TO_SCREEN("input to screen", FrameRow::inputNanos, FrameRow::screenNanos);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A method of a record.
    private final ToLongFunction<FrameRow> from;

    @SuppressWarnings("ImmutableEnumChecker") // A method of a record.
    private final ToLongFunction<FrameRow> to;

    FramePhase(String title, ToLongFunction<FrameRow> from, ToLongFunction<FrameRow> to) {
        this.title = title;
        this.from = from;
        this.to = to;
    }

    /** As tables name it. */
    public String title() {
        return title;
    }

    /** Nanoseconds of the phase in a frame; negative if a side is not known, or the end came first. */
    public long nanos(FrameRow frame) {
        long begin = from.applyAsLong(frame);
        long end = to.applyAsLong(frame);
        return begin == FrameRow.UNKNOWN || end == FrameRow.UNKNOWN ? -1 : end - begin;
    }
}
