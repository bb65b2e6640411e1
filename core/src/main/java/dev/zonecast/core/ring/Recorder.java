package dev.zonecast.core.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.registry.TableLimit;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's end of its {@link EventRing}: the only writer. All methods but the counters belong to that thread.
 *
 * <p>Room is promised before it is needed: a zone begins only where its end fits too, so an end is never refused and begin and end
 * match whatever the ring's state. {@code limit} is the position up to which records fit without another look at the consumer, less
 * 16 bytes for each open zone.
 *
 * <p>A token is {@code tag << 48 | serial << 16 | depth}: the tag is the low part of the thread's id and never 0, the serial counts
 * from a number of the thread's own. So an end on another thread, a second end and an end that comes after its parent's are all seen
 * by one comparison.
 *
 * <p>Any call may throw: the Java stack of the thread overflows, the heap is full. So a record is written first, then the fields change,
 * with no call between them, and the publication comes last. What throws before leaves nothing of the record; what throws then leaves all
 * of it, and the next record publishes both. A call stack is written before its record and published with it, or taken back.
 */
public final class Recorder extends RecorderHotFields {
    static final int MAX_DEPTH = 1 << 16;

    private static final TableLimit DEPTH_LIMIT =
            TableLimit.ofEvents("open zones of a thread", MAX_DEPTH, "deeper ones are dropped");

    private static final VarHandle WORD = JAVA_LONG.varHandle();
    private static final long SERIAL_MASK = 0xFFFF_FFFFL;
    private static final long SLOT = RingLayout.SLOT_BYTES;

    /** Takes calls that come before there is a profiler: ends of zones that never began. No ring, and of no thread. */
    private static final Recorder NOWHERE = new Recorder(null, null);

    /** Percent of a ring at which the collector is called once more, and reads this ring first. */
    public static final int FLUSH_LEVEL = 80;

    /** Percent of a ring at which it is about to be full. */
    private static final int WARNING_LEVEL = 90;

    private static final int FULL_LEVEL = 100;

    /** A thread without a ring asks for one at the first event, and again after so many. */
    static final int ASK_AGAIN = 1024;

    /** Call stacks that wait for the collector: what a thread can take in the some milliseconds that it may sleep. */
    private static final int MANY_STACKS = 4096;

    /** Of a virtual thread. */
    private static final int FEW_STACKS = 64;

    /** Of a call stack: it is that of the next record, whatever it is. */
    private static final int ANY_LOCATION = -1;

    /** The collector reads some thousand records meanwhile. */
    private static final long WAIT_SLICE_NANOS = 50_000;

    /** Filled by the reader's side: see {@code RecorderHotFields} for why this stands behind the hot fields. */
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

    private static final VarHandle FLUSHES = counter(Recorder.class, "flushes");
    private static final VarHandle WARNINGS = counter(Recorder.class, "warnings");
    private static final VarHandle OVERWRITTEN = counter(Recorder.class, "overwritten");

    // Of the slow path, and so behind the hot fields.
    private final RingPolicy policy;

    private final RingGrowth growth;

    /** How full the ring was at the last look: see {@link #admit}. */
    private int level;

    long flushes;
    long warnings;

    // What was overwritten and the consumer has not come past.
    long overwritten;

    /** Token of a zone whose begin threw after it was complete, else 0: nobody else can end it. */
    private long unanswered;

    // A call stack that waits for its record: where it begins and ends; end -1: there is none.
    private long leadFrom;
    private long leadEnd = -1;

    /** Slot of {@link #stacks} that was to be used last. */
    private int leadSlot;

    /** True if no record names that slot: it is used again. */
    private boolean leadSlotFree;

    private long gapEnd = -1;
    private int gapLowest;
    private int gapRise;
    private int gapPlace;

    Recorder(EventRing ring, RingPool pool) {
        this(
                ring,
                pool,
                Thread.currentThread().threadId(),
                pool == null || Thread.currentThread().isVirtual() ? null : Thread.currentThread(),
                Thread.currentThread().getName());
    }

