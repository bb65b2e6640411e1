package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Announced submissions of a target: up to which query, when, and by which thread. Written by the thread that submits, read by the
 * collecting thread. Each publishes its index with release and reads the other's with acquire, so that a place is not written while it is
 * read. A submission that finds {@value #MOST} unread ones is not kept: its zones have the times of their recording.
 */
final class TargetSubmissions {
    static final int MOST = 8;

    private static final VarHandle WRITTEN;
    private static final VarHandle READ;

    static {
        try {
            WRITTEN = MethodHandles.lookup().findVarHandle(TargetSubmissions.class, "written", int.class);
            READ = MethodHandles.lookup().findVarHandle(TargetSubmissions.class, "read", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] ends = new long[MOST];
    private final long[] ticks = new long[MOST];
    private final long[] threads = new long[MOST];
    private int written;
    private int read;

    /** The queries before a position, which were not announced before, go to a queue. */
    void add(long end, long nowTicks, long threadId) {
        int at = written;
        if (at - (int) READ.getAcquire(this) < MOST) {
            ends[at % MOST] = end;
            ticks[at % MOST] = nowTicks;
            threads[at % MOST] = threadId;
            WRITTEN.setRelease(this, at + 1);
        }
    }

    /** The target is submitted again; no thread reads. */
    void restart(long end, long nowTicks, long threadId) {
        read = 0;
        written = 0;
        add(end, nowTicks, threadId);
    }

    /** Passes over submissions before a query; positions do not go back. True if the query's submission was announced. */
    boolean seek(long position) {
        int at = read;
        int end = (int) WRITTEN.getAcquire(this);
        while (at < end && ends[at % MOST] <= position) {
            at++;
        }
        READ.setRelease(this, at);
        return at < end;
    }

    /** When the query of the last {@link #seek} was submitted. */
    long ticks() {
        return ticks[read % MOST];
    }

    /** By which thread. */
    long threadId() {
        return threads[read % MOST];
    }
}
