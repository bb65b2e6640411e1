package dev.zonecast.trace;

/**
 * What a trace has: kinds of events, then parts of events. A listener names what it does not show by {@link TraceListener#hidden}; the
 * account of losses has that as left out by the output.
 */
public enum TraceEventKind {
    ZONES("zones"),
    FRAMES("frames"),
    FIBER_RUNS("runs of fibers"),
    VSYNCS("vertical blanks"),
    PLOT_VALUES("plot values"),
    LOCK_SPANS("holds of locks and waits for them"),
    MEMORY_EVENTS("memory events"),
    MESSAGES("messages"),
    MARKERS("markers"),
    GPU_CALIBRATIONS("GPU calibrations"),
    FRAME_IMAGES("frame images"),
    SAMPLES("stack samples"),
    THREAD_STOPS("thread stops"),
    CORE_RUNS("runs of threads on cores"),
    FLOWS("flow events"),
    ASYNCS("asynchronous events"),
    ZONE_TEXTS("texts and values of zones"),
    ZONE_NAMES("names of single zones"),
    ZONE_COLORS("colours of single zones"),
    ZONE_STACKS("call stacks of zones"),
    MARKER_DATA("data of markers"),
    MARKER_STACKS("call stacks of markers"),
    MESSAGE_STACKS("call stacks of messages"),
    FREE_STACKS("call stacks of frees"),
    LOCK_PLACES("places of locks");

    private final String text;

    TraceEventKind(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
