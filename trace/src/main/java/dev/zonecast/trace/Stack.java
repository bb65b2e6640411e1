package dev.zonecast.trace;

import java.util.List;

/**
 * A stack that was sampled. Equal ones of one recording are the same object.
 *
 * @param index number in this reading, from 0 on without gaps
 * @param calls innermost first
 */
public record Stack(int index, List<Call> calls) {
    /**
     * A place in a function. Equal ones of one recording are the same object.
     *
     * @param functionIndex number of the function in this reading, from 0 on without gaps
     * @param function as shown: {@code package.Class.method}
     * @param file as shown
     * @param line from 1 on, 0 if unknown
     */
    public record Call(int functionIndex, String function, String file, int line) {}
}
