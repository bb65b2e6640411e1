package dev.zonecast.tracy;

/**
 * Writes events of Tracy's protocol, one method per event: numbers and forms of the session's {@link Protocol}. The session knows what
 * they mean and in which order they come.
 *
 * <p>Owned by the collector's thread.
 */
public class EventEncoder extends BlockWriter {
    /** Largest picture: one event with a head of 13 bytes fills a block. */
    public static final int MAX_IMAGE_BYTES = (Block.CAPACITY - 13) / 8 * 8;

    /** Zones' texts are cut to one less, as the reference client does. */
    public static final int MAX_ZONE_TEXT_BYTES = 65_534;

    protected static final int MAX_ZONE_EVENT_BYTES = 17;

    /** Numbers of the forms of an event with a time of 8, 4 and 2 bytes. */
    protected record TimedCodes(byte in64, byte in32, byte in16) {}

    private final boolean compactTimes;
    protected final TimedCodes zoneBegin;
    protected final TimedCodes zoneEnd;
    private final TimedCodes zoneBeginCallstack;

    // Two more time bases of the protocol. Samples have that of context switches, which are not sent.
    private long contextBase;
    private long gpuBase;

    public EventEncoder(Protocol protocol, BlockOutput output, Block first) {
        super(protocol, output, first);
        this.compactTimes = protocol.compactTimes();
        this.zoneBegin = codes(EventType.ZONE_BEGIN, EventType.ZONE_BEGIN_32, EventType.ZONE_BEGIN_16);
        this.zoneEnd = codes(EventType.ZONE_END, EventType.ZONE_END_32, EventType.ZONE_END_16);
        this.zoneBeginCallstack = codes(
                EventType.ZONE_BEGIN_CALLSTACK, EventType.ZONE_BEGIN_CALLSTACK_32, EventType.ZONE_BEGIN_CALLSTACK_16);
    }

    private TimedCodes codes(EventType in64, EventType in32, EventType in16) {
        return new TimedCodes(protocol.code(in64), protocol.code(in32), protocol.code(in16));
    }

    // --- threads

    /** Events that belong to a thread belong to this one from here on. */
    public final void threadContext(int thread) {
        open(EventType.THREAD_CONTEXT).i32(thread);
        advance(position(), 0);
    }

    /**
     * What follows belongs to a fiber, after the context of the thread that runs it.
     *
     * @param fiber cookie
     */
    public final void fiberEnter(long nanos, long fiber, int thread) {
        open(EventType.FIBER_ENTER).threadTime(nanos).i64(fiber).i32(thread).i32(0);
    }

    public final void fiberLeave(long nanos, int thread) {
        open(EventType.FIBER_LEAVE).threadTime(nanos).i32(thread);
    }

    // --- zones

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

