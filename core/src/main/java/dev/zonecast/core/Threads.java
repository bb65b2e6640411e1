package dev.zonecast.core;

import dev.zonecast.core.collect.ThreadNames;
import dev.zonecast.core.ring.Switch;

/**
 * Names and groups of threads in viewers and recordings. Without it a thread bears its Java name. Any thread may call, for itself.
 */
public final class Threads {
    private Threads() {}

    /** Names the calling thread; null or empty is ignored. */
    public static void name(String name) {
        if (Switch.ON && name != null && !name.isEmpty()) {
            ThreadNames.name(Thread.currentThread(), name);
        }
    }

    /**
     * Puts the calling thread into a group: a viewer shows threads with the same number together, in the order of the numbers.
     *
     * @param hint any number; 0 = none
     */
    public static void group(int hint) {
        if (Switch.ON) {
            ThreadNames.group(Thread.currentThread(), hint);
        }
    }
}
