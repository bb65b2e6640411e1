package dev.zonecast.core.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.image.WireBlocks;
import dev.zonecast.core.late.SampledStack;
import java.nio.charset.StandardCharsets;

/**
 * Writes events of Tracy's protocol into blocks: numbers of the session's {@link Protocol}, times relative to the four bases, the
 * shortest variants, and an event that fills a slot right before the one that empties it. One method per event; what they mean and
 * in which order they may come is {@link TracySession}'s business. Times are nanoseconds of {@link System#nanoTime}; 0 bytes are
 * allocated, but for strings that come as {@link String}.
 *
 * <p>Owned by the collector's thread.
 */
final class EventEncoder {
    /** Longest text of an event; the lengths have 16 bits. */
    static final int MAX_TEXT_BYTES = 65_535;

    /** Largest picture: one event with a head of 13 bytes fills a block. */
    private static final int MAX_IMAGE_BYTES = (Block.CAPACITY - 13) / 8 * 8;

    /** Zones' texts are cut to one less, as the reference client does. */
    static final int MAX_ZONE_TEXT_BYTES = 65_534;

    private static final int MAX_ZONE_EVENT_BYTES = 17;

    /** Time differences from here on have a form of 4 bytes, which counts from this number. */
    private static final long FIRST_32 = 1L << 16;

    /** Time differences from here on have a form of 8 bytes, which counts from this number. */
    private static final long FIRST_64 = (1L << 32) + (1L << 16);

    private final Protocol protocol;
    private final BlockOutput output;
    private final boolean compactTimes;
    private final CallStackPayloads stacks = new CallStackPayloads();
    private final byte zoneBegin;
    private final byte zoneBegin32;
    private final byte zoneBegin16;
    private final byte zoneEnd;
    private final byte zoneEnd32;
    private final byte zoneEnd16;

    private Block block;
    private byte[] bytes;
    private int position;

    // The four time bases of the protocol; samples have that of context switches, which are not sent.
    private long threadBase;
    private long contextBase;
    private long serialBase;
    private long gpuBase;

