package dev.zonecast.trace;

/**
 * Kinds of events that the reader hands to its listener. A listener takes a kind if it overrides the method of that kind. Events of
 * the others are in the account as left out by the output.
 */
public enum EventKind {
    ZONES("zones", "zone"),
    FIBER_RUNS("runs of fibers", "fiberRun"),
    FRAMES("frames", "frame"),
    VSYNCS("vertical blanks", "vsync"),
    PLOT_VALUES("plot values", "plotValue"),
    LOCK_SPANS("holds of locks and waits for them", "lock"),
    MEMORY_EVENTS("memory events", "memory"),
    MESSAGES("messages", "message"),
    MARKERS("markers", "marker"),
    GPU_CALIBRATIONS("GPU calibrations", "gpuCalibration"),
    FRAME_IMAGES("frame images", "frameImage"),
    SAMPLES("stack samples", "sample"),
    THREAD_STOPS("thread stops", "threadStop"),
    FLOWS("flow events", "flow"),
    ASYNCS("asynchronous events", "async");

    private final String text;
    private final String method;

    EventKind(String text, String method) {
        this.text = text;
        this.method = method;
    }

    /** For people. */
    public String text() {
        return text;
    }

    /** The method of {@link TraceListener} that takes them. */
    String method() {
        return method;
    }
}
