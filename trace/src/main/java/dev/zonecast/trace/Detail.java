package dev.zonecast.trace;

/**
 * Parts of events that an output may not show although it shows the events. A listener names them by {@link TraceListener#hiddenDetails};
 * the account of losses has them as left out by the output.
 */
public enum Detail {
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

    Detail(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
