package dev.zonecast.trace;

/** Kinds of events. A listener names those that it shows; events of the others are in the account as left out by the output. */
public enum TraceEventKind {
    ZONES("zones"),
    FIBER_RUNS("runs of fibers"),
    FRAMES("frames"),
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
    FLOWS("flow events"),
    ASYNCS("asynchronous events");

    private final String text;

    TraceEventKind(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