    EventEncoder(Protocol protocol, BlockOutput output, Block first) {
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

    boolean isEmpty() {
        return position == Block.START;
    }

    /** Bytes that are not handed over yet. */
    int lengthBytes() {
        return position - Block.START;
    }

    /** Hands over what there is; not between an event that fills a slot and the one that empties it. */
    void flush() {
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

    /** Index of a new event of fixed size, its type byte written; the rest is to be written into {@link #bytes}. */
    int open(EventType type) {
        return open(type, 0);
    }

    /** What events are written into; another one after each {@link #open}. */
    byte[] bytes() {
        return bytes;
    }

    /** Index of a new event with so many bytes behind its head. */
    int open(EventType type, int tailBytes) {
        int size = protocol.sizeBytes(type) + tailBytes;
        reserve(size);
        int at = position;
        bytes[at] = protocol.code(type);
        position = at + size;
        return at;
    }

    // --- threads

    /** Events that belong to a thread belong to this one from here on. */
    void threadContext(int thread) {
        int at = open(EventType.THREAD_CONTEXT);
        Wire.putInt(bytes, at + 1, thread);
        threadBase = 0;
    }

    /** Time of the last event of the current thread that is relative to it. */
    long threadBaseNanos() {
        return threadBase;
    }

    /**
     * What follows belongs to a fiber, after the context of the thread that runs it.
     *
     * @param fiber cookie
     */
    void fiberEnter(long nanos, long fiber, int thread) {
        int at = open(EventType.FIBER_ENTER);
        Wire.putLong(bytes, at + 1, threadDelta(nanos));
        Wire.putLong(bytes, at + 9, fiber);
        Wire.putInt(bytes, at + 17, thread);
        Wire.putInt(bytes, at + 21, 0);
    }

    void fiberLeave(long nanos, int thread) {
        int at = open(EventType.FIBER_LEAVE);
        Wire.putLong(bytes, at + 1, threadDelta(nanos));
        Wire.putInt(bytes, at + 9, thread);
    }

    /** A time relative to the current thread's last one. */
    long threadDelta(long nanos) {
        long delta = nanos - threadBase;
        threadBase = nanos;
        return delta;
    }

    // --- zones

    void zoneBegin(long nanos, long location) {
        zoneBegin(nanos, location, zoneBegin, zoneBegin32, zoneBegin16);
    }

    /**
     * Many at once. A loop of its own over local variables: the short forms, which are nearly all, take no call and no store to this
     * object.
     *
     * @param originNanos nothing is earlier
     */
    void zones(ZoneRun run, long originNanos) {
        int count = run.size();
        for (int i = 0; i < count; ) {
            if (Block.LIMIT - position < MAX_ZONE_EVENT_BYTES) {
                flush();
            }
            int end = Math.min(count, i + (Block.LIMIT - position) / MAX_ZONE_EVENT_BYTES);
            zonesThatFit(run, i, end, originNanos);
            i = end;
        }
    }

    private void zonesThatFit(ZoneRun run, int from, int to, long originNanos) {
        byte[] target = bytes;
        int at = position;
        long base = threadBase;
        boolean compact = compactTimes;
        for (int i = from; i < to; i++) {
            long nanos = Math.max(run.nanos(i), originNanos);
            long delta = nanos - base;
            base = nanos;
            boolean isShort = compact && delta >>> 16 == 0;
            if (run.isEnd(i)) {
                if (isShort) {
                    target[at] = zoneEnd16;
                    Wire.putShort(target, at + 1, (int) delta);
                    at += 3;
                } else {
                    at = putWideTime(at, delta, zoneEnd, zoneEnd32);
                }
            } else {
                if (isShort) {
                    target[at] = zoneBegin16;
                    Wire.putShort(target, at + 1, (int) delta);
                    at += 3;
                } else {
                    at = putWideTime(at, delta, zoneBegin, zoneBegin32);
                }
                Wire.putLong(target, at, run.location(i));
                at += 8;
            }
        }
        position = at;
        threadBase = base;
    }

    /** After {@link #callStack}. */
    void zoneBeginCallstack(long nanos, long location) {
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

    /** The calls that led to the event that comes next on this thread. */
    void callStack(CallStack stack) {
        callStack(stack, EventType.CALLSTACK_ALLOC);
    }

    /** @param binder what gives the stack to an event of a thread, or to a serial one */
    void callStack(CallStack stack, EventType binder) {
        byte[] frames = stacks.of(stack);
        int at = open(EventType.CALLSTACK_ALLOC_PAYLOAD, Short.BYTES + frames.length);
        Wire.putLong(bytes, at + 1, 0);
        Wire.putShort(bytes, at + 9, frames.length);
        System.arraycopy(frames, 0, bytes, at + 11, frames.length);
        open(binder);
    }

    void zoneEnd(long nanos) {
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
    private int putWideTime(int at, long delta, byte code64, byte code32) {
        if (compactTimes && delta >= FIRST_32 && delta < FIRST_64) {
            bytes[at] = code32;
            Wire.putInt(bytes, at + 1, (int) (delta - FIRST_32));
            return at + 5;
        }
        bytes[at] = code64;
        Wire.putLong(bytes, at + 1, compactTimes && delta >= FIRST_64 ? delta - FIRST_64 : delta);
        return at + 9;
    }

    void zoneText(Utf8Text text) {
        singleString(text, MAX_ZONE_TEXT_BYTES);
        open(EventType.ZONE_TEXT);
    }

    void zoneName(Utf8Text name) {
        singleString(name, MAX_ZONE_TEXT_BYTES);
        open(EventType.ZONE_NAME);
    }

    void zoneValue(long value) {
        int at = open(EventType.ZONE_VALUE);
        Wire.putLong(bytes, at + 1, value);
    }

    void zoneColor(int rgb) {
        int at = open(EventType.ZONE_COLOR);
        putColor(at + 1, rgb);
    }

    // --- samples

    /** A look at a thread's stack. Times may run backwards. */
    void sample(int thread, long nanos, SampledStack stack) {
        int frames = stack.calls().size();
        int payload = open(EventType.CALLSTACK_PAYLOAD, Short.BYTES + Long.BYTES * frames);
        Wire.putLong(bytes, payload + 1, 0);
        Wire.putShort(bytes, payload + 9, Long.BYTES * frames);
        for (int i = 0, to = payload + 11; i < frames; i++, to += Long.BYTES) {
            Wire.putLong(bytes, to, SampleAddress.of(stack.calls().get(i)));
        }
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
        } else if (delta >= FIRST_32 && delta < FIRST_64) {
            int at = open(EventType.CALLSTACK_SAMPLE_32);
            Wire.putInt(bytes, at + 1, thread);
            Wire.putInt(bytes, at + 5, (int) (delta - FIRST_32));
        } else {
            int at = open(EventType.CALLSTACK_SAMPLE);
            Wire.putInt(bytes, at + 1, thread);
            Wire.putLong(bytes, at + 5, delta >= FIRST_64 ? delta - FIRST_64 : delta);
        }
    }

    // --- plots

    void plotConfig(long name, int type, boolean step, boolean fill, int rgb) {
        int at = open(EventType.PLOT_CONFIG);
        Wire.putLong(bytes, at + 1, name);
        bytes[at + 9] = (byte) type;
        bytes[at + 10] = (byte) (step ? 1 : 0);
        bytes[at + 11] = (byte) (fill ? 1 : 0);
        // Unlike everywhere else the viewer takes the low byte for red here.
        Wire.putInt(bytes, at + 12, Integer.reverseBytes(rgb) >>> 8);
    }

    void plot(long nanos, long name, long value) {
        int at = open(EventType.PLOT_DATA_INT);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, threadDelta(nanos));
        Wire.putLong(bytes, at + 17, value);
    }

    /** @param value finite: the viewer drops others without applying their time */
    void plot(long nanos, long name, double value) {
        int at = open(EventType.PLOT_DATA_DOUBLE);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, threadDelta(nanos));
        Wire.putLong(bytes, at + 17, Double.doubleToRawLongBits(value));
    }

    // --- messages

    /** @param rgb 0xRRGGBB, or -1 */
    void message(long nanos, int metadata, int rgb, Utf8Text text) {
        singleString(text, MAX_TEXT_BYTES);
        messageHead(nanos, metadata, rgb);
    }

    /** @param rgb 0xRRGGBB, or -1 */
    void message(long nanos, int metadata, int rgb, Utf8Text text, CallStack stack) {
        callStack(stack);
        singleString(text, MAX_TEXT_BYTES);
        messageHead(rgb < 0 ? EventType.MESSAGE_CALLSTACK : EventType.MESSAGE_COLOR_CALLSTACK, nanos, metadata, rgb);
    }

    /** @param rgb 0xRRGGBB, or -1 */
    void message(long nanos, int metadata, int rgb, String text) {
        singleString(text);
        messageHead(nanos, metadata, rgb);
    }

    private void messageHead(long nanos, int metadata, int rgb) {
        messageHead(rgb < 0 ? EventType.MESSAGE : EventType.MESSAGE_COLOR, nanos, metadata, rgb);
    }

    private void messageHead(EventType type, long nanos, int metadata, int rgb) {
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

    /** @param rgb 0xRRGGBB, or -1 */
    void messageLiteral(long nanos, int metadata, int rgb, long string) {
        int at = open(rgb < 0 ? EventType.MESSAGE_LITERAL : EventType.MESSAGE_LITERAL_COLOR);
        Wire.putLong(bytes, at + 1, nanos);
        int next = at + 9;
        if (rgb >= 0) {
            putColor(next, rgb);
            next += 3;
        }
        Wire.putLong(bytes, next, protocol.messageMetadata() ? string << 8 | metadata : string);
    }

    /** @param stack null: none */
    void crashReport(long nanos, long text, CallStack stack) {
        if (stack != null) {
            callStack(stack);
        }
        int at = open(EventType.CRASH_REPORT);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putLong(bytes, at + 9, text);
    }

    void appInfo(long nanos, String line) {
        singleString(line);
        int at = open(EventType.MESSAGE_APP_INFO);
        Wire.putLong(bytes, at + 1, nanos);
    }

    // --- video frames

    /** @param type one of the three kinds of mark */
    void frame(EventType type, long nanos, long name) {
        int at = open(type);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putLong(bytes, at + 9, name);
    }

    void frameVsync(long nanos, int display) {
        int at = open(EventType.FRAME_VSYNC);
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putInt(bytes, at + 9, display);
    }

    /** A picture fits into one frame of the protocol. */
    static boolean fits(WireBlocks picture) {
        return picture.bytes() <= MAX_IMAGE_BYTES;
    }

    /**
     * A picture of a frame of the base set.
     *
     * @param frame as the viewer counts, a u32
     * @param bottomUp true if the rows run from the lowest to the highest
     */
    void frameImage(long frame, WireBlocks picture, boolean bottomUp) {
        int[] words = picture.words();
        int data = open(EventType.FRAME_IMAGE_DATA, Integer.BYTES + picture.bytes());
        Wire.putLong(bytes, data + 1, 0);
        Wire.putInt(bytes, data + 9, picture.bytes());
        for (int i = 0, at = data + 13; i < words.length; i++, at += Integer.BYTES) {
            Wire.putInt(bytes, at, words[i]);
        }
        int at = open(EventType.FRAME_IMAGE);
        Wire.putInt(bytes, at + 1, (int) frame);
        Wire.putShort(bytes, at + 5, picture.width());
        Wire.putShort(bytes, at + 7, picture.height());
        bytes[at + 9] = (byte) (bottomUp ? 1 : 0);
    }

    // --- GPU

    /**
     * A context of no thread, not calibrated, one nanosecond per tick.
     *
     * @param gpuNanos the GPU's time at the moment {@code cpuNanos}
     */
    void gpuNewContext(int context, int type, long cpuNanos, long gpuNanos) {
        int at = open(EventType.GPU_NEW_CONTEXT);
        Wire.putLong(bytes, at + 1, cpuNanos);
        Wire.putLong(bytes, at + 9, gpuNanos);
        Wire.putInt(bytes, at + 17, 0);
        Wire.putInt(bytes, at + 21, Float.floatToRawIntBits(1.0f));
        bytes[at + 25] = (byte) context;
        bytes[at + 26] = 0;
        bytes[at + 27] = (byte) protocol.gpuType(type);
    }

    void gpuAnnotationName(int context, long note, String name) {
        singleString(name);
        int at = open(EventType.GPU_ANNOTATION_NAME);
        Wire.putLong(bytes, at + 1, note);
        bytes[at + 9] = (byte) context;
    }

    /** @param query of the zone's begin */
    void gpuZoneAnnotation(int context, long note, double value, int thread, int query) {
        int at = open(EventType.GPU_ZONE_ANNOTATION);
        Wire.putLong(bytes, at + 1, note);
        Wire.putLong(bytes, at + 9, Double.doubleToRawLongBits(value));
        Wire.putInt(bytes, at + 17, thread);
        Wire.putShort(bytes, at + 21, query);
        bytes[at + 23] = (byte) context;
    }

    void gpuContextName(int context, String name) {
        singleString(name);
        int at = open(EventType.GPU_CONTEXT_NAME);
        bytes[at + 1] = (byte) context;
    }

    void gpuZoneBegin(int context, int thread, long cpuNanos, int query, long location) {
        int at = open(EventType.GPU_ZONE_BEGIN_SERIAL);
        putGpuZone(at, context, thread, cpuNanos, query);
        Wire.putLong(bytes, at + 16, location);
    }

    void gpuZoneEnd(int context, int thread, long cpuNanos, int query) {
        int at = open(EventType.GPU_ZONE_END_SERIAL);
        putGpuZone(at, context, thread, cpuNanos, query);
    }

    private void putGpuZone(int at, int context, int thread, long cpuNanos, int query) {
        Wire.putLong(bytes, at + 1, serialDelta(cpuNanos));
        Wire.putInt(bytes, at + 9, thread);
        Wire.putShort(bytes, at + 13, query);
        bytes[at + 15] = (byte) context;
    }

    void gpuTime(int context, long gpuNanos, int query) {
        int at = open(EventType.GPU_TIME);
        Wire.putLong(bytes, at + 1, gpuNanos - gpuBase);
        gpuBase = gpuNanos;
        Wire.putShort(bytes, at + 9, query);
        bytes[at + 11] = (byte) context;
    }

    // --- locks

    void lockAnnounce(int lock, long nanos, long location, boolean shared) {
        int at = open(EventType.LOCK_ANNOUNCE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, nanos);
        Wire.putLong(bytes, at + 13, location);
        bytes[at + 21] = (byte) (shared ? 1 : 0);
    }

    void lockName(int lock, String name) {
        singleString(name);
        int at = open(EventType.LOCK_NAME);
        Wire.putInt(bytes, at + 1, lock);
    }

    /** @param type a wait or an obtaining, alone or shared */
    void lockClaim(EventType type, int lock, int thread, long nanos) {
        int at = open(type);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, lock);
        Wire.putLong(bytes, at + 9, serialDelta(nanos));
    }

    void lockRelease(int lock, long nanos) {
        int at = open(EventType.LOCK_RELEASE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, serialDelta(nanos));
    }

    void lockSharedRelease(int lock, int thread, long nanos) {
        int at = open(EventType.LOCK_SHARED_RELEASE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, serialDelta(nanos));
        Wire.putInt(bytes, at + 13, thread);
    }

    void lockMark(int lock, int thread, long location) {
        int at = open(EventType.LOCK_MARK);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, lock);
        Wire.putLong(bytes, at + 9, location);
    }

