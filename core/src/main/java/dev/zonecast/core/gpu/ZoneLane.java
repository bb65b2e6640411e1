package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The GPU zones that one thread submits to one context, or that are recorded in one target (a command buffer), in their order: a queue
 * of chunks of queries, and the zones that are open.
 *
 * <p>The upper half belongs to the submitting thread, the lower one to the collecting thread. The submitting thread publishes with release
 * how many queries it has issued, after what they are for and where the queue goes on. The collecting one publishes with release how
 * many results it has read, so that a chunk that is read to its end may be filled again by the thread that still stands in it; one
 * that the thread has left goes back to the pool.
 *
 * <p>A zone is begun only where its end has a query too, so that an end never fails: {@link #room} counts the queries at hand less
 * one for each zone that is open.
 *
 * <p>A token is {@code tag << 48 | recorded << 47 | serial << 16 | depth}, as in {@code Recorder}: a second end, an end on another
 * thread or context and an end after its parent's are all seen by one comparison.
 *
 * <p>A target's lane belongs to whichever thread records in it; the API has the program see to it that there is one at a time. The
 * collecting thread takes a lane away ({@link #retire}) while no thread begins or ends a zone in it ({@link #enter}).
 */
final class ZoneLane {
    static final int MAX_DEPTH = 1 << 16;

    private static final VarHandle ISSUED;
    private static final VarHandle CONSUMED;
    private static final VarHandle USE;
    private static final int FREE = 0;
    private static final int IN_USE = 1;
    private static final int RETIRED = 2;
    private static final long RECORDED = 1L << 47;
    private static final long SERIAL_MASK = 0x7FFF_FFFFL;

    static {
        try {
            ISSUED = MethodHandles.lookup().findVarHandle(ZoneLane.class, "issued", long.class);
            CONSUMED = MethodHandles.lookup().findVarHandle(ZoneLane.class, "consumed", long.class);
            USE = MethodHandles.lookup().findVarHandle(ZoneLane.class, "use", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Thread that submits; null if the lane is a target's. */
    final Thread owner;

    /** Target that zones are recorded in, or the thread's id. */
    final long key;

    /** True if the target is submitted more than once: queries and what they are for stay until the lane is given up. */
    final boolean reusable;

    private final CpuTime cpu;
    private final long tag;
    private QueryChunk chunk;
    private int at;
    private QueryChunk firstAhead;
    private QueryChunk lastAhead;
    private long issued;
    private long serial;
    private long[] open = new long[32];
    private int depth;

    /** Recorded zones of an earlier recording that have no end; they end before the next begin. */
    private int leftOpen;

    /** Pass of the collecting thread in which {@link #isOver} last asked the driver. */
    private long askedInPass;

    @SuppressWarnings("UnusedVariable") // Read and written through USE.
    private int use;

    /** Slot of the statistics that are counted now; 0 if none are. */
    int statistics;

    /** Last slot that was counted since a zone began or ended; 0 if none was. */
    int counted;

    /** True if something was not counted since a zone began or ended. */
    boolean uncounted;

    /** Token of a zone from its begin until the caller gets it, else 0. Stays where the Java stack ends in between. */
    long unanswered;

    /** Labels to pop: those of zones that have ended, and of begins that threw. */
    int strayLabels;

    /** Queries at hand, less those for the ends of open zones. */
    int room;

    /** Another target, in which the query at {@link #elsewhereAt} was issued; 0: none was. */
    long elsewhere;

    long elsewhereAt;

    // What follows is the collecting thread's.

    private long consumed;

    /** Of a reusable target, the first chunk of all; else {@link #reading}. */
    private QueryChunk first;

    private QueryChunk reading;
    private int readIndex;

    /** For each zone that the GPU is in: its source location's id if its begin was written, else 0. */
    int[] begun = new int[32];

    int begunDepth;

    /** Queries below this position were issued before the GPU's clock was disturbed. */
    long invalidBelow;

    /** Position of a query whose target was discarded, so that it may never have a result; -1: there is none. */
    long lostAt = -1;

    /** What was read and not yet written. */
    final StagedEvents staged = new StagedEvents();

    /** True if a submission of the target was announced, and it is not secondary. */
    volatile boolean primary;

    /** Null until a submission of the target was announced. */
    volatile TargetSubmissions submissions;

    /** Where the tree goes that is written. */
    ZoneRow row;

    /** True if what was counted before the next event is lost. */
    boolean lostCounts;

    /** Thread of the tree that is read. */
    long treeThreadId;

    /** GPU time last read, in CPU ticks. */
    long lastSeenTicks = Long.MIN_VALUE;

    /** CPU ticks when a result was last seen. */
    long lastResultTicks;

    /** Passes of the collecting thread in which it waited for results and none came. */
    int emptyPasses;

    /** Queries that were issued when {@link #emptyPasses} was last counted. */
    long issuedAtPass;

    /** True if nothing will be recorded in it any more; it stays until what is staged was written. */
    boolean released;

    /** Passes of the collecting thread in which there was nothing to do. */
    int idlePasses;

    /**
     * A lane that {@link #enter} was called for.
     *
     * @param owner null for a target's lane
     */
    ZoneLane(Thread owner, long key, boolean reusable, long tag, QueryChunk first, CpuTime cpu) {
        this.owner = owner;
        this.key = key;
        this.reusable = reusable;
        this.treeThreadId = key;
        this.use = IN_USE;
        this.tag = tag << 48;
        // Lanes that share a tag, of which targets have many, count from different numbers.
        this.serial = (tag >>> 16) * 0x9E37_79B1L & SERIAL_MASK;
        this.cpu = cpu;
        first.firstPosition = 0;
        first.next = null;
        this.first = first;
        this.chunk = first;
        this.reading = first;
        this.room = first.size();
    }

    // --- submitting thread

    /** Before a zone begins or ends; false if the lane was taken away. A thread's lane is entered by that thread alone. */
    boolean enter() {
        return owner != null || USE.compareAndSet(this, FREE, IN_USE);
    }

    /** As {@link #enter}, if the token is that of an open zone. */
    boolean enterOpen(long token) {
        if (!enter()) {
            return false;
        }
        if (isOpen(token)) {
            return true;
        }
        leave();
        return false;
    }

    /** After a zone began or ended. Release: what was issued is seen by who takes the lane away. */
    void leave() {
        if (owner == null) {
            USE.setRelease(this, FREE);
        }
    }

    /**
     * True if recorded zones are open and the recording of the target in which they began is over: the GPU has passed what was issued last.
     * Zones that only have a label issue nothing, so that nothing is known of them. The driver is asked once in a pass of the collecting
     * thread at most: within a recording there is seldom one.
     */
    boolean isOver(long pass) {
        if (depth == 0 || owner != null || reusable || issued == 0 || recordedFrom(0) == 0) {
            return false;
        }
        if ((long) CONSUMED.getAcquire(this) == issued) {
            return true;
        }
        if (askedInPass == pass) {
            return false;
        }
        askedInPass = pass;
        return chunk.hasResult(at - 1);
    }

    /** Gives up the open zones: they end before the next begin, without queries of their own. */
    void leaveOpen() {
        int recorded = recordedFrom(0);
        leftOpen += recorded;
        room += recorded;
        depth = 0;
    }

    /** How many of the open zones from a depth on are recorded; the others only have a label. */
    int recordedFrom(int d) {
        int recorded = 0;
        for (int i = d; i < depth; i++) {
            recorded += recorded(open[i]);
        }
        return recorded;
    }

    private static int recorded(long token) {
        return (int) (token >>> 47) & 1;
    }

    /**
     * Opens a zone.
     *
     * @param locationId its source location
     * @param recorded false for a zone that only has a label; else {@link #room} has to be 2 at least
     * @param stack the calls that led there; null: none
     * @param pass of the collecting thread
     * @return its token, 0 if zones are nested too deeply
     */
    long begin(int locationId, boolean recorded, long target, Object stack, long pass) {
        int d = depth;
        if (d >= open.length && !growStack()) {
            return 0;
        }
        long token = tag | (++serial & SERIAL_MASK) << 16 | d;
        if (recorded) {
            token |= RECORDED;
            issue(locationId, target, stack);
            room -= 2;
            askedInPass = pass;
        }
        open[d] = token;
        depth = d + 1;
        unanswered = token;
        return token;
    }

    /** True if the token is that of an open zone. A guess on a thread that has not entered the lane. */
    boolean isOpen(long token) {
        return isOpen(open, depth, token);
    }

    /** @param tokens may be shorter than the depth: on AArch64 another thread may see the new depth before the longer array */
    static boolean isOpen(long[] tokens, int depth, long token) {
        int d = depthOf(token);
        return d < depth && d < tokens.length && tokens[d] == token;
    }

    /**
     * Ends a zone and those inside it that were left open.
     *
     * @param token one for which {@link #isOpen} is true
     * @return number of zones ended
     */
    int end(long token, long target) {
        int d = depthOf(token);
        int ended = depth - d;
        // As a rule it is the innermost: a loop of one turn costs more than what it does.
        int recorded = ended == 1 ? recorded(token) : recordedFrom(d);
        if (recorded > 0) {
            issue(-recorded, target, null);
            room += recorded - 1;
        }
        depth = d;
        return ended;
    }

    private void issue(int purpose, long target, Object stack) {
        if (at == chunk.size()) {
            enterNext();
        }
        QueryChunk current = chunk;
        int i = at;
        current.purpose[i] = purpose;
        current.statistics(i, uncounted ? ZoneCounts.LOST - counted : counted);
        if (owner == null) {
            if (purpose > 0) {
                current.threadIds[i] = Thread.currentThread().threadId();
                current.leftOpen(i, leftOpen);
            }
            if (target != key) {
                elsewhere = target;
                elsewhereAt = issued;
            }
        }
        if (stack != null) {
            current.stack(i, stack);
        }
        // Read last, so that the cost of recording lies outside the zone; but before the call that submits.
        current.submitTicks[i] = cpu.ticks();
        current.issue(i, target);
        // Release: who sees the query as issued sees what it is for, and the ring's order.
        ISSUED.setRelease(this, issued + 1);
        // Any call above may throw where the Java stack ends. The next zone then issues the query anew.
        at = i + 1;
        leftOpen = 0;
        counted = 0;
        uncounted = false;
    }

    private void enterNext() {
        QueryChunk entered = firstAhead;
        firstAhead = entered.next;
        entered.firstPosition = issued;
        chunk.next = entered;
        chunk = entered;
        at = 0;
    }

    /** Fills the chunk in use from its start if all of it was filled and read; true if it did. */
    boolean restart() {
        // Acquire: what was read of the chunk has been read, and it may be issued again.
        if (!reusable
                && at == chunk.size()
                && firstAhead == null
                && (long) CONSUMED.getAcquire(this) == issued
                && chunk.isRecycled()) {
            chunk.firstPosition = issued;
            at = 0;
            room += chunk.size();
            return true;
        }
        return false;
    }

    /** Adds a chunk to those at hand. */
    void add(QueryChunk more) {
        more.next = null;
        if (firstAhead == null) {
            firstAhead = more;
        } else {
            lastAhead.next = more;
        }
        lastAhead = more;
        room += more.size();
    }

    private boolean growStack() {
        if (open.length >= MAX_DEPTH) {
            return false;
        }
        open = Arrays.copyOf(open, open.length * 2);
        return true;
    }

    /** What was recorded goes to a queue. */
    void submits(boolean asPrimary) {
        primary = asPrimary;
        announced().add(issued, cpu.ticks(), Thread.currentThread().threadId());
    }

    /** The next submission has a link of {@link Semaphores}. */
    void link(long link) {
        announced().link(link);
    }

    private TargetSubmissions announced() {
        if (submissions == null) {
            submissions = new TargetSubmissions();
        }
        return submissions;
    }

    // --- collecting thread

    /** True if queries without a result read yet were announced to be submitted. */
    boolean awaitsAnnounced() {
        TargetSubmissions announced = submissions;
        return announced != null && announced.isAfter(consumed);
    }

    /** The submissions, at that of the next result's query; null if it was not announced. */
    TargetSubmissions nextSubmission() {
        TargetSubmissions announced = submissions;
        return announced != null && announced.seek(consumed) ? announced : null;
    }

    /** Queries issued so far. Acquire: what they are for can be read. */
    long issued() {
        return (long) ISSUED.getAcquire(this);
    }

    /** Results read so far. */
    long consumed() {
        return consumed;
    }

    /** The chunk of the next result; only if more was issued. A chunk that was left goes back to the pool. */
    QueryChunk reading(QueryPool pool) {
        if (readIndex == reading.size()) {
            QueryChunk read = reading;
            if (read.firstPosition != consumed) {
                reading = read.next;
                if (!reusable) {
                    first = reading;
                    pool.give(read);
                }
            }
            readIndex = 0;
        }
        return reading;
    }

    /** True if the query issued last has its result, so that all before it have theirs, or never will. */
    boolean isLastReady(long issued) {
        QueryChunk last = reading;
        int index = readIndex + (int) (issued - 1 - consumed);
        while (index >= last.size()) {
            index -= last.size();
            last = last.next;
        }
        return last.readyCount(index, index + 1) == 1;
    }

    /** Index of the next result in {@link #reading}. */
    int readIndex() {
        return readIndex;
    }

    /** The next results, which are in {@link #reading}, are done with. */
    void advance(int count) {
        readIndex += count;
        if (readIndex == reading.size() && !reusable) {
            reading.recycle();
        }
        // Release: the queries may be issued again.
        CONSUMED.setRelease(this, consumed + count);
    }

    /** @param writtenId source location's id of a zone whose begin was written, else 0 */
    void pushBegun(int writtenId) {
        if (begunDepth == begun.length) {
            begun = Arrays.copyOf(begun, begunDepth * 2);
        }
        begun[begunDepth++] = writtenId;
    }

    /** Depth in a token. */
    static int depthOf(long token) {
        return (int) token & 0xFFFF;
    }

    /** Zones that are open; for who takes the lane apart. */
    int openDepth() {
        return depth;
    }

    /** Takes the lane from a target that no thread records in; false if one does. Acquire: all that was issued is seen. */
    boolean retire() {
        return owner != null || USE.compareAndSet(this, FREE, RETIRED);
    }

    /** The lane is no target's any more. A thread's lane goes with the thread. */
    void end() {
        USE.setRelease(this, RETIRED);
    }

    /** After {@link #retire}, if something was recorded in between. */
    void revive() {
        USE.setRelease(this, FREE);
    }

    /** A reusable target is to be submitted again: its results, which have been read, come anew. */
    void rewind() {
        long now = cpu.ticks();
        for (QueryChunk used = first; used != null; used = used.next) {
            used.recycle();
            boolean ignored = used.isRecycled();
            Arrays.fill(used.submitTicks, now);
        }
        if (submissions != null) {
            submissions.restart(issued, now, Thread.currentThread().threadId());
        }
        reading = first;
        readIndex = 0;
        emptyPasses = 0;
        CONSUMED.setRelease(this, 0L);
    }

    /** Gives all chunks back; only when nobody submits any more and all was read. */
    void giveBack(QueryPool pool) {
        while (first != reading) {
            QueryChunk read = first;
            first = read.next;
            read.recycle();
            pool.give(read);
        }
        if (readIndex > 0 && (reusable || readIndex < reading.size())) {
            reading.recycle();
        }
        pool.give(reading);
        while (firstAhead != null) {
            QueryChunk next = firstAhead.next;
            pool.give(firstAhead);
            firstAhead = next;
        }
    }
}
