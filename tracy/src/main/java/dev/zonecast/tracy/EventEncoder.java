package dev.zonecast.tracy;

import java.nio.charset.StandardCharsets;

/**
 * Writes events of Tracy's protocol into blocks: numbers of the session's {@link Protocol}, times relative to the four bases, the
 * shortest variants, and an event that fills a slot right before the one that empties it. One method per event; what they mean and
 * in which order they may come is the session's business. Times are nanoseconds of {@link System#nanoTime}; 0 bytes are
 * allocated, but for strings that come as {@link String}.
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

    private final Protocol protocol;
    private final BlockOutput output;
    protected final boolean compactTimes;
    protected final byte zoneBegin;
    protected final byte zoneBegin32;
    protected final byte zoneBegin16;
    protected final byte zoneEnd;
    protected final byte zoneEnd32;
    protected final byte zoneEnd16;

    private Block block;
    private byte[] bytes;
    private int position;

    // The four time bases of the protocol; samples have that of context switches, which are not sent.
    private long threadBase;
    private long contextBase;
    private long serialBase;
    private long gpuBase;

    public EventEncoder(Protocol protocol, BlockOutput output, Block first) {
        this.protocol = protocol;
        this.output = output;
        this.compactTimes = protocol.compactTimes();
        this.zoneBegin = protocol.code(EventType.ZONE_BEGIN);
        this.zoneBegin32 = protocol.code(EventType.ZONE_BEGIN_32);
        this.zoneBegin16 = protocol.code(EventType.ZONE_BEGIN_16);
        this.zoneEnd = protocol.code(EventType.ZONE_END);
        this.zoneEnd32 = protocol.code(EventType.ZONE_END_32);
        this.zoneEnd16 = protocol.code(EventType.ZONE_END_16);
        use(first);
    }

    // --- blocks

    /** Index of the next event in {@link #bytes}. */
    protected final int position() {
        return position;
    }

    /** Moves behind events that were written in a loop. */
    protected final void advance(int newPosition, long lastNanos) {
        position = newPosition;
        threadBase = lastNanos;
    }

    public final boolean isEmpty() {
        return position == Block.START;
    }

    /** Bytes that are not handed over yet. */
    public final int lengthBytes() {
        return position - Block.START;
    }

    /** Hands over what there is; not between an event that fills a slot and the one that empties it. */
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
    protected final void reserve(int size) {
        if (position + size > Block.LIMIT) {
            flush();
        }
    }

    /** Index of a new event of fixed size, its type byte written; the rest is to be written into {@link #bytes}. */
    public final int open(EventType type) {
        return open(type, 0);
    }

    /** What events are written into; another one after each {@link #open}. */
    public final byte[] bytes() {
        return bytes;
    }

    /** Index of a new event with so many bytes behind its head. */
    public final int open(EventType type, int tailBytes) {
        int size = protocol.sizeBytes(type) + tailBytes;
        reserve(size);
        int at = position;
        bytes[at] = protocol.code(type);
        position = at + size;
        return at;
    }

    // --- threads

    /** Events that belong to a thread belong to this one from here on. */
    public final void threadContext(int thread) {
        int at = open(EventType.THREAD_CONTEXT);
        Wire.putInt(bytes, at + 1, thread);
        threadBase = 0;
    }

    /** Time of the last event of the current thread that is relative to it. */
    public final long threadBaseNanos() {
        return threadBase;
    }

    /**
     * What follows belongs to a fiber, after the context of the thread that runs it.
     *
     * @param fiber cookie
     */
    public final void fiberEnter(long nanos, long fiber, int thread) {
        int at = open(EventType.FIBER_ENTER);
        Wire.putLong(bytes, at + 1, threadDelta(nanos));
        Wire.putLong(bytes, at + 9, fiber);
        Wire.putInt(bytes, at + 17, thread);
        Wire.putInt(bytes, at + 21, 0);
    }

    public final void fiberLeave(long nanos, int thread) {
        int at = open(EventType.FIBER_LEAVE);
        Wire.putLong(bytes, at + 1, threadDelta(nanos));
        Wire.putInt(bytes, at + 9, thread);
    }

    /** A time relative to the current thread's last one. */
    public final long threadDelta(long nanos) {
        long delta = nanos - threadBase;
        threadBase = nanos;
        return delta;
    }

    // --- zones

    public final void zoneBegin(long nanos, long location) {
        zoneBegin(nanos, location, zoneBegin, zoneBegin32, zoneBegin16);
    }

    /** After {@link #callStack}. */
    public final void zoneBeginCallstack(long nanos, long location) {
        zoneBegin(
                nanos,
                location,
                protocol.code(EventType.ZONE_BEGIN_CALLSTACK),
                protocol.code(EventType.ZONE_BEGIN_CALLSTACK_32),
                protocol.code(EventType.ZONE_BEGIN_CALLSTACK_16));
    }

    private void zoneBegin(long nanos, long location, byte code64, byte code32, byte code16) {
        reserve(MAX_ZONE_EVENT_BYTES);
        long delta = threadDelta(nanos);
        byte[] target = bytes;
        int at = position;
        if (compactTimes && delta >>> 16 == 0) {
            target[at] = code16;
            Wire.putShort(target, at + 1, (int) delta);
            Wire.putLong(target, at + 3, location);
            position = at + 11;
        } else {
            int next = putWideTime(at, delta, code64, code32);
            Wire.putLong(target, next, location);
            position = next + 8;
        }
    }

    public final void zoneEnd(long nanos) {
        reserve(MAX_ZONE_EVENT_BYTES);
        long delta = threadDelta(nanos);
        int at = position;
        if (compactTimes && delta >>> 16 == 0) {
            bytes[at] = zoneEnd16;
            Wire.putShort(bytes, at + 1, (int) delta);
            position = at + 3;
        } else {
            position = putWideTime(at, delta, zoneEnd, zoneEnd32);
        }
    }

    /** A difference that does not fit into 16 bits, or any in a protocol without compact times. */
    protected final int putWideTime(int at, long delta, byte code64, byte code32) {
        if (compactTimes && delta >= Protocol.FIRST_32 && delta < Protocol.FIRST_64) {
            bytes[at] = code32;
            Wire.putInt(bytes, at + 1, (int) (delta - Protocol.FIRST_32));
            return at + 5;
        }
        bytes[at] = code64;
        Wire.putLong(bytes, at + 1, compactTimes && delta >= Protocol.FIRST_64 ? delta - Protocol.FIRST_64 : delta);
        return at + 9;
    }

    public final void zoneValue(long value) {
        int at = open(EventType.ZONE_VALUE);
        Wire.putLong(bytes, at + 1, value);
    }

    public final void zoneColor(int rgb) {
        int at = open(EventType.ZONE_COLOR);
        putColor(at + 1, rgb);
    }

    // --- call stacks

    /** What the next event of a thread, or a serial one, has as its call stack. */
    public final void callStack(byte[] frames, EventType binder) {
        int at = open(EventType.CALLSTACK_ALLOC_PAYLOAD, Short.BYTES + frames.length);
        Wire.putLong(bytes, at + 1, 0);
        Wire.putShort(bytes, at + 9, frames.length);
        System.arraycopy(frames, 0, bytes, at + 11, frames.length);
        open(binder);
    }

    /** Head of a sampled stack of so many addresses; returns the index of the first. */
    protected final int openSample(int frames) {
        int at = open(EventType.CALLSTACK_PAYLOAD, Short.BYTES + Long.BYTES * frames);
        Wire.putLong(bytes, at + 1, 0);
        Wire.putShort(bytes, at + 9, Long.BYTES * frames);
        return at + 11;
    }

    /** What was looked at, behind its stack. Times may run backwards. */
    protected final void closeSample(int thread, long nanos) {
        long delta = nanos - contextBase;
        contextBase = nanos;
        if (!compactTimes) {
            int at = open(EventType.CALLSTACK_SAMPLE);
            Wire.putLong(bytes, at + 1, delta);
            Wire.putInt(bytes, at + 9, thread);
        } else if (delta >>> 16 == 0) {
            int at = open(EventType.CALLSTACK_SAMPLE_16);
            Wire.putInt(bytes, at + 1, thread);
            Wire.putShort(bytes, at + 5, (int) delta);
        } else if (delta >= Protocol.FIRST_32 && delta < Protocol.FIRST_64) {
            int at = open(EventType.CALLSTACK_SAMPLE_32);
            Wire.putInt(bytes, at + 1, thread);
            Wire.putInt(bytes, at + 5, (int) (delta - Protocol.FIRST_32));
        } else {
            int at = open(EventType.CALLSTACK_SAMPLE);
            Wire.putInt(bytes, at + 1, thread);
            Wire.putLong(bytes, at + 5, delta >= Protocol.FIRST_64 ? delta - Protocol.FIRST_64 : delta);
        }
    }

    // --- plots

    public final void plotConfig(long name, int type, boolean step, boolean fill, int rgb) {
        int at = open(EventType.PLOT_CONFIG);
        Wire.putLong(bytes, at + 1, name);
        bytes[at + 9] = (byte) type;
        bytes[at + 10] = (byte) (step ? 1 : 0);
        bytes[at + 11] = (byte) (fill ? 1 : 0);
        // Unlike everywhere else the viewer takes the low byte for red here.
        Wire.putInt(bytes, at + 12, Integer.reverseBytes(rgb) >>> 8);
    }

    public final void plot(long nanos, long name, long value) {
        int at = open(EventType.PLOT_DATA_INT);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, threadDelta(nanos));
        Wire.putLong(bytes, at + 17, value);
    }

    /**
     * A value of a plot.
     *
     * @param value finite: the viewer drops others without applying their time
     */
    public final void plot(long nanos, long name, double value) {
        int at = open(EventType.PLOT_DATA_DOUBLE);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, threadDelta(nanos));
        Wire.putLong(bytes, at + 17, Double.doubleToRawLongBits(value));
    }

    // --- messages

    /**
     * A message.
     *
     * @param rgb 0xRRGGBB, or -1
     */
    public final void message(long nanos, int metadata, int rgb, String text) {
        singleString(text);
        messageHead(nanos, metadata, rgb);
    }

    protected final void messageHead(long nanos, int metadata, int rgb) {
        messageHead(rgb < 0 ? EventType.MESSAGE : EventType.MESSAGE_COLOR, nanos, metadata, rgb);
    }

    protected final void messageHead(EventType type, long nanos, int metadata, int rgb) {
        int at = open(type);
        Wire.putLong(bytes, at + 1, nanos);
        int next = at + 9;
        if (rgb >= 0) {
            putColor(next, rgb);
            next += 3;
        }
        if (protocol.messageMetadata()) {
            bytes[next] = (byte) metadata;
        }
    }

    /**
     * A message whose text the viewer asks for.
     *
     * @param rgb 0xRRGGBB, or -1
     */
    public final void messageLiteral(long nanos, int metadata, int rgb, long string) {
        int at = open(rgb < 0 ? EventType.MESSAGE_LITERAL : EventType.MESSAGE_LITERAL_COLOR);
        Wire.putLong(bytes, at + 1, nanos);
        int next = at + 9;
        if (rgb >= 0) {
            putColor(next, rgb);
            next += 3;
        }
        Wire.putLong(bytes, next, protocol.messageMetadata() ? string << 8 | metadata : string);
    }

    public final void crashReport(long nanos, long text) {
        int at = open(EventType.CRASH_REPORT);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putLong(bytes, at + 9, text);
    }

    public final void appInfo(long nanos, String line) {
        singleString(line);
        int at = open(EventType.MESSAGE_APP_INFO);
        Wire.putLong(bytes, at + 1, nanos);
    }

    // --- video frames

    /**
     * A mark of a frame.
     *
     * @param type one of the three kinds of mark
     */
    public final void frame(EventType type, long nanos, long name) {
        int at = open(type);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putLong(bytes, at + 9, name);
    }

    public final void frameVsync(long nanos, int display) {
        int at = open(EventType.FRAME_VSYNC);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putInt(bytes, at + 9, display);
    }

    /**
     * A picture of a frame of the base set.
     *
     * @param frame as the viewer counts, a u32
     * @param words of its blocks
     * @param bottomUp true if the rows run from the lowest to the highest
     */
    public final void frameImage(long frame, int[] words, int width, int height, boolean bottomUp) {
        int size = words.length * Integer.BYTES;
        int data = open(EventType.FRAME_IMAGE_DATA, Integer.BYTES + size);
        Wire.putLong(bytes, data + 1, 0);
        Wire.putInt(bytes, data + 9, size);
        for (int i = 0, at = data + 13; i < words.length; i++, at += Integer.BYTES) {
            Wire.putInt(bytes, at, words[i]);
        }
        int at = open(EventType.FRAME_IMAGE);
        Wire.putInt(bytes, at + 1, (int) frame);
        Wire.putShort(bytes, at + 5, width);
        Wire.putShort(bytes, at + 7, height);
        bytes[at + 9] = (byte) (bottomUp ? 1 : 0);
    }

    // --- GPU

    /**
     * A context of no thread, not calibrated, one nanosecond per tick.
     *
     * @param gpuNanos the GPU's time at the moment {@code cpuNanos}
     */
    public final void gpuNewContext(int context, int type, long cpuNanos, long gpuNanos) {
        int at = open(EventType.GPU_NEW_CONTEXT);
        Wire.putLong(bytes, at + 1, cpuNanos);
        Wire.putLong(bytes, at + 9, gpuNanos);
        Wire.putInt(bytes, at + 17, 0);
        Wire.putInt(bytes, at + 21, Float.floatToRawIntBits(1.0f));
        bytes[at + 25] = (byte) context;
        bytes[at + 26] = 0;
        bytes[at + 27] = (byte) protocol.gpuType(type);
    }

    public final void gpuAnnotationName(int context, long note, String name) {
        singleString(name);
        int at = open(EventType.GPU_ANNOTATION_NAME);
        Wire.putLong(bytes, at + 1, note);
        bytes[at + 9] = (byte) context;
    }

    /**
     * A figure of a GPU zone.
     *
     * @param query of the zone's begin
     */
    public final void gpuZoneAnnotation(int context, long note, double value, int thread, int query) {
        int at = open(EventType.GPU_ZONE_ANNOTATION);
        Wire.putLong(bytes, at + 1, note);
        Wire.putLong(bytes, at + 9, Double.doubleToRawLongBits(value));
        Wire.putInt(bytes, at + 17, thread);
        Wire.putShort(bytes, at + 21, query);
        bytes[at + 23] = (byte) context;
    }

    public final void gpuContextName(int context, String name) {
        singleString(name);
        int at = open(EventType.GPU_CONTEXT_NAME);
        bytes[at + 1] = (byte) context;
    }

    public final void gpuZoneBegin(int context, int thread, long cpuNanos, int query, long location) {
        int at = open(EventType.GPU_ZONE_BEGIN_SERIAL);
        putGpuZone(at, context, thread, cpuNanos, query);
        Wire.putLong(bytes, at + 16, location);
    }

    public final void gpuZoneEnd(int context, int thread, long cpuNanos, int query) {
        int at = open(EventType.GPU_ZONE_END_SERIAL);
        putGpuZone(at, context, thread, cpuNanos, query);
    }

    private void putGpuZone(int at, int context, int thread, long cpuNanos, int query) {
        Wire.putLong(bytes, at + 1, serialDelta(cpuNanos));
        Wire.putInt(bytes, at + 9, thread);
        Wire.putShort(bytes, at + 13, query);
        bytes[at + 15] = (byte) context;
    }

    public final void gpuTime(int context, long gpuNanos, int query) {
        int at = open(EventType.GPU_TIME);
        Wire.putLong(bytes, at + 1, gpuNanos - gpuBase);
        gpuBase = gpuNanos;
        Wire.putShort(bytes, at + 9, query);
        bytes[at + 11] = (byte) context;
    }

    // --- locks

    public final void lockAnnounce(int lock, long nanos, long location, boolean shared) {
        int at = open(EventType.LOCK_ANNOUNCE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, nanos);
        Wire.putLong(bytes, at + 13, location);
        bytes[at + 21] = (byte) (shared ? 1 : 0);
    }

    public final void lockName(int lock, String name) {
        singleString(name);
        int at = open(EventType.LOCK_NAME);
        Wire.putInt(bytes, at + 1, lock);
    }

    /**
     * A thread waits for a lock or has it.
     *
     * @param type a wait or an obtaining, alone or shared
     */
    public final void lockClaim(EventType type, int lock, int thread, long nanos) {
        int at = open(type);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, lock);
        Wire.putLong(bytes, at + 9, serialDelta(nanos));
    }

    public final void lockRelease(int lock, long nanos) {
        int at = open(EventType.LOCK_RELEASE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, serialDelta(nanos));
    }

    public final void lockSharedRelease(int lock, int thread, long nanos) {
        int at = open(EventType.LOCK_SHARED_RELEASE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, serialDelta(nanos));
        Wire.putInt(bytes, at + 13, thread);
    }

    public final void lockMark(int lock, int thread, long location) {
        int at = open(EventType.LOCK_MARK);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, lock);
        Wire.putLong(bytes, at + 9, location);
    }

    public final void lockTerminate(int lock, long nanos) {
        int at = open(EventType.LOCK_TERMINATE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, nanos);
    }

    /** A time relative to the last one of locks, memory and GPU zones. */
    public final long serialDelta(long nanos) {
        long delta = nanos - serialBase;
        serialBase = nanos;
        return delta;
    }

    // --- answers and the life of the session

    public final void keepAlive() {
        open(EventType.KEEP_ALIVE);
    }

    public final void terminate() {
        open(EventType.TERMINATE);
    }

    /** An answer without content. */
    public final void acknowledge(EventType type) {
        open(type);
    }

    /**
     * A source text.
     *
     * @param text of at most half a block
     */
    public final void sourceCode(int query, byte[] text) {
        int at = open(EventType.SOURCE_CODE, Integer.BYTES + text.length);
        Wire.putLong(bytes, at + 1, query);
        Wire.putInt(bytes, at + 9, text.length);
        System.arraycopy(text, 0, bytes, at + 13, text.length);
    }

    public final void sourceCodeNotAvailable(int query) {
        int at = open(EventType.ACK_SOURCE_CODE_NOT_AVAILABLE);
        Wire.putInt(bytes, at + 1, query);
    }

    /** Answers in which a text follows the number that was asked for. */
    public final void named(EventType type, long pointer, String text) {
        byte[] utf8 = utf8(text);
        reserve(11 + utf8.length);
        int at = position;
        bytes[at] = protocol.code(type);
        Wire.putLong(bytes, at + 1, pointer);
        Wire.putShort(bytes, at + 9, utf8.length);
        System.arraycopy(utf8, 0, bytes, at + 11, utf8.length);
        position = at + 11 + utf8.length;
    }

    public final void threadGroupHint(int thread, int group) {
        int at = open(EventType.THREAD_GROUP_HINT);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, group);
    }

    public final void sourceLocation(long name, long function, long file, int line, int rgb) {
        int at = open(EventType.SOURCE_LOCATION);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, function);
        Wire.putLong(bytes, at + 17, file);
        Wire.putInt(bytes, at + 25, line);
        putColor(at + 29, rgb);
    }

    /**
     * A place in a method, by its address.
     *
     * @param symbol address of the function; 0: unknown, and the viewer asks no further
     */
    public final void callstackFrame(long address, String image, String function, String file, int line, long symbol) {
        singleString(image);
        int at = open(EventType.CALLSTACK_FRAME_SIZE);
        Wire.putLong(bytes, at + 1, address);
        bytes[at + 9] = 1;
        singleString(function);
        string(EventType.SECOND_STRING_DATA_8, EventType.SECOND_STRING_DATA, utf8(file));
        at = open(EventType.CALLSTACK_FRAME);
        Wire.putInt(bytes, at + 1, line);
        Wire.putLong(bytes, at + 5, symbol);
        Wire.putInt(bytes, at + 13, 0); // Size of its code: none to be asked for.
    }

    public final void symbol(long symbol, String file, int line) {
        singleString(file);
        int at = open(EventType.SYMBOL_INFORMATION);
        Wire.putInt(bytes, at + 1, line);
        Wire.putLong(bytes, at + 5, symbol);
    }

    // --- strings

    /** Fills the slot that the next event empties. */
    public final void singleString(String text) {
        string(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, utf8(text));
    }

    private void string(EventType shortForm, EventType longForm, byte[] utf8) {
        int at = openString(shortForm, longForm, utf8.length);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
    }

    /** Index of the text's first byte. */
    protected final int openString(EventType shortForm, EventType longForm, int length) {
        reserve(3 + length);
        int at = position;
        if (protocol.shortStrings() && length < 256) {
            bytes[at] = protocol.code(shortForm);
            bytes[at + 1] = (byte) length;
            position = at + 2 + length;
            return at + 2;
        }
        bytes[at] = protocol.code(longForm);
        Wire.putShort(bytes, at + 1, protocol.shortStrings() ? length - 256 : length);
        position = at + 3 + length;
        return at + 3;
    }

    private static byte[] utf8(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        return all.length <= MAX_TEXT_BYTES ? all : java.util.Arrays.copyOf(all, Wire.prefixBytes(all, MAX_TEXT_BYTES));
    }

    private void putColor(int at, int rgb) {
        bytes[at] = (byte) rgb;
        bytes[at + 1] = (byte) (rgb >>> 8);
        bytes[at + 2] = (byte) (rgb >>> 16);
    }
}