    void lockTerminate(int lock, long nanos) {
        int at = open(EventType.LOCK_TERMINATE);
        Wire.putInt(bytes, at + 1, lock);
        Wire.putLong(bytes, at + 5, nanos);
    }

    /** A time relative to the last one of locks, memory and GPU zones. */
    long serialDelta(long nanos) {
        long delta = nanos - serialBase;
        serialBase = nanos;
        return delta;
    }

    // --- answers and the life of the session

    void keepAlive() {
        open(EventType.KEEP_ALIVE);
    }

    void terminate() {
        open(EventType.TERMINATE);
    }

    /** An answer without content. */
    void acknowledge(EventType type) {
        open(type);
    }

    /** @param text of at most {@link SourceFiles#MAX_BYTES} */
    void sourceCode(int query, byte[] text) {
        int at = open(EventType.SOURCE_CODE, Integer.BYTES + text.length);
        Wire.putLong(bytes, at + 1, query);
        Wire.putInt(bytes, at + 9, text.length);
        System.arraycopy(text, 0, bytes, at + 13, text.length);
    }

    void sourceCodeNotAvailable(int query) {
        int at = open(EventType.ACK_SOURCE_CODE_NOT_AVAILABLE);
        Wire.putInt(bytes, at + 1, query);
    }

