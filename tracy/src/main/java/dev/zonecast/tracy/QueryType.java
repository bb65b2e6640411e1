package dev.zonecast.tracy;

/** Queries of a viewer, in the order of their numbers on the wire, which all versions share. */
public enum QueryType {
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

    private static final QueryType[] BY_NUMBER = values();

    /** Type byte of the packet. */
    @SuppressWarnings("EnumOrdinal") // Numbers of the protocol, in this order.
    public int number() {
        return ordinal();
    }

    /** The type of a number, or null. */
    public static QueryType of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }
}
