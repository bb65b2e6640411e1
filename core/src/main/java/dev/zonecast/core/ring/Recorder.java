package dev.zonecast.core.ring;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.TableLimit;
import java.util.concurrent.locks.LockSupport;

/**
 * Records the zones of one thread into its {@link EventRing}, with their call stacks; {@link RecordWriter} records the rest. The only
 * writer of the ring. All methods but the counters belong to that thread.
 *
 * <p>Room is promised before it is needed: a zone begins only where its end fits too, so an end is never refused and begin and end
 * match whatever the ring's state.
 *
 * <p>A token is {@code tag << 48 | serial << 16 | depth}: the tag is the low part of the thread's id and never 0, the serial counts
 * from a number of the thread's own. So an end on another thread, a second end and an end that comes after its parent's are all seen
 * by one comparison.
 *
 * <p>Any call may throw: the Java stack of the thread overflows, the heap is full. So a record is written first, then the fields change,
 * with no call between them, and the publication comes last. What throws before leaves nothing of the record; what throws then leaves all
 * of it, and the next record publishes both. A call stack is written before its record and published with it, or taken back.
 */
public final class Recorder extends RecordWriter {
    static final int MAX_DEPTH = 1 << 16;

    private static final TableLimit DEPTH_LIMIT =
            TableLimit.ofEvents("open zones of a thread", MAX_DEPTH, "deeper ones are dropped");

    private static final long SERIAL_MASK = 0xFFFF_FFFFL;

    /** The sign, and bits between a serial and a tag: programs that are recorded together number differently. */
    private static final long NUMBER_OF_PROCESS =
            Long.MIN_VALUE | (((ProcessHandle.current().pid() * 0x9E37_79B9_7F4A_7C15L) >>> 49) << 32);

    /** Call stacks that wait for the collector: enough for the milliseconds that the collector may sleep. */
    private static final int MANY_STACKS = 4096;

    /** Of a virtual thread. */
    private static final int FEW_STACKS = 64;

    /** Mark of a call stack that belongs to the next record of any kind. */
    private static final int ANY_LOCATION = -1;

    /** Behind the fields: see {@code RecorderHotFields}. */
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

    /** Where a call stack begins that waits for its record, which ends at {@link #leadEnd}. */
    private long leadFrom;

    /** Slot of {@link #stacks} that was to be used last. */
    private int leadSlot;

    /** True if no record names that slot: it is used again. */
    private boolean leadSlotFree;

    Recorder(EventRing ring, RingPool pool) {
        this(
                ring,
                pool,
                Thread.currentThread().threadId(),
                pool == null || Thread.currentThread().isVirtual() ? null : Thread.currentThread(),
                Thread.currentThread().getName());
    }

    private Recorder(EventRing ring, RingPool pool, long id, Thread owner, String name) {
        super(pool, pool == null ? RingPolicy.DROP : pool.policy(name));
        // No token may be 0. The replacement keeps the bits by which BY_THREAD is indexed.
        this.tag = (id & 0xFFFF) == 0 ? (long) RecorderRegistry.BY_THREAD.length << 48 : id << 48;
        // Threads whose ids share their low bits shall not count alike: Fibonacci hashing spreads them.
        this.serial = (id * 0x9E37_79B9_7F4A_7C15L) >>> 32;
        this.open = new long[64];
        this.owner = owner;
        attach(ring);
    }

    static Recorder ofFiber(FiberState fiber, EventRing ring, RingPool pool) {
        Recorder recorder = new Recorder(ring, pool, fiber.id(), null, fiber.name());
        recorder.fiber = fiber;
        return recorder;
    }

    /** The recorder of the calling thread; made at its first event. */
    public static Recorder current() {
        Thread thread = Thread.currentThread();
        Recorder recorder = RecorderRegistry.BY_THREAD[(int) thread.threadId() & RecorderRegistry.BY_THREAD_MASK];
        return recorder != null && recorder.owner == thread ? recorder : RecorderRegistry.lookUp(thread);
    }

    /** The recorder of the calling thread, found the short way for the thread that a token was given to. */
    public static Recorder ofToken(long token) {
        Recorder recorder = RecorderRegistry.BY_THREAD[(int) (token >>> 48) & RecorderRegistry.BY_THREAD_MASK];
        return recorder != null && recorder.owner == Thread.currentThread() ? recorder : current();
    }

    /** A virtual thread stays where it is until it waits, so that two looks at it are enough for a zone. */
    void noteCarrier(Thread thread) {
        long seen = CarrierThread.id();
        if (seen != carrier && ring != null) {
            int name = CarrierThread.nameId(thread);
            if (name != 0) {
                record(EventKind.CARRIER, 0, name);
            }
            carrier = seen;
        }
    }

