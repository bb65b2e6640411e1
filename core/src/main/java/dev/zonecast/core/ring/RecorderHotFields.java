package dev.zonecast.core.ring;

import dev.zonecast.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** 128 bytes in front of the hot fields: a neighbour on the heap that another thread writes shall not share their cache lines. */
abstract sealed class RecorderFrontPadding permits RecorderHotFields {
    @SuppressWarnings("unused")
    private long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
}

/**
 * What a {@link Recorder} touches at every event. The classes are split because the JVM lays out a superclass's fields before those
 * of its subclass, which is the only padding that it keeps.
 */
abstract sealed class RecorderHotFields extends RecorderFrontPadding permits RingWriter {
    static final VarHandle DROPPED = counter("dropped");
    static final VarHandle UNMATCHED = counter("unmatched");
    static final VarHandle TRUNCATED = counter("truncated");
    static final VarHandle WAITS = counter("waits");

    /** Next byte to write; equals the published position between calls. */
    long position;

    /** See {@link Recorder}. */
    long limit;

    long mask;
    long tag;
    long serial;
    /** Address of {@link #memory}. */
    long base;

    Memory memory;
    long[] open;
    int depth;
    int capacity;

    /** The platform thread that records here; null for a virtual one, after its end, and for a fiber that waits. */
    Thread owner;

    EventRing ring;
    RingPool pool;

    long dropped;
    long unmatched;
    long truncated;
    long waits;

    /** Null before the first call stack. */
    StackExchange stacks;

    /** Null if it is a thread that records here. */
    FiberState fiber;

    /** Of a virtual thread: where it ran when it was last seen, as {@link CarrierThread#id}. */
    long carrier;

    /** Bytes of the thread's blocks up to the next chosen one, and that one; 0 before the first block. */
    long memoryLeft;

    /** Null before the thread's first block of memory, and where each is recorded. */
    MemorySampling.Draws memoryDraws;

    /** Events for which there was no ring. */
    long refusedRings;

    private static VarHandle counter(String name) {
        return counter(RecorderHotFields.class, name);
    }

    static VarHandle counter(Class<? extends RecorderHotFields> owner, String name) {
        try {
            return MethodHandles.lookup().findVarHandle(owner, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