    private Recorder(EventRing ring, RingPool pool, long id, Thread owner, String name) {
        // No token may be 0. The replacement keeps the bits by which BY_THREAD is indexed.
        this.tag = (id & 0xFFFF) == 0 ? (long) RecorderRegistry.BY_THREAD.length << 48 : id << 48;
        // Threads whose ids share their low bits shall not count alike: Fibonacci hashing spreads them.
        this.serial = (id * 0x9E37_79B9_7F4A_7C15L) >>> 32;
        this.open = new long[64];
        this.pool = pool;
        this.owner = owner;
        this.policy = pool == null ? RingPolicy.DROP : pool.policy(name);
        this.growth = new RingGrowth(pool, policy);
        attach(ring);
    }

    static Recorder ofFiber(FiberState fiber, EventRing ring, RingPool pool) {
        Recorder recorder = new Recorder(ring, pool, fiber.id(), null, fiber.name());
        recorder.fiber = fiber;
        return recorder;
    }

    void attach(EventRing newRing) {
        ring = newRing;
        if (newRing == null) {
            limit = Long.MIN_VALUE;
            return;
        }
        growth.startsWith(newRing);
        memory = newRing.segment();
        base = memory.address();
        capacity = newRing.capacityBytes();
        mask = capacity - 1L;
        position = newRing.producerPosition();
        limit = position;
    }

    /** The recorder of the calling thread; made at its first event. */
    public static Recorder current() {
        Thread thread = Thread.currentThread();
        Recorder recorder = RecorderRegistry.BY_THREAD[(int) thread.threadId() & RecorderRegistry.BY_THREAD_MASK];
        return recorder != null && recorder.owner == thread ? recorder : lookUp(thread);
    }

    /** The recorder of the calling thread, found the short way for the thread that a token was given to. */
    public static Recorder ofToken(long token) {
        Recorder recorder = RecorderRegistry.BY_THREAD[(int) (token >>> 48) & RecorderRegistry.BY_THREAD_MASK];
        return recorder != null && recorder.owner == Thread.currentThread() ? recorder : current();
    }

    private static Recorder lookUp(Thread thread) {
        try {
            // A look at a thread's first ThreadLocal needs memory. A virtual thread may have its recorder there.
            boolean isVirtual = thread.isVirtual();
            return !isVirtual && RecorderRegistry.waitsForMemory() ? NOWHERE : find(thread, isVirtual);
        } catch (OutOfMemoryError | StackOverflowError e) {
            RecorderRegistry.countLost(e);
            return NOWHERE;
        }
    }

    private static Recorder find(Thread thread, boolean isVirtual) {
        Recorder recorder = RecorderRegistry.CURRENT.get();
        if (recorder == null && !(isVirtual && RecorderRegistry.waitsForMemory())) {
            recorder = RecorderRegistry.create();
        }
        if (recorder == null) {
            return NOWHERE;
        }
        if (isVirtual) {
            if (recorder.fiber == null) {
                recorder.noteCarrier(thread);
            }
            return recorder;
        }
        int slot = (int) thread.threadId() & RecorderRegistry.BY_THREAD_MASK;
        Recorder holder = RecorderRegistry.BY_THREAD[slot];
        // Two threads of one slot do not drive each other out: the first to come keeps it while it lives.
        if (holder == null || holder.owner == null) {
            RecorderRegistry.BY_THREAD[slot] = recorder;
        }
        return recorder;
    }

