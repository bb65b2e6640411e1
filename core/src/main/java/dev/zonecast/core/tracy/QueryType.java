package dev.zonecast.core.tracy;

/** What a viewer asks; the ordinal is the number on the wire, the same in all versions. */
enum QueryType {
    /** The end of the session. */
    TERMINATE,
    STRING,
    THREAD_STRING,
    SOURCE_LOCATION,
    PLOT_NAME,
    FRAME_NAME,
    PARAMETER,
    FIBER_NAME,
    EXTERNAL_NAME,
    /** A request to end the session in good order. */
    DISCONNECT,
    CALLSTACK_FRAME,
    SYMBOL,
    SYMBOL_CODE,
    SOURCE_CODE,
    DATA_TRANSFER,
    DATA_TRANSFER_PART;

    private static final QueryType[] ALL = values();

    /** The type of a number, or null. */
    static QueryType of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
