package dev.zonecast.lua;

/**
 * A place in a script.
 *
 * @param file chunk name as shown
 * @param function enclosing function as shown
 * @param line from 1 on, 0 if unknown
 */
record CallSite(String file, String function, int line) {
    static final CallSite UNKNOWN = new CallSite("?", "?", 0);

    /** The zone that stands here. */
    ZonePlace place(String name) {
        return ZonePlace.of(name, function, file, line);
    }
}
