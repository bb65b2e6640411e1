package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Announced submissions of a target: up to which query, when, and by which thread. Written by the thread that submits, read by the
 * collecting thread. Each publishes its index with release and reads the other's with acquire, so that a place is not written while it is
 * read. A submission that finds {@value #MOST} unread ones is not kept: its zones have the times of their recording.
 * {@value #MOST_LINKS} of its {@link Semaphores} are kept.
 */
final class TargetSubmissions {
    static final int MOST = 8;
    static final int MOST_LINKS = 8;

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

    private final long[] begins = new long[MOST];
    private final long[] ends = new long[MOST];
    private final long[] ticks = new long[MOST];
    private final long[] threads = new long[MOST];

    /** Of the next submission. */
    private final long[] nextLinks = new long[MOST_LINKS];

    private int nextLinkCount;

    /** By submission; 0 behind the last one. Null until there are some. */
    private long[] links;

    /** Queries before this position were announced, whether that was kept or not. Of the thread that submits. */
    private long lastEnd;

    private int written;
    private int read;

    /** What the last {@link #seek} found, and the first position for which one found it. */
    private int found = -1;

    private long foundAt;

    /** The next submission has a link. */
    void link(long link) {
        if (nextLinkCount < MOST_LINKS) {
            nextLinks[nextLinkCount++] = link;
        }
    }

    /** The queries before a position, which were not announced before, go to a queue. Nothing is kept if there are none. */
    void add(long end, long nowTicks, long threadId) {
        int at = written;
        if (end != lastEnd && at - (int) READ.getAcquire(this) < MOST) {
            begins[at % MOST] = lastEnd;
            ends[at % MOST] = end;
            ticks[at % MOST] = nowTicks;
            threads[at % MOST] = threadId;
            if (links == null && nextLinkCount > 0) {
                links = new long[MOST * MOST_LINKS];
            }
            if (links != null) {
                System.arraycopy(nextLinks, 0, links, at % MOST * MOST_LINKS, MOST_LINKS);
            }
            WRITTEN.setRelease(this, at + 1);
        }
        lastEnd = end;
        Arrays.fill(nextLinks, 0, nextLinkCount, 0);
        nextLinkCount = 0;
    }

    /** The target is submitted again; no thread reads. */
    void restart(long end, long nowTicks, long threadId) {
        lastEnd = 0;
        read = 0;
        written = 0;
        found = -1;
        add(end, nowTicks, threadId);
    }

    /** True if the submission of the query at a position was announced; unlike {@link #seek} it may be asked at any time. */
    boolean isAfter(long position) {
        int end = (int) WRITTEN.getAcquire(this);
        return end > 0 && ends[(end - 1) % MOST] > position;
    }

    /** Passes over submissions before a query; positions do not go back. True if the query's submission was announced and kept. */
    boolean seek(long position) {
        int at = read;
        int end = (int) WRITTEN.getAcquire(this);
        while (at < end && ends[at % MOST] <= position) {
            at++;
        }
        READ.setRelease(this, at);
        boolean isAnnounced = at < end && begins[at % MOST] <= position;
        if (at != found) {
            foundAt = position;
        }
        found = isAnnounced ? at : -1;
        return isAnnounced;
    }

    /** Position behind the queries of the last {@link #seek}'s submission. */
    long end() {
        return ends[read % MOST];
    }

    /** Most links of a submission; 0 if none ever had one. */
    int mostLinks() {
        return links == null ? 0 : MOST_LINKS;
    }

    /** A link of the last {@link #seek}'s submission if its query is where the link belongs: a wait's first query, a signal's last. Else 0. */
    long link(int index, long position) {
        long link = links[read % MOST * MOST_LINKS + index];
        boolean belongs = (link & 1) == 0 ? position == foundAt : position + 1 == end();
        return belongs ? link : 0;
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
