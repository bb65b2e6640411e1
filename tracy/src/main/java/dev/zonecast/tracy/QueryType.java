package dev.zonecast.tracy;

/** What a viewer asks, with its number on the wire: the same in all versions. */
public enum QueryType {
    /** The end of the session. */
    TERMINATE(0),
    STRING(1),
    THREAD_STRING(2),
    SOURCE_LOCATION(3),
    PLOT_NAME(4),
    FRAME_NAME(5),
    PARAMETER(6),
    FIBER_NAME(7),
    EXTERNAL_NAME(8),
    /** A request to end the session in good order. */
    DISCONNECT(9),
    CALLSTACK_FRAME(10),
    SYMBOL(11),
    SYMBOL_CODE(12),
    SOURCE_CODE(13),
    DATA_TRANSFER(14),
    DATA_TRANSFER_PART(15);

    private static final QueryType[] BY_NUMBER = values();

    private final int number;

    QueryType(int number) {
        this.number = number;
    }

    /** Type byte of the packet. */
    public int number() {
        return number;
    }

    /** The type of a number, or null. */
    public static QueryType of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }
}