    /** A virtual thread stays where it is until it waits, so that two looks at it are enough for a zone. */
    private void noteCarrier(Thread thread) {
        long seen = CarrierThread.id();
        if (seen != carrier && ring != null) {
            int name = CarrierThread.nameId(thread);
            if (name != 0) {
                record(RingLayout.CARRIER, 0, name);
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
        if (position + 2 * SLOT > limit && !admit(2 * SLOT)) {
            return 0;
        }
        int d = depth;
        long[] stack = open;
        if (d >= stack.length) {
            if (!growStack()) {
                return 0;
            }
            stack = open;
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
            lead(stack, 2 * SLOT);
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

    /** True if the token is that of an open zone of this thread; else it is counted as unmatched. */
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

    /** A record without payload, stamped now: one slot, which never wraps. */
    public void record(int type, int small, int id) {
        if (position + SLOT > limit && !admit(SLOT)) {
            return;
        }
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.header(type, 2, small, id));
        put(offset + 8, Clock.ticks());
        publish(position + SLOT);
    }

    /** A record with one word of payload (and one unused), stamped now. */
    public void record(int type, int small, int id, long value) {
        record(type, small, id, value, 0);
    }

    /** A record with two words of payload, stamped now. */
    public void record(int type, int small, int id, long a, long b) {
        long ticks = Clock.ticks();
        long at = claim(2 * SLOT);
        if (at < 0) {
            return;
        }
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(type, 4, small, id));
        put(offset + 8, ticks);
        put(offset + 16, a);
        put(offset + 24, b);
        publish(at + 2 * SLOT);
    }

    /** A record with two words of payload and a call stack, as {@link #beginZone(int, Object)} has it. */
    public void record(int type, int small, int id, long a, long b, Object stack) {
        try {
            lead(stack, 2 * SLOT);
            record(type, small, id, a, b);
        } finally {
            if (position == leadEnd) {
                position = leadFrom;
            } else if (leadEnd >= 0) {
                leadSlotFree = false;
            }
            leadEnd = -1;
        }
    }

    /** A record with a text and a call stack, as {@link #beginZone(int, Object)} has it. */
    public void recordText(int type, int small, int id, String text, Object stack) {
        try {
            if (stack != null && (ring != null || obtainRing())) {
                int bytes = Utf8.length(text, maxTextBytes());
                lead(stack, textRecordBytes(bytes < 0 ? ~bytes : bytes));
            }
            recordText(type, small, id, text);
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
     * Writes the stack of the record that comes next, and does not publish it. Only where there is room for that one too: a full ring
     * loses the stack alone.
     */
    private void lead(Object stack, long nextBytes) {
        if (stack == null) {
            return;
        }
        if (ring == null && !obtainRing()) {
            countDrop();
            return;
        }
        if (unanswered != 0) {
            endUnanswered();
        }
        if (ring.outlives()) {
            leadByText(stack, nextBytes);
            return;
        }
        long room = capacity - ((position + SLOT) & mask);
        long need = SLOT + nextBytes + (nextBytes > room ? room : 0);
        if (position + need > limit && !admit(need)) {
            return;
        }
        if (stacks == null && !makeStacks()) {
            dropped++;
            return;
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
            countDrop();
            return;
        }
        if (stacks.isHalfUsed()) {
            pool.collectorWaker().run();
        }
        long offset = RingLayout.HEADER_BYTES + (position & mask);
        put(offset, RingLayout.header(RingLayout.CALL_STACK, 2, 0, slot));
        put(offset + 8, Clock.ticks());
        leadFrom = position;
        leadEnd = position + SLOT;
        position = leadEnd;
    }

    private boolean makeStacks() {
        try {
            stacks = new StackExchange(owner == null ? FEW_STACKS : MANY_STACKS);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** The stack as text: whoever reads the ring when this process is dead has no object. */
    private void leadByText(Object stack, long nextBytes) {
        String text = StackText.of(stack);
        int bytes = textBytes(text, maxTextBytes());
        long leadBytes = textRecordBytes(bytes);
        // One of the two may have to go to the ring's begin, where the other leaves a pad.
        long need = leadBytes + nextBytes + Math.max(leadBytes, nextBytes);
        if (position + need > limit && !admit(need)) {
            return;
        }
        long at = claim(leadBytes);
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        long _ = putText(text, bytes, offset + 24);
        put(offset, RingLayout.header(RingLayout.ZONE_STACK, (int) (leadBytes / 8), 0, ANY_LOCATION));
        put(offset + 8, Clock.ticks());
        put(offset + 16, bytes);
        leadFrom = position;
        leadEnd = at + leadBytes;
        position = leadEnd;
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

    /** What a {@link RingLayout#CALL_STACK} record names. The collector. */
    public Object takeStack(int slot) {
        return stacks.take(slot);
    }

    /**
     * A record with four words of payload, stamped now.
     *
     * @return false if there was no room; the caller decides whether that is a drop ({@link #countDrop}) or tries again
     */
    public boolean tryRecord(int type, int small, int id, long a, long b, long c, long d) {
        long ticks = Clock.ticks();
        long at = claimUncounted(3 * SLOT);
        if (at < 0) {
            return false;
        }
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(type, 6, small, id));
        put(offset + 8, ticks);
        put(offset + 16, a);
        put(offset + 24, b);
        put(offset + 32, c);
        put(offset + 40, d);
        publish(at + 3 * SLOT);
        return true;
    }

    /**
     * A record with a text, stamped now. The text is copied as UTF-8; lone surrogates become U+FFFD; what is longer than
     * {@link RingLayout#MAX_TEXT_BYTES} (or a quarter of a small ring) is cut before a character and counted.
     */
    public void recordText(int type, int small, int id, String text) {
        long ticks = Clock.ticks();
        if (ring == null && !obtainRing()) {
            countDrop();
            return;
        }
        int maxBytes = maxTextBytes();
        int chars = text.length();
        if (chars <= maxBytes) {
            long at = claim(textRecordBytes(chars));
            if (at < 0) {
                return;
            }
            if (putAscii(text, chars, RingLayout.HEADER_BYTES + (at & mask) + 24)) {
                finishText(at, ticks, type, small, id, chars);
                return;
            }
        }
        int bytes = Utf8.length(text, maxBytes);
        if (bytes < 0) {
            countTruncated();
            bytes = ~bytes;
        }
        long at = claim(textRecordBytes(bytes));
        if (at < 0) {
            return;
        }
        Utf8.put(text, bytes, memory, RingLayout.HEADER_BYTES + (at & mask) + 24);
        finishText(at, ticks, type, small, id, bytes);
    }

    private int maxTextBytes() {
        return growth.maxTextBytes(capacity);
    }

    private static int textRecordBytes(int textBytes) {
        return (24 + textBytes + 15) & ~15;
    }

    /** Copies if every character is ASCII, 8 to a word; false leaves garbage in room that was claimed but not published. */
    private boolean putAscii(String text, int chars, long offset) {
        int all = 0;
        int i = 0;
        for (; i + 8 <= chars; i += 8) {
            long word = 0;
            for (int k = 0; k < 8; k++) {
                char c = text.charAt(i + k);
                all |= c;
                word |= (long) (c & 0xFF) << (8 * k);
            }
            put(offset + i, word);
        }
        for (; i < chars; i++) {
            char c = text.charAt(i);
            all |= c;
            putByte(offset + i, (byte) c);
        }
        return all < 0x80;
    }

    private void finishText(long at, long ticks, int type, int small, int id, int bytes) {
        int recordBytes = textRecordBytes(bytes);
        long offset = RingLayout.HEADER_BYTES + (at & mask);
        put(offset, RingLayout.header(type, recordBytes / 8, small, id));
        put(offset + 8, ticks);
        put(offset + 16, bytes);
        publish(at + recordBytes);
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

    // --- markers: a record that the caller fills

    /**
     * Room for a record.
     *
     * @param bytes of all of it
     * @return place of its first word, or -1 (counted)
     */
    public long claimMarker(int bytes) {
        long at = claim(wholeSlots(bytes));
        return at < 0 ? -1 : RingLayout.HEADER_BYTES + (at & mask);
    }

    /** Writes a word of the record at hand. */
    public void putWord(long offset, long word) {
        put(offset, word);
    }

    /** Bytes of UTF-8 that are kept of a text, -1 for null. A text that is cut is counted. */
    public int textBytes(String text, int maxBytes) {
        if (text == null) {
            return -1;
        }
        int chars = text.length();
        if (chars <= maxBytes && isAscii(text, chars)) {
            return chars;
        }
        int bytes = Utf8.length(text, maxBytes);
        if (bytes >= 0) {
            return bytes;
        }
        countTruncated();
        return ~bytes;
    }

    private static boolean isAscii(String text, int chars) {
        int all = 0;
        for (int i = 0; i < chars; i++) {
            all |= text.charAt(i);
        }
        return all < 0x80;
    }

    /** Bytes that a text takes in a marker. */
    public static int paddedBytes(int textBytes) {
        return Math.max(0, textBytes) + 7 & ~7;
    }

    /**
     * Writes a text of the record at hand.
     *
     * @param bytes from {@link #textBytes}
     * @return place behind it
     */
    public long putText(String text, int bytes, long offset) {
        if (bytes > 0 && (bytes != text.length() || !putAscii(text, bytes, offset))) {
            Utf8.put(text, bytes, memory, offset);
        }
        return offset + paddedBytes(bytes);
    }

    /** Publishes the record at hand. */
    public void finishMarker(long offset, int bytes, int small, int id, long ticks) {
        int recordBytes = wholeSlots(bytes);
        put(offset, RingLayout.header(RingLayout.MARKER, recordBytes / 8, small, id));
        put(offset + 8, ticks);
        // A pad may stand before the record.
        publish(position + (offset - RingLayout.HEADER_BYTES - position & mask) + recordBytes);
    }

    private static int wholeSlots(int bytes) {
        return bytes + 15 & ~15;
    }

    /**
     * Finds room for a record that must not wrap; a pad is put in front where the end of the ring is too near, and published with the
     * record.
     *
     * @return position of the record, or -1 (counted)
     */
    private long claim(long bytes) {
        long at = claimUncounted(bytes);
        if (at < 0) {
            countDrop();
        }
        return at;
    }

    private long claimUncounted(long bytes) {
        if (position + needFor(bytes) > limit) {
            if (unanswered != 0) {
                // Its end takes room that need is measured from.
                endUnanswered();
            }
            if (!findRoom(needFor(bytes))) {
                return -1;
            }
        }
        long inRing = position & mask;
        long room = capacity - inRing;
        if (bytes > room) {
            put(RingLayout.HEADER_BYTES + inRing, RingLayout.header(RingLayout.PAD, (int) (room / 8), 0, 0));
            return position + room;
        }
        return position;
    }

    private long needFor(long bytes) {
        long toEnd = capacity - (position & mask);
        return bytes <= toEnd ? bytes : bytes + toEnd;
    }

    private void publish(long newPosition) {
        position = newPosition;
        release(newPosition);
    }

    /** Release: a reader that sees the new position sees the record's words. */
    private void release(long newPosition) {
        if (Memory.RAW) {
            WORD.setRelease(Memory.EVERYTHING, base + RingLayout.PRODUCER_OFFSET, newPosition);
        } else {
            WORD.setRelease(memory, (long) RingLayout.PRODUCER_OFFSET, newPosition);
        }
    }

    private void put(long offset, long word) {
        if (Memory.RAW) {
            Memory.EVERYTHING.set(JAVA_LONG, base + offset, word);
        } else {
            memory.set(JAVA_LONG, offset, word);
        }
    }

    private void putByte(long offset, byte value) {
        memory.set(JAVA_BYTE, offset, value);
    }

    /** {@link #findRoom}, or a counted drop. */
    private boolean admit(long need) {
        if (findRoom(need)) {
            return true;
        }
        countDrop();
        return false;
    }

    /**
     * The slow path of every record: looks at the consumer again, wakes it when the ring is half full, and once more at 80 and at 90
     * percent, which are counted. At 90 percent the thread goes on in another ring; without one, the policy of a full ring applies.
     */
    private boolean findRoom(long need) {
        if (ring == null && !obtainRing()) {
            return false;
        }
        if (unanswered != 0) {
            endUnanswered();
        }
        long reserved = SLOT * depth;
        long consumed = ring.consumerPosition();
        long soft = consumed + (growth.isFirst(capacity) ? capacity : capacity / 2) - reserved;
        if (position + need <= soft) {
            level = 0;
            limit = growth.isGrown(capacity) ? limitOfGrown(need, soft, consumed) : soft;
            return true;
        }
        if (growth.isFirst(capacity) && goOn(larger(need, reserved), reserved)) {
            return true;
        }
        pool.collectorWaker().run();
        if (isBelow(FLUSH_LEVEL, consumed - reserved, need) || isBelow(WARNING_LEVEL, consumed - reserved, need)) {
            return true;
        }
        reached(FULL_LEVEL);
        if (goOn(larger(need, reserved), reserved)) {
            return true;
        }
        long hard = consumed + capacity - reserved;
        // What does not fit into an empty ring is not worth waiting for: open zones have promised all of it to their
        // ends.
        boolean everFits = need + reserved <= capacity;
        if (position + need > hard && everFits && policy.waitNanos() > 0) {
            hard = awaitRoom(need, reserved);
        }
        while (position + need > hard && everFits && overwrites(ring)) {
            overwriteOldest(need);
            hard = ring.consumerPosition() + capacity - reserved;
        }
        limit = hard;
        return position + need <= hard;
    }

    /** Ends the zone whose token nobody got, unless it has ended with an outer one. */
    private void endUnanswered() {
        long token = unanswered;
        int d = (int) token & 0xFFFF;
        if (d < depth && open[d] == token) {
            endZone(token);
        }
        unanswered = 0;
    }

    /** The limit in a ring that has grown, or in the usual one if the thread goes on in that. */
    private long limitOfGrown(long need, long soft, long consumed) {
        long reserved = SLOT * depth;
        if (position != leadEnd) {
            release(position);
            if (goOn(growth.usual(position, consumed, reserved + 2 * need), reserved)) {
                return limit;
            }
        }
        return Math.min(soft, position + Math.max(need, growth.lookBytes()));
    }

    /** A ring to go on in; null if there is none, or a stack has been written that its record must follow here. */
    private EventRing larger(long need, long reserved) {
        if (position == leadEnd) {
            return null;
        }
        // The position is final once the ring has a successor.
        release(position);
        // Twice: where a record wraps in the one ring and not in the other, it needs room for a pad as well.
        return growth.larger(ring, position, reserved + 2 * need);
    }

    /** The records continue in that ring, which begins at {@code position}; false if it is null. */
    private boolean goOn(EventRing newRing, long reserved) {
        if (newRing == null) {
            return false;
        }
        MemorySegment newMemory = newRing.segment();
        long newBase = newMemory.address();
        int newCapacity = newRing.capacityBytes();
        // Nothing but stores from here on: an error between them would leave half of each ring.
        ring.next = newRing;
        ring = newRing;
        memory = newMemory;
        base = newBase;
        capacity = newCapacity;
        mask = newCapacity - 1L;
        level = 0;
        limit = position + newCapacity / 2 - reserved;
        return true;
    }

    /** True if the thread is likely to go on in another ring when this one is full. Any thread. */
    public boolean hasRoomToGrow() {
        return growth.hasRoom();
    }

    /** True if the newest records win when that ring of this recorder is full. Any thread. */
    public boolean overwrites(EventRing itsRing) {
        return policy.overwrites() && !itsRing.outlives();
    }

    /** Gives up a quarter of the ring, the oldest one, unless the consumer has just taken it. */
    private void overwriteOldest(long need) {
        long from = ring.consumerPosition();
        long to = from;
        long least = from + Math.max(need, capacity / 4);
        boolean goesOn = from == gapEnd;
        int lowest = goesOn ? gapLowest : 0;
        int rise = goesOn ? gapRise : 0;
        int records = 0;
        while (to < position && to < least) {
            long header = ring.word(ring.offset(to));
            switch (RingLayout.type(header)) {
                case RingLayout.ZONE_BEGIN -> rise++;
                case RingLayout.ZONE_END -> {
                    rise -= RingLayout.id(header);
                    lowest = Math.min(lowest, rise);
                }
                default -> {
                    // Not of the zones' depth.
                }
            }
            records += RingLayout.type(header) == RingLayout.PAD ? 0 : 1;
            to += RingLayout.bytes(header);
        }
        if (ring.overwrite(from, to, gapPlace, lowest, rise)) {
            overwritten += records;
            gapEnd = to;
            gapLowest = lowest;
            gapRise = rise;
            gapPlace ^= 1;
            forgetStacks(from, to);
        }
    }

    /** Nobody will ask for the stacks of records that have been given up. */
    private void forgetStacks(long from, long to) {
        if (stacks == null) {
            return;
        }
        for (long at = from; at < to; ) {
            long header = ring.word(ring.offset(at));
            if (RingLayout.type(header) == RingLayout.CALL_STACK) {
                Object _ = stacks.take(RingLayout.id(header));
            }
            at += RingLayout.bytes(header);
        }
    }

    /** Lets records in up to a level, if this one fits below it. */
    private boolean isBelow(int percent, long from, long need) {
        long end = from + (capacity / 100L * percent & -SLOT);
        if (position + need > end) {
            return false;
        }
        limit = end;
        reached(percent);
        return true;
    }

    /** The ring is filled up to that level at the most. */
    private void reached(int below) {
        if (below > FLUSH_LEVEL && level <= FLUSH_LEVEL) {
            flushes++;
        }
        if (below > WARNING_LEVEL && level <= WARNING_LEVEL) {
            warnings++;
        }
        level = below;
    }

    /** Sleeps in slices; in an interrupted thread, where none lasts, it only gives way to others. */
    @SuppressWarnings("ThreadPriorityCheck") // A sleep would throw, and a park alone would spin.
    private long awaitRoom(long need, long reserved) {
        long start = System.nanoTime();
        waits++;
        while (true) {
            long hard = ring.consumerPosition() + capacity - reserved;
            if (position + need <= hard || System.nanoTime() - start >= policy.waitNanos()) {
                return hard;
            }
            Thread.yield();
            LockSupport.parkNanos(WAIT_SLICE_NANOS);
        }
    }

    /** A thread that came when all rings were taken asks again once in a while. */
    private boolean obtainRing() {
        if (pool == null || ++refusedRings % ASK_AGAIN != 0) {
            return false;
        }
        try {
            return RecorderRegistry.obtainRing(this);
        } catch (OutOfMemoryError e) {
            return false;
        } catch (StackOverflowError e) {
            // The next event may come with more of the stack left.
            refusedRings = ASK_AGAIN - 1;
            return false;
        }
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

    /** Moves on with each record. */
    public long position() {
        return position;
    }

    /** Counts what a caller gave up because there was no room. */
    public void countDrop() {
        dropped++;
        if (pool != null) {
            pool.countLoss(ring, RingLayout.DROPPED_OFFSET);
        }
    }

    private void countTruncated() {
        truncated++;
        if (pool != null) {
            pool.countLoss(ring, RingLayout.TRUNCATED_OFFSET);
        }
    }

    /** Counts a wrong call: a null location, an end without its begin. */
    public void countUnmatched() {
        unmatched++;
    }

    /** The ring, or null if none could be had. Any thread. */
    EventRing ring() {
        return ring;
    }

    /** Records refused for want of room. Any thread; a little behind. */
    public long droppedCount() {
        return (long) DROPPED.getOpaque(this);
    }

    /** Ends and attributes without an open zone. Any thread; a little behind. */
    public long unmatchedCount() {
        return (long) UNMATCHED.getOpaque(this);
    }

    /** Texts that were cut. Any thread; a little behind. */
    public long truncatedCount() {
        return (long) TRUNCATED.getOpaque(this);
    }

    /** Times that the ring was as full as {@link #FLUSH_LEVEL}. Any thread; a little behind. */
    public long flushCount() {
        return (long) FLUSHES.getOpaque(this);
    }

    /** Times that the ring was 90 percent full. Any thread; a little behind. */
    public long warningCount() {
        return (long) WARNINGS.getOpaque(this);
    }

    /** Records that were overwritten before they were read. Any thread; a little behind. */
    public long overwrittenCount() {
        return (long) OVERWRITTEN.getOpaque(this);
    }

    /** Times that a full ring was waited for. Any thread; a little behind. */
    public long waitCount() {
        return (long) WAITS.getOpaque(this);
    }
}
