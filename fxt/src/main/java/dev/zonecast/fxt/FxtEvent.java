package dev.zonecast.fxt;

/** The event at hand. */
public final class FxtEvent {
    int type;
    long timeNanos;
    long process;
    long thread;
    String category;
    String name;
    int nameIndex;
    final FxtArguments arguments = new FxtArguments();
    long last;

    FxtEvent() {}

    /** {@link dev.zonecast.fxt.FxtLayout#INSTANT} and so on. */
    public int type() {
        return type;
    }

    /** When; of a complete event, when it began. */
    public long timeNanos() {
        return timeNanos;
    }

    /** Koid. */
    public long process() {
        return process;
    }

    /** Koid. */
    public long thread() {
        return thread;
    }

    /** What kind of thing it is about. */
    public String category() {
        return category;
    }

    /** Its name, which may be empty. */
    public String name() {
        return name;
    }

    /** Index of its name in the string table; 0 if it is not from there. */
    public int nameIndex() {
        return nameIndex;
    }

    /** Its arguments. */
    public FxtArguments arguments() {
        return arguments;
    }

    /** When it ended; complete events only. */
    public long endNanos() {
        return last;
    }

    /** Id of the counter, the async event or the flow; other events have none. */
    public long id() {
        return last;
    }
}
