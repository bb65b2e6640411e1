package dev.zonecast.core.live;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.Plot;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.Block;
import dev.zonecast.tracy.BlockOutput;
import dev.zonecast.tracy.EventEncoder;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Encodes runs of zones, texts in rings, call stacks and pictures. Owned by the collector's thread.
 */
final class SessionEncoder extends EventEncoder {
    private static final int MAX_STACKS = 4096;

    /** Of a function or file: two a call, so that the deepest stack has a length of 16 bits. */
    private static final int MAX_NAME_BYTES = 500;

    /** Payloads of stacks: the collector gives the same object for the same calls. Starts over when it is full. */
    private final IdentityHashMap<CallStack, byte[]> stacks = new IdentityHashMap<>();

    private final IdentityHashMap<Plot, Plot.Config> sentConfigs = new IdentityHashMap<>();

    SessionEncoder(Protocol protocol, BlockOutput output, Block first) {
        super(protocol, output, first);
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
        for (int i = from; i < to; i++) {
            long nanos = Math.max(run.nanos(i), originNanos);
            long delta = nanos - base;
            base = nanos;
            if (run.isEnd(i)) {
                at = putTimed(target, at, zoneEnd, delta);
            } else {
                at = putTimed(target, at, zoneBegin, delta);
                Wire.putLong(target, at, run.location(i));
                at += 8;
            }
        }
        position = at;
        threadBase = base;
    }

    /**
     * The calls that led to the event that comes next.
     *
     * @param stack null: none
     * @param binder what gives the stack to an event of a thread, or to a serial one
     */
    void callStack(CallStack stack, EventType binder) {
        if (stack == null) {
            return;
        }
        if (stacks.size() >= MAX_STACKS) {
            stacks.clear();
        }
        callStack(stacks.computeIfAbsent(stack, SessionEncoder::payload), binder);
    }

    /** A count, and for each call its line, function and file. */
    private static byte[] payload(CallStack stack) {
        ByteBuffer payload = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        payload.put((byte) stack.calls().size());
        for (CallStack.Call call : stack.calls()) {
            payload.putInt(call.line());
            for (String name : List.of(call.function(), call.file())) {
                byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
                int length = Wire.prefixBytes(utf8, MAX_NAME_BYTES);
                payload.putShort((short) length).put(utf8, 0, length);
            }
        }
        return Arrays.copyOf(payload.array(), payload.position());
    }

    /**
     * A mark of a frame.
     *
     * @param nameId 0: the base set
     */
    void frameMark(EventType type, long nanos, int nameId) {
        open(type).i64(nanos).i64(nameId);
    }

    /** A zone's text or name, by type. */
    void zoneText(EventType type, Utf8Text text) {
        singleString(text, MAX_ZONE_TEXT_BYTES);
        open(type);
    }

    /** A plot's value, behind its looks if they have changed. */
    void plot(long nanos, PlotValue value) {
        Plot plot = value.plot();
        int nameId = Registry.INSTANCE.names().intern(plot.name());
        Plot.Config config = plot.config();
        if (sentConfigs.get(plot) != config) {
            sentConfigs.put(plot, config);
            int format = switch (config.format()) {
                case NUMBER -> 0;
                case MEMORY -> 1;
                case PERCENTAGE -> 2;
            };
            plotConfig(nameId, format, config.step(), config.fill(), config.rgb());
        }
        // Decimal ones are finite: the viewer drops others without applying their time.
        open(value.isWhole() ? EventType.PLOT_DATA_INT : EventType.PLOT_DATA_DOUBLE)
                .i64(nameId)
                .threadTime(nanos)
                .i64(value.isWhole() ? value.whole() : Double.doubleToRawLongBits(value.decimal()));
    }

    /** A look at a thread's stack. Times may run backwards. */
    void sample(int thread, long nanos, SampledStack stack) {
        int size = Long.BYTES * stack.calls().size();
        open(EventType.CALLSTACK_PAYLOAD, Short.BYTES + size).i64(0).i16(size);
        for (int i = 0; i < stack.calls().size(); i++) {
            i64(SampleAddress.of(stack.calls().get(i)));
        }
        sampleHead(thread, nanos);
    }

    /**
     * A message.
     *
     * @param rgb 0xRRGGBB, or -1
     * @param stack null: none
     */
    void message(long nanos, int metadata, int rgb, Utf8Text text, CallStack stack) {
        callStack(stack, EventType.CALLSTACK_ALLOC);
        singleString(text, MAX_TEXT_BYTES);
        EventType plain = stack == null ? EventType.MESSAGE : EventType.MESSAGE_CALLSTACK;
        EventType colored = stack == null ? EventType.MESSAGE_COLOR : EventType.MESSAGE_COLOR_CALLSTACK;
        messageHead(plain, colored, nanos, metadata, rgb);
    }

    /**
     * A message whose text the viewer asks for.
     *
     * @param rgb 0xRRGGBB, or -1
     * @param stack null: none
     */
    void messageLiteral(long nanos, int metadata, int rgb, long string, CallStack stack) {
        callStack(stack, EventType.CALLSTACK_ALLOC);
        literal(nanos, metadata, rgb, string, stack != null);
    }

    /**
     * A picture of a frame of the base set, of at most {@link #MAX_IMAGE_BYTES}.
     *
     * @param frame as the viewer counts, a u32
     */
    void frameImage(long frame, ImageEvent image) {
        int size = image.blocks().length * Integer.BYTES;
        open(EventType.FRAME_IMAGE_DATA, Integer.BYTES + size).i64(0).i32(size);
        for (int word : image.blocks()) {
            i32(word);
        }
        open(EventType.FRAME_IMAGE).i32((int) frame).i16(image.width()).i16(image.height());
        flag(image.bottomUp());
    }

    private void singleString(Utf8Text text, int maxBytes) {
        int length = text.prefixBytes(maxBytes);
        int at = openString(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, length);
        text.copyTo(bytes, at, length);
    }
}
