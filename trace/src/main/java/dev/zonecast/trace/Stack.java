package dev.zonecast.trace;

import java.util.List;

/** A stack that was sampled. Equal ones of one recording are the same object. */
public final class Stack {
    /**
     * A place in a function. Equal ones of one recording are the same object.
     *
     * @param index number in this reading, from 0 on without gaps
     * @param functionIndex number of the function in this reading, from 0 on without gaps
     * @param function as shown: {@code package.Class.method}
     * @param file as shown
     * @param line from 1 on, 0 if unknown
     */
    public record Call(int index, int functionIndex, String function, String file, int line) {}

    private final int index;
    private final List<Call> calls;

    Stack(int index, List<Call> calls) {
        this.index = index;
        this.calls = List.copyOf(calls);
    }

    /** Number in this reading, from 0 on without gaps. */
    public int index() {
        return index;
    }

    /** Innermost first. */
    public List<Call> calls() {
        return calls;
    }
}
