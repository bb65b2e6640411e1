package dev.zonecast.core.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The GPU zones that one thread submits to one context, in their order: a ring of chunks of queries that grows where it is full, and
 * the zones that are open.
 *
 * <p>The upper half belongs to the submitting thread, {@link #consumed} and below to whoever collects. The submitting thread publishes
 * with release how many queries it has issued; the collecting one publishes with release which chunks it has left, so that a query
 * is not issued again before its last result was read.
 *
 * <p>A zone is begun only where its end has a query too, so that an end never fails: {@link #room} counts the free queries less
 * one for each zone that is open.
 *
 * <p>A token is {@code tag << 48 | recorded << 47 | serial << 16 | depth}, as in {@code Recorder}: a second end, an end on another
 * thread or context and an end after its parent's are all seen by one comparison.
 */
final class ZoneLane {
    static final int MAX_DEPTH = 1 << 16;

    private static final VarHandle ISSUED;
    private static final VarHandle CHUNKS_LEFT;
    private static final long RECORDED = 1L << 47;
    private static final long SERIAL_MASK = 0x7FFF_FFFFL;

    static {
        try {
            ISSUED = MethodHandles.lookup().findVarHandle(ZoneLane.class, "issued", long.class);
            CHUNKS_LEFT = MethodHandles.lookup().findVarHandle(ZoneLane.class, "chunksLeft", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Thread owner;
    final long threadId;

    private final CpuTime cpu;
    private final long tag;
    private QueryChunk chunk;
    private int at;
    private long chunksEntered;
    private int chunkCount = 1;
    private long issued;
    private long serial;
    private long[] open = new long[32];
    private int depth;
    private int recordedDepth;

    /** Queries that may be issued without another look, with those for the ends of open zones set apart. */
    int room;

    // What follows is the collecting thread's.

    private long chunksLeft;
    long consumed;
    QueryChunk reading;
    int readIndex;

    /** For each zone that the GPU is in: was its begin written? */
    boolean[] begun = new boolean[32];

    int begunDepth;

    /** GPU time last written, in CPU ticks: times of a lane do not run backwards. */
    long lastGpuTicks = Long.MIN_VALUE;

    /** Queries below this position were issued before the GPU's clock was disturbed. */
    long invalidBelow;

    ZoneLane(Thread owner, long tag, QueryChunk first, CpuTime cpu) {
        this.owner = owner;
        this.threadId = owner.threadId();
        this.tag = tag << 48;
        this.cpu = cpu;
        first.next = first;
        this.chunk = first;
        this.reading = first;
        this.room = first.size();
    }

    // --- submitting thread

    /**
     * Opens a zone.
     *
     * @param locationId its source location
     * @param recorded false for a zone that only bears a label; else {@link #room} has to be 2 at least
     * @return its token, 0 if zones are nested too deeply
     */
    long begin(int locationId, boolean recorded, long target) {
        int d = depth;
        if (d >= open.length && !growStack()) {
            return 0;
        }
        long token = tag | (++serial & SERIAL_MASK) << 16 | d;
        if (recorded) {
            token |= RECORDED;
            issue(locationId, target);
            room -= 2;
            recordedDepth++;
        }
        open[d] = token;
        depth = d + 1;
        return token;
    }

    /** True if the token is that of an open zone. */
    boolean isOpen(long token) {
        int d = (int) token & 0xFFFF;
        return d < depth && open[d] == token;
    }

    /**
     * Ends a zone and those inside it that were left open.
     *
     * @param token one for which {@link #isOpen} is true
     * @return number of zones ended
     */
    int end(long token, long target) {
        int d = (int) token & 0xFFFF;
        int ended = depth - d;
        int recorded = 0;
        for (int i = d; i < depth; i++) {
            recorded += (int) (open[i] >>> 47) & 1;
        }
        if (recorded > 0) {
            issue(-recorded, target);
            room += recorded - 1;
            recordedDepth -= recorded;
        }
        depth = d;
        return ended;
    }

    private void issue(int purpose, long target) {
        if (at == chunk.size()) {
            chunk = chunk.next;
            at = 0;
            chunksEntered++;
        }
        QueryChunk current = chunk;
        int i = at;
        current.purpose[i] = purpose;
        // Read last, so that the cost of recording lies outside the zone; but before the call that submits.
        current.submitTicks[i] = cpu.ticks();
        current.issue(i, target);
        at = i + 1;
        // Release: who sees the query as issued sees what it is for, and the ring's order.
        ISSUED.setRelease(this, issued + 1);
    }

    /** Counts anew how many queries are free; true if they are enough for a zone. */
    boolean findRoom() {
        // Acquire: results in chunks that were left have been read.
        long inUse = chunksEntered - (long) CHUNKS_LEFT.getAcquire(this) + 1;
        long free = (chunk.size() - at) + (chunkCount - inUse) * chunk.size();
        room = (int) (free - recordedDepth);
        return room >= 2;
    }

    /** Adds a chunk behind the one in use. */
    void insert(QueryChunk more) {
        more.next = chunk.next;
        chunk.next = more;
        chunkCount++;
        room += more.size();
    }

    private boolean growStack() {
        if (open.length >= MAX_DEPTH) {
            return false;
        }
        open = java.util.Arrays.copyOf(open, open.length * 2);
        return true;
    }

    // --- collecting thread

    /** Queries issued so far. Acquire: what they are for can be read. */
    long issued() {
        return (long) ISSUED.getAcquire(this);
    }

    /** Goes to the next chunk where all of this one was read; only if more was issued. */
    void leaveChunkIfRead() {
        if (readIndex == reading.size()) {
            QueryChunk left = reading;
            left.recycle();
            reading = left.next;
            readIndex = 0;
            // Release: its results have been read, it may be used again.
            CHUNKS_LEFT.setRelease(this, chunksLeft + 1);
        }
    }

    void pushBegun(boolean written) {
        if (begunDepth == begun.length) {
            begun = java.util.Arrays.copyOf(begun, begunDepth * 2);
        }
        begun[begunDepth++] = written;
    }

    /** Zones that are open; for who takes the lane apart. */
    int openDepth() {
        return depth;
    }

    /** All chunks, in a ring; for who takes the lane apart. */
    QueryChunk anyChunk() {
        return reading;
    }

    int chunkCount() {
        return chunkCount;
    }
}