    /** Answers in which a text follows the number that was asked for. */
    void named(EventType type, long pointer, String text) {
        byte[] utf8 = utf8(text);
        reserve(11 + utf8.length);
        int at = position;
        bytes[at] = protocol.code(type);
        Wire.putLong(bytes, at + 1, pointer);
        Wire.putShort(bytes, at + 9, utf8.length);
        System.arraycopy(utf8, 0, bytes, at + 11, utf8.length);
        position = at + 11 + utf8.length;
    }

    void threadGroupHint(int thread, int group) {
        int at = open(EventType.THREAD_GROUP_HINT);
        Wire.putInt(bytes, at + 1, thread);
        Wire.putInt(bytes, at + 5, group);
    }

    void sourceLocation(long name, long function, long file, int line, int rgb) {
        int at = open(EventType.SOURCE_LOCATION);
        Wire.putLong(bytes, at + 1, name);
        Wire.putLong(bytes, at + 9, function);
        Wire.putLong(bytes, at + 17, file);
        Wire.putInt(bytes, at + 25, line);
        putColor(at + 29, rgb);
    }

    /** @param symbol address of the function; 0: unknown, and the viewer asks no further */
    void callstackFrame(long address, String image, String function, String file, int line, long symbol) {
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

    void symbol(long symbol, String file, int line) {
        singleString(file);
        int at = open(EventType.SYMBOL_INFORMATION);
        Wire.putInt(bytes, at + 1, line);
        Wire.putLong(bytes, at + 5, symbol);
    }

    // --- strings

    private void singleString(Utf8Text text, int maxBytes) {
        int length = text.prefixBytes(maxBytes);
        int at = openString(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, length);
        text.copyTo(bytes, at, length);
    }

    /** Fills the slot that the next event empties. */
    void singleString(String text) {
        string(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, utf8(text));
    }

    private void string(EventType shortForm, EventType longForm, byte[] utf8) {
        int at = openString(shortForm, longForm, utf8.length);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
    }

    /** Index of the text's first byte. */
    private int openString(EventType shortForm, EventType longForm, int length) {
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
        return all.length <= MAX_TEXT_BYTES
                ? all
                : java.util.Arrays.copyOf(all, Utf8Text.of(text).prefixBytes(MAX_TEXT_BYTES));
    }

    private void putColor(int at, int rgb) {
        bytes[at] = (byte) rgb;
        bytes[at + 1] = (byte) (rgb >>> 8);
        bytes[at + 2] = (byte) (rgb >>> 16);
    }
}