    /** Lets go of a thread that has ended. The collector. */
    public void forgetOwner() {
        Thread ended = owner;
        if (ended != null) {
            int slot = (int) ended.threadId() & RecorderRegistry.BY_THREAD_MASK;
            if (RecorderRegistry.BY_THREAD[slot] == this) {
                RecorderRegistry.BY_THREAD[slot] = null;
            }
            owner = null;
        }
    }

    /**
     * Begins a zone.
     *
     * @param locationId registered source location
     * @return token for {@link #endZone}, or 0 if there was no room (counted)
     */
    public long beginZone(int locationId) {
        if (position + 2 * SLOT > limit) {
            // No way back into the code below: the compiler would have to read all fields again there.
            return admit(2 * SLOT) ? beginZone(locationId) : 0;
        }
        int d = depth;
        long[] stack = open;
        if (d >= stack.length) {
            return growStack() ? beginZone(locationId) : 0;
        }
        long token = tag | (++serial & SERIAL_MASK) << 16 | d;
        stack[d] = token;
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.ZONE_BEGIN | 2L << 8 | (long) locationId << 32);
        // Read last, so that the cost of recording lies outside the zone.
        put(offset + 8, Clock.ticks());
        depth++;
        limit -= SLOT;
        position += SLOT;
        try {
            release(position);
        } catch (Throwable e) {
            // The caller gets no token. Calls nothing: there may be no room on the stack.
            unanswered = token;
            limit = Long.MIN_VALUE;
            throw e;
        }
        return token;
    }

    /**
     * Ends a zone and those left open inside it. Anything but the token of an open zone of this thread is counted and ignored.
     *
     * @param token from {@link #beginZone}
     */
    public void endZone(long token) {
        long ticks = Clock.ticks();
        int d = (int) token & 0xFFFF;
        if (d >= depth || open[d] != token) {
            unmatched++;
            return;
        }
        int ended = depth - d;
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.ZONE_END | 2L << 8 | (long) ended << 32);
        put(offset + 8, ticks);
        depth = d;
        limit += SLOT * ended;
        position += SLOT;
        release(position);
    }

    /** Begins a zone with the calls that led there: frames, or a {@code CallStack}; null: none. */
    public long beginZone(int locationId, Object stack) {
        if (stack == null || depth >= MAX_DEPTH) {
            return beginZone(locationId);
        }
        try {
            // Room for the begin, and for the end that it promises.
            leadOrDrop(stack, 2 * SLOT);
            return beginZone(locationId);
        } finally {
            // As in the two methods below: no call, which might throw itself.
            if (position == leadEnd) {
                position = leadFrom;
            } else if (leadEnd >= 0) {
                leadSlotFree = false;
            }
            leadEnd = -1;
        }
    }

    /** True if the token belongs to an open zone of this thread. Other tokens are counted as unmatched. */
    public boolean isOpen(long token) {
        int d = (int) token & 0xFFFF;
        if (d < depth && open[d] == token) {
            return true;
        }
        unmatched++;
        return false;
    }

    /** Depth of the zone of a token, 0 = outermost. */
    public static int depthOf(long token) {
        return (int) token & 0xFFFF;
    }

    /** Ends the zones that were left open inside of one; false if that one is not open itself. */
    public boolean endInside(long token) {
        int d = (int) token & 0xFFFF;
        if (d >= depth || open[d] != token) {
            return false;
        }
        if (d + 1 < depth) {
            endZone(open[d + 1]);
        }
        return true;
    }

    /**
     * A record with a number of its own, stamped now.
     *
     * @return the number, below 0, in the record's word; 0 if there was no room (counted)
     */
    public long recordNumbered(EventKind kind, int id) {
        long number = NUMBER_OF_PROCESS | (tag >>> 1) | (++serial & SERIAL_MASK);
        return isRecorded(kind, 0, id, number, 0) ? number : 0;
    }

    /** Ends a zone whose token was not returned, unless it has ended with an outer zone. */
    @Override
    void endUnanswered() {
        long token = unanswered;
        int d = (int) token & 0xFFFF;
        if (d < depth && open[d] == token) {
            endZone(token);
        }
        unanswered = 0;
    }

    private boolean growStack() {
        if (open.length >= MAX_DEPTH) {
            DEPTH_LIMIT.refuse();
            countDrop();
            return false;
        }
        try {
            open = java.util.Arrays.copyOf(open, Math.min(open.length * 2, MAX_DEPTH));
            return true;
        } catch (OutOfMemoryError e) {
            countDrop();
            return false;
        }
    }

    // --- call stacks

    /** A record with two words of payload and a call stack, as in {@link #beginZone(int, Object)}. */
    public void record(EventKind kind, int small, int id, long a, long b, Object stack) {
        try {
            leadOrDrop(stack, 2 * SLOT);
            record(kind, small, id, a, b);
        } finally {
            if (position == leadEnd) {
                position = leadFrom;
            } else if (leadEnd >= 0) {
                leadSlotFree = false;
            }
            leadEnd = -1;
        }
    }

    /** A record with a text and a call stack, as in {@link #beginZone(int, Object)}. */
    public void recordText(EventKind kind, int small, int id, String text, Object stack) {
        try {
            if (stack != null && (ring != null || obtainRing())) {
                int bytes = Utf8.length(text, maxTextBytes());
                leadOrDrop(stack, textRecordBytes(bytes < 0 ? ~bytes : bytes));
            }
            recordText(kind, small, id, text);
        } finally {
            if (position == leadEnd) {
                position = leadFrom;
            } else if (leadEnd >= 0) {
                leadSlotFree = false;
            }
            leadEnd = -1;
        }
    }

    /**
     * As {@link #tryRecord(EventKind, int, int, long, long, long, long)}, with a call stack or null. A ring that has room for the record
     * alone loses the stack, which is counted.
     */
    public boolean tryRecord(EventKind kind, int small, int id, long a, long b, long c, long d, Object stack) {
        if (stack == null) {
            return tryRecord(kind, small, id, a, b, c, d);
        }
        try {
            boolean led = lead(stack, 3 * SLOT);
            boolean recorded = tryRecord(kind, small, id, a, b, c, d);
            if (recorded && !led) {
                countDrop();
            }
            return recorded;
        } finally {
            if (position == leadEnd) {
                position = leadFrom;
            } else if (leadEnd >= 0) {
                leadSlotFree = false;
            }
            leadEnd = -1;
        }
    }

    private void leadOrDrop(Object stack, long nextBytes) {
        if (stack != null && !lead(stack, nextBytes)) {
            countDrop();
        }
    }

    /**
     * Writes the stack of the record that comes next, and does not publish it. Only where there is room for that one too: a full ring
     * loses the stack alone.
     *
     * @return false if there is no room
     */
    private boolean lead(Object stack, long nextBytes) {
        if (ring == null && !obtainRing()) {
            return false;
        }
        if (unanswered != 0) {
            endUnanswered();
        }
        if (ring.outlives()) {
            return leadByText(stack, nextBytes);
        }
        long room = capacity - ((position + SLOT) & mask);
        long need = SLOT + nextBytes + (nextBytes > room ? room : 0);
        if ((position + need > limit && !findRoom(need)) || (stacks == null && !makeStacks())) {
            return false;
        }
        if (leadSlotFree) {
            stacks.takeBack(leadSlot);
        }
        leadSlot = stacks.next();
        leadSlotFree = true;
        int slot = stacks.put(stack);
        if (slot == StackExchange.FULL && policy.waitNanos() > 0) {
            slot = awaitSlot(stack);
        }
        if (slot == StackExchange.FULL) {
            return false;
        }
        if (stacks.isHalfUsed()) {
            pool.collectorWaker().run();
        }
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.header(EventKind.CALL_STACK.code(), 2, 0, slot));
        put(offset + 8, Clock.ticks());
        leadFrom = position;
        leadEnd = position + SLOT;
        position = leadEnd;
        return true;
    }

    private boolean makeStacks() {
        try {
            stacks = new StackExchange(owner == null ? FEW_STACKS : MANY_STACKS);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** The stack as text: a reader of a dead process's ring has no object. */
    private boolean leadByText(Object stack, long nextBytes) {
        String text = pool.stackText(stack);
        int bytes = textBytes(text, maxTextBytes());
        long leadBytes = textRecordBytes(bytes);
        // One of the two may have to go to the ring's begin, where the other leaves a pad.
        long need = leadBytes + nextBytes + Math.max(leadBytes, nextBytes);
        if (position + need > limit && !findRoom(need)) {
            return false;
        }
        long at = claim(leadBytes);
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        long ignored = putText(text, bytes, offset + 24);
        put(offset, RingLayout.header(EventKind.ZONE_STACK.code(), (int) (leadBytes / 8), 0, ANY_LOCATION));
        put(offset + 8, Clock.ticks());
        put(offset + 16, bytes);
        leadFrom = position;
        leadEnd = at + leadBytes;
        position = leadEnd;
        return true;
    }

    /** As {@link #awaitRoom}. */
    @SuppressWarnings("ThreadPriorityCheck") // As there.
    private int awaitSlot(Object stack) {
        pool.collectorWaker().run();
        long start = System.nanoTime();
        waits++;
        int slot = StackExchange.FULL;
        while (slot == StackExchange.FULL && System.nanoTime() - start < policy.waitNanos()) {
            Thread.yield();
            LockSupport.parkNanos(WAIT_SLICE_NANOS);
            slot = stacks.put(stack);
        }
        return slot;
    }

    /** The stack of a {@link EventKind#CALL_STACK} record. For the collector. */
    public Object takeStack(int slot) {
        return stacks.take(slot);
    }
}
