package dev.zonecast.capture.tracy;

/** Objects by a GPU query's number of 16 bits. Memory for 256 neighbours comes with the first of them. */
final class QueryTable<T> {
    private static final int PAGE = 256;

    private final Object[][] pages = new Object[PAGE][];
    private final SessionTables.Room room;

    /** @param room of the memory for neighbours */
    QueryTable(SessionTables.Room room) {
        this.room = room;
    }

    /** Null if there is none. */
    @SuppressWarnings("unchecked") // put() takes nothing else.
    T get(int query) {
        Object[] page = pages[query >>> Byte.SIZE];
        return page == null ? null : (T) page[query & PAGE - 1];
    }

    /**
     * False if there is no room for it.
     *
     * @param value null: none from now on
     */
    boolean put(int query, T value) {
        Object[] page = pages[query >>> Byte.SIZE];
        if (page == null) {
            if (value == null || !room.take()) {
                return value == null;
            }
            page = new Object[PAGE];
            pages[query >>> Byte.SIZE] = page;
        }
        page[query & PAGE - 1] = value;
        return true;
    }
}
