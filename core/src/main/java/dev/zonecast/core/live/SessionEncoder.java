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
import java.util.IdentityHashMap;

/**
 * Writes what the collector gives to sinks: runs of zones, texts in rings, call stacks, pictures. Owned by the collector's thread.
 */
final class SessionEncoder extends EventEncoder {
    private final CallStackPayloads stacks = new CallStackPayloads();
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
            if (Block.LIMIT - position() < MAX_ZONE_EVENT_BYTES) {
                flush();
            }
            int end = Math.min(count, i + (Block.LIMIT - position()) / MAX_ZONE_EVENT_BYTES);
            zonesThatFit(run, i, end, originNanos);
            i = end;
        }
    }

    private void zonesThatFit(ZoneRun run, int from, int to, long originNanos) {
        byte[] target = bytes();
        int at = position();
        long base = threadBaseNanos();
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
        advance(at, base);
    }

    /** The calls that led to the event that comes next on this thread. */
    void callStack(CallStack stack) {
        callStack(stack, EventType.CALLSTACK_ALLOC);
    }

    /** @param binder what gives the stack to an event of a thread, or to a serial one */
    void callStack(CallStack stack, EventType binder) {
        callStack(stacks.of(stack), binder);
    }

    void zoneText(Utf8Text text) {
        singleString(text, MAX_ZONE_TEXT_BYTES);
        open(EventType.ZONE_TEXT);
    }

    void zoneName(Utf8Text name) {
        singleString(name, MAX_ZONE_TEXT_BYTES);
        open(EventType.ZONE_NAME);
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
        if (value.isWhole()) {
            plot(nanos, nameId, value.whole());
        } else {
            plot(nanos, nameId, value.decimal());
        }
    }

    /** A look at a thread's stack. Times may run backwards. */
    void sample(int thread, long nanos, SampledStack stack) {
        openSample(stack.calls().size());
        for (int i = 0; i < stack.calls().size(); i++) {
            i64(SampleAddress.of(stack.calls().get(i)));
        }
        closeSample(thread, nanos);
    }

    /** @param rgb 0xRRGGBB, or -1 */
    void message(long nanos, int metadata, int rgb, Utf8Text text) {
        singleString(text, MAX_TEXT_BYTES);
        messageHead(rgb < 0 ? EventType.MESSAGE : EventType.MESSAGE_COLOR, nanos, metadata, rgb);
    }

    /** @param rgb 0xRRGGBB, or -1 */
    void message(long nanos, int metadata, int rgb, Utf8Text text, CallStack stack) {
        callStack(stack);
        singleString(text, MAX_TEXT_BYTES);
        messageHead(rgb < 0 ? EventType.MESSAGE_CALLSTACK : EventType.MESSAGE_COLOR_CALLSTACK, nanos, metadata, rgb);
    }

    /** @param stack null: none */
    void crashReport(long nanos, long text, CallStack stack) {
        if (stack != null) {
            callStack(stack);
        }
        crashReport(nanos, text);
    }

    /** A picture fits into one frame of the protocol. */
    static boolean fits(ImageEvent image) {
        return image.blocks().length * Integer.BYTES <= MAX_IMAGE_BYTES;
    }

    private void singleString(Utf8Text text, int maxBytes) {
        int length = text.prefixBytes(maxBytes);
        int at = openString(EventType.SINGLE_STRING_DATA_8, EventType.SINGLE_STRING_DATA, length);
        text.copyTo(bytes(), at, length);
    }
}
