package dev.zonecast.tracy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes events of Tracy's protocol into blocks: numbers and forms of the session's {@link Protocol}. An event is {@link #open} and its
 * fields; methods exist for events whose form depends on the version or on an earlier event. The session knows what the events mean and
 * in which order they come.
 *
 * <p>An event never straddles two blocks. A text fills a slot right before the event that empties it. Times are nanoseconds of
 * {@link System#nanoTime}, relative to bases. 0 bytes are allocated, but for texts that come as {@link String}.
 *
 * <p>Owned by the collector's thread.
 */
public class EventEncoder {
    /** Longest text of an event; the lengths have 16 bits. */
    public static final int MAX_TEXT_BYTES = 65_535;

    /** Largest picture: one event with a head of 13 bytes fills a block. */
    public static final int MAX_IMAGE_BYTES = (Block.CAPACITY - 13) / 8 * 8;

    /** Zones' texts are cut to one less, as the reference client does. */
    public static final int MAX_ZONE_TEXT_BYTES = 65_534;

    protected static final int MAX_ZONE_EVENT_BYTES = 17;

    /** State of a thread that stops: it was preempted. */
    public static final int RUNNABLE = 103;

    /** State of a thread that stops: it waits. */
    public static final int SLEEPING = 104;

    /** Windows has reasons; the reference client sends this number on Linux. */
    private static final int NO_WAIT_REASON = 100;

    /** Numbers of the forms of an event with a time of 8, 4 and 2 bytes. */
    protected record TimedCodes(byte in64, byte in32, byte in16) {}

    private final Protocol protocol;
    private final BlockOutput output;
    private final boolean compactTimes;
    protected final TimedCodes zoneBegin;
    protected final TimedCodes zoneEnd;
    private final TimedCodes zoneBeginCallstack;
    private Block block;

    /** The block's bytes. A further event may come into another block. */
    protected byte[] bytes;

    /** Index of the next byte in {@link #bytes}. */
    protected int position;

    /** Time of the last event of the current thread that is relative to it. */
    protected long threadBase;

    // Further time bases of the protocol. Samples and context switches have one.
    private long serialBase;
    private long contextBase;
    private long gpuBase;

    public EventEncoder(Protocol protocol, BlockOutput output, Block first) {
        this.protocol = protocol;
        this.output = output;
        this.compactTimes = protocol.compactTimes();
        this.zoneBegin = codes(EventType.ZONE_BEGIN, EventType.ZONE_BEGIN_32, EventType.ZONE_BEGIN_16);
        this.zoneEnd = codes(EventType.ZONE_END, EventType.ZONE_END_32, EventType.ZONE_END_16);
        this.zoneBeginCallstack = codes(
                EventType.ZONE_BEGIN_CALLSTACK, EventType.ZONE_BEGIN_CALLSTACK_32, EventType.ZONE_BEGIN_CALLSTACK_16);
        use(first);
    }

    private TimedCodes codes(EventType in64, EventType in32, EventType in16) {
        return new TimedCodes(protocol.code(in64), protocol.code(in32), protocol.code(in16));
    }

    // --- blocks

    public final long threadBaseNanos() {
        return threadBase;
    }

    public final boolean isEmpty() {
        return position == Block.START;
    }

    /** Bytes that are not handed over yet. */
    public final int lengthBytes() {
        return position - Block.START;
    }

    /** Sends the block. Never between an event that fills a slot and the event that empties it. */
    public final void flush() {
        if (!isEmpty()) {
            block.end = position;
            use(output.exchange(block));
        }
    }

    private void use(Block next) {
        block = next;
        bytes = next.bytes;
        position = Block.START;
    }

    /** Makes room for an event that must not straddle two blocks. */
    private void reserve(int size) {
        if (position + size > Block.LIMIT) {
            flush();
        }
    }

    // --- fields, in the order of the event

    /** Begins an event. Its fields follow. */
    public final EventEncoder open(EventType type) {
        return open(type, 0);
    }

    /** Begins an event with so many bytes behind its head. Its fields follow. */
    public final EventEncoder open(EventType type, int tailBytes) {
        reserve(protocol.sizeBytes(type) + tailBytes);
        return i8(protocol.code(type));
    }

    public final EventEncoder i8(int value) {
        bytes[position++] = (byte) value;
        return this;
    }

    public final EventEncoder i16(int value) {
        Wire.putShort(bytes, position, value);
        position += Short.BYTES;
        return this;
    }

    public final EventEncoder i32(int value) {
        Wire.putInt(bytes, position, value);
        position += Integer.BYTES;
        return this;
    }

    public final EventEncoder i64(long value) {
        Wire.putLong(bytes, position, value);
        position += Long.BYTES;
        return this;
    }

    public final EventEncoder flag(boolean value) {
        return i8(value ? 1 : 0);
    }

    /** Three bytes, blue first. */
    public final EventEncoder color(int rgb) {
        return i8(rgb).i8(rgb >>> 8).i8(rgb >>> 16);
    }

    public final void copy(byte[] from) {
        System.arraycopy(from, 0, bytes, position, from.length);
        position += from.length;
    }

    /** A time relative to the last one of the current thread. */
    public final EventEncoder threadTime(long nanos) {
        i64(nanos - threadBase);
        threadBase = nanos;
        return this;
    }

    /** A time relative to the last one of locks, memory and GPU zones. */
    public final EventEncoder serialTime(long nanos) {
        i64(nanos - serialBase);
        serialBase = nanos;
        return this;
    }

    // --- strings

    /** Fills the slot that the next event empties. */
    public final void singleString(String text) {
        string(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, text);
    }

    private void string(EventType shortForm, EventType longForm, String text) {
        byte[] utf8 = utf8(text);
        System.arraycopy(utf8, 0, bytes, openString(shortForm, longForm, utf8.length), utf8.length);
    }

    /** Index of the text's first byte. */
    protected final int openString(EventType shortForm, EventType longForm, int length) {
        boolean isShort = protocol.shortStrings() && length < Protocol.FIRST_LONG_STRING;
        if (isShort) {
            open(shortForm, 1 + length).i8(length);
        } else {
            open(longForm, Short.BYTES + length)
                    .i16(protocol.shortStrings() ? length - Protocol.FIRST_LONG_STRING : length);
        }
        int at = position;
        position += length;
        return at;
    }

    private static byte[] utf8(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        return all.length <= MAX_TEXT_BYTES ? all : Arrays.copyOf(all, Wire.prefixBytes(all, MAX_TEXT_BYTES));
    }

    // --- threads and zones

    /** Events that belong to a thread belong to this one from here on. */
    public final void threadContext(int thread) {
        open(EventType.THREAD_CONTEXT).i32(thread);
        threadBase = 0;
    }

    public final void zoneBegin(long nanos, long location) {
        timed(zoneBegin, nanos).i64(location);
    }

    /** After {@link #callStack}. */
    public final void zoneBeginCallstack(long nanos, long location) {
        timed(zoneBeginCallstack, nanos).i64(location);
    }

    public final void zoneEnd(long nanos) {
        timed(zoneEnd, nanos);
    }

    private EventEncoder timed(TimedCodes codes, long nanos) {
        reserve(MAX_ZONE_EVENT_BYTES);
        position = putTimed(bytes, position, codes, nanos - threadBase);
        threadBase = nanos;
        return this;
    }

    /** Type and time in the shortest form that the protocol has. Returns the index behind them. */
    protected final int putTimed(byte[] target, int at, TimedCodes codes, long delta) {
        if (compactTimes && delta >>> 16 == 0) {
            target[at] = codes.in16;
            Wire.putShort(target, at + 1, (int) delta);
            return at + 3;
        }
        return putWide(target, at, codes, delta);
    }

    private int putWide(byte[] target, int at, TimedCodes codes, long delta) {
        if (compactTimes && delta >= Protocol.FIRST_32 && delta < Protocol.FIRST_64) {
            target[at] = codes.in32;
            Wire.putInt(target, at + 1, (int) (delta - Protocol.FIRST_32));
            return at + 5;
        }
        target[at] = codes.in64;
        Wire.putLong(target, at + 1, wide(delta));
        return at + 9;
    }

    /** A difference in the form of 8 bytes. */
    private long wide(long delta) {
        return compactTimes && delta >= Protocol.FIRST_64 ? delta - Protocol.FIRST_64 : delta;
    }

    // --- call stacks

    /** The call stack of the next event of a thread, or of the next serial event. */
    protected final void callStack(byte[] frames, EventType binder) {
        open(EventType.CALLSTACK_ALLOC_PAYLOAD, Short.BYTES + frames.length)
                .i64(0)
                .i16(frames.length)
                .copy(frames);
        open(binder);
    }

    /** Thread and time of a sample, behind its stack. Times may run backwards. */
    protected final void sampleHead(int thread, long nanos) {
        long delta = nanos - contextBase;
        contextBase = nanos;
        if (!compactTimes) {
            open(EventType.CALLSTACK_SAMPLE).i64(delta).i32(thread);
        } else if (delta >>> 16 == 0) {
            open(EventType.CALLSTACK_SAMPLE_16).i32(thread).i16((int) delta);
        } else if (delta >= Protocol.FIRST_32 && delta < Protocol.FIRST_64) {
            open(EventType.CALLSTACK_SAMPLE_32).i32(thread).i32((int) (delta - Protocol.FIRST_32));
        } else {
            open(EventType.CALLSTACK_SAMPLE).i32(thread).i64(wide(delta));
        }
    }

    /**
     * A core goes from one thread to another; 0 is the idle thread. On each core, the thread that stops is the one that began last.
     *
     * @param state of the thread that stops, as the reference client names it: {@link #RUNNABLE} or {@link #SLEEPING}
     */
    public final void contextSwitch(long nanos, int oldThread, int newThread, int core, int state) {
        long delta = nanos - contextBase;
        contextBase = nanos;
        open(EventType.CONTEXT_SWITCH);
        int end = position - 1 + protocol.sizeBytes(EventType.CONTEXT_SWITCH);
        i64(delta).i32(oldThread).i32(newThread).i8(core).i8(NO_WAIT_REASON).i8(state);
        // Idle state of the core and priorities, which not all versions have.
        while (position < end) {
            i8(0);
        }
    }

    // --- messages

    /**
     * A message without its text.
     *
     * @param rgb 0xRRGGBB, or -1
     */
    protected final void messageHead(EventType plain, EventType colored, long nanos, int metadata, int rgb) {
        messageTime(plain, colored, nanos, rgb);
        if (protocol.messageMetadata()) {
            i8(metadata);
        }
    }

    /**
     * A message whose text the viewer asks for.
     *
     * @param rgb 0xRRGGBB, or -1
     * @param hasCalls true if its call stack precedes it
     */
    protected final void literal(long nanos, int metadata, int rgb, long string, boolean hasCalls) {
        messageTime(
                hasCalls ? EventType.MESSAGE_LITERAL_CALLSTACK : EventType.MESSAGE_LITERAL,
                hasCalls ? EventType.MESSAGE_LITERAL_COLOR_CALLSTACK : EventType.MESSAGE_LITERAL_COLOR,
                nanos,
                rgb);
        i64(protocol.messageMetadata() ? string << 8 | metadata : string);
    }

    private void messageTime(EventType plain, EventType colored, long nanos, int rgb) {
        open(rgb < 0 ? plain : colored).i64(nanos);
        if (rgb >= 0) {
            color(rgb);
        }
    }

    // --- plots

    public final void plotConfig(long name, int type, boolean step, boolean fill, int rgb) {
        // Unlike everywhere else the viewer takes the low byte for red here.
        int bgr = Integer.reverseBytes(rgb) >>> 8;
        open(EventType.PLOT_CONFIG).i64(name).i8(type).flag(step).flag(fill).i32(bgr);
    }

    // --- GPU

    /**
     * A context of no thread, not calibrated, one nanosecond per tick.
     *
     * @param gpuNanos the GPU's time at the moment {@code cpuNanos}
     */
    public final void gpuNewContext(int context, int type, long cpuNanos, long gpuNanos) {
        open(EventType.GPU_NEW_CONTEXT).i64(cpuNanos).i64(gpuNanos).i32(0);
        i32(Float.floatToRawIntBits(1.0f)).i8(context).i8(0).i8(protocol.gpuType(type));
    }

    public final void gpuContextName(int context, String name) {
        singleString(name);
        open(EventType.GPU_CONTEXT_NAME).i8(context);
    }

    /** A zone's begin, whose location follows, or its end. */
    public final EventEncoder gpuZone(EventType type, int context, int thread, long cpuNanos, int query) {
        return open(type).serialTime(cpuNanos).i32(thread).i16(query).i8(context);
    }

    public final void gpuTime(int context, long gpuNanos, int query) {
        open(EventType.GPU_TIME).i64(gpuNanos - gpuBase).i16(query).i8(context);
        gpuBase = gpuNanos;
    }

    // --- answers

    /** Answers in which a text follows the number that was asked for. */
    public final void named(EventType type, long pointer, String text) {
        byte[] utf8 = utf8(text);
        open(type, Short.BYTES + utf8.length).i64(pointer).i16(utf8.length).copy(utf8);
    }

    public final void sourceLocation(long name, long function, long file, int line, int rgb) {
        open(EventType.SOURCE_LOCATION).i64(name).i64(function).i64(file);
        i32(line).color(rgb);
    }

    /**
     * A place in a method, by its address.
     *
     * @param symbol address of the function; 0: unknown, and the viewer asks no further
     */
    public final void callstackFrame(long address, String image, String function, String file, int line, long symbol) {
        singleString(image);
        open(EventType.CALLSTACK_FRAME_SIZE).i64(address).i8(1);
        singleString(function);
        string(EventType.SECOND_STRING_DATA_8, EventType.SECOND_STRING_DATA, file);
        // The size of its code is 0: the viewer does not ask for it.
        open(EventType.CALLSTACK_FRAME).i32(line).i64(symbol).i32(0);
    }
}