    private BlockWriter timed(TimedCodes codes, long nanos) {
        reserve(MAX_ZONE_EVENT_BYTES);
        advance(putTimed(bytes(), position(), codes, nanos - threadBaseNanos()), nanos);
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

    public final void zoneValue(long value) {
        open(EventType.ZONE_VALUE).i64(value);
    }

    public final void zoneColor(int rgb) {
        open(EventType.ZONE_COLOR).color(rgb);
    }

    // --- call stacks

    /** What the next event of a thread, or a serial one, has as its call stack. */
    public final void callStack(byte[] frames, EventType binder) {
        open(EventType.CALLSTACK_ALLOC_PAYLOAD, Short.BYTES + frames.length)
                .i64(0)
                .i16(frames.length)
                .copy(frames);
        open(binder);
    }

    /** Head of a sampled stack of so many addresses, which follow. */
    protected final void openSample(int frames) {
        open(EventType.CALLSTACK_PAYLOAD, Short.BYTES + Long.BYTES * frames)
                .i64(0)
                .i16(Long.BYTES * frames);
    }

    /** Thread and time of a sample, behind its stack. Times may run backwards. */
    protected final void closeSample(int thread, long nanos) {
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

    // --- plots

    public final void plotConfig(long name, int type, boolean step, boolean fill, int rgb) {
        // Unlike everywhere else the viewer takes the low byte for red here.
        int bgr = Integer.reverseBytes(rgb) >>> 8;
        open(EventType.PLOT_CONFIG).i64(name).i8(type).flag(step).flag(fill).i32(bgr);
    }

    public final void plot(long nanos, long name, long value) {
        open(EventType.PLOT_DATA_INT).i64(name).threadTime(nanos).i64(value);
    }

    /**
     * A value of a plot.
     *
     * @param value finite: the viewer drops others without applying their time
     */
    public final void plot(long nanos, long name, double value) {
        long bits = Double.doubleToRawLongBits(value);
        open(EventType.PLOT_DATA_DOUBLE).i64(name).threadTime(nanos).i64(bits);
    }

    // --- messages

    /**
     * A message.
     *
     * @param rgb 0xRRGGBB, or -1
     */
    public final void message(long nanos, int metadata, int rgb, String text) {
        singleString(text);
        messageHead(rgb < 0 ? EventType.MESSAGE : EventType.MESSAGE_COLOR, nanos, metadata, rgb);
    }

    protected final void messageHead(EventType type, long nanos, int metadata, int rgb) {
        open(type).i64(nanos);
        if (rgb >= 0) {
            color(rgb);
        }
        if (protocol.messageMetadata()) {
            i8(metadata);
        }
    }

    /**
     * A message whose text the viewer asks for.
     *
     * @param rgb 0xRRGGBB, or -1
     */
    public final void messageLiteral(long nanos, int metadata, int rgb, long string) {
        open(rgb < 0 ? EventType.MESSAGE_LITERAL : EventType.MESSAGE_LITERAL_COLOR)
                .i64(nanos);
        if (rgb >= 0) {
            color(rgb);
        }
        i64(protocol.messageMetadata() ? string << 8 | metadata : string);
    }

    public final void crashReport(long nanos, long text) {
        open(EventType.CRASH_REPORT).i64(nanos).i64(text);
    }

    public final void appInfo(long nanos, String line) {
        singleString(line);
        open(EventType.MESSAGE_APP_INFO).i64(nanos);
    }

    // --- video frames

    /**
     * A mark of a frame.
     *
     * @param type one of the three kinds of mark
     */
    public final void frame(EventType type, long nanos, long name) {
        open(type).i64(nanos).i64(name);
    }

    public final void frameVsync(long nanos, int display) {
        open(EventType.FRAME_VSYNC).i64(nanos).i32(display);
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
        open(EventType.FRAME_IMAGE_DATA, Integer.BYTES + size).i64(0).i32(size);
        for (int word : words) {
            i32(word);
        }
        open(EventType.FRAME_IMAGE).i32((int) frame).i16(width).i16(height).flag(bottomUp);
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

    public final void gpuAnnotationName(int context, long note, String name) {
        singleString(name);
        open(EventType.GPU_ANNOTATION_NAME).i64(note).i8(context);
    }

    /**
     * A figure of a GPU zone.
     *
     * @param query of the zone's begin
     */
    public final void gpuZoneAnnotation(int context, long note, double value, int thread, int query) {
        open(EventType.GPU_ZONE_ANNOTATION).i64(note).i64(Double.doubleToRawLongBits(value));
        i32(thread).i16(query).i8(context);
    }

    public final void gpuContextName(int context, String name) {
        singleString(name);
        open(EventType.GPU_CONTEXT_NAME).i8(context);
    }

    public final void gpuZoneBegin(int context, int thread, long cpuNanos, int query, long location) {
        gpuZone(EventType.GPU_ZONE_BEGIN_SERIAL, context, thread, cpuNanos, query)
                .i64(location);
    }

    public final void gpuZoneEnd(int context, int thread, long cpuNanos, int query) {
        gpuZone(EventType.GPU_ZONE_END_SERIAL, context, thread, cpuNanos, query);
    }

    private BlockWriter gpuZone(EventType type, int context, int thread, long cpuNanos, int query) {
        return open(type).serialTime(cpuNanos).i32(thread).i16(query).i8(context);
    }

    public final void gpuTime(int context, long gpuNanos, int query) {
        open(EventType.GPU_TIME).i64(gpuNanos - gpuBase).i16(query).i8(context);
        gpuBase = gpuNanos;
    }

    // --- locks

    public final void lockAnnounce(int lock, long nanos, long location, boolean shared) {
        open(EventType.LOCK_ANNOUNCE).i32(lock).i64(nanos).i64(location).flag(shared);
    }

    public final void lockName(int lock, String name) {
        singleString(name);
        open(EventType.LOCK_NAME).i32(lock);
    }

    /**
     * A thread waits for a lock or has it.
     *
     * @param type a wait or an obtaining, alone or shared
     */
    public final void lockClaim(EventType type, int lock, int thread, long nanos) {
        open(type).i32(thread).i32(lock).serialTime(nanos);
    }

    public final void lockRelease(int lock, long nanos) {
        open(EventType.LOCK_RELEASE).i32(lock).serialTime(nanos);
    }

    public final void lockSharedRelease(int lock, int thread, long nanos) {
        open(EventType.LOCK_SHARED_RELEASE).i32(lock).serialTime(nanos).i32(thread);
    }

    public final void lockMark(int lock, int thread, long location) {
        open(EventType.LOCK_MARK).i32(thread).i32(lock).i64(location);
    }

    public final void lockTerminate(int lock, long nanos) {
        open(EventType.LOCK_TERMINATE).i32(lock).i64(nanos);
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
        open(EventType.SOURCE_CODE, Integer.BYTES + text.length)
                .i64(query)
                .i32(text.length)
                .copy(text);
    }

    public final void sourceCodeNotAvailable(int query) {
        open(EventType.ACK_SOURCE_CODE_NOT_AVAILABLE).i32(query);
    }

    /** Answers in which a text follows the number that was asked for. */
    public final void named(EventType type, long pointer, String text) {
        byte[] utf8 = utf8(text);
        open(type, Short.BYTES + utf8.length).i64(pointer).i16(utf8.length).copy(utf8);
    }

    public final void threadGroupHint(int thread, int group) {
        open(EventType.THREAD_GROUP_HINT).i32(thread).i32(group);
    }

    public final void sourceLocation(long name, long function, long file, int line, int rgb) {
        open(EventType.SOURCE_LOCATION)
                .i64(name)
                .i64(function)
                .i64(file)
                .i32(line)
                .color(rgb);
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
        string(EventType.SECOND_STRING_DATA_8, EventType.SECOND_STRING_DATA, utf8(file));
        // The size of its code is 0: the viewer does not ask for it.
        open(EventType.CALLSTACK_FRAME).i32(line).i64(symbol).i32(0);
    }

    public final void symbol(long symbol, String file, int line) {
        singleString(file);
        open(EventType.SYMBOL_INFORMATION).i32(line).i64(symbol);
    }
}
