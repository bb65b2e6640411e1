package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.List;

/**
 * Samples of stacks, each with the client's sampling period as its weight: the protocol tells of a sample neither kind nor weight.
 * Their times share a running sum with those of context switches, which are not recorded, and neither are the stacks that threads had
 * at those.
 */
final class SampleEvents {
    private final Stream stream;
    private final ThreadStates threads;
    private final CallStacks callStacks;
    private final boolean compactTimes;
    private final long periodNanos;
    private long contextTicks;

    SampleEvents(Stream stream, ThreadStates threads, CallStacks callStacks) {
        this.stream = stream;
        this.threads = threads;
        this.callStacks = callStacks;
        compactTimes = stream.welcome.protocol().compactTimes();
        periodNanos = stream.welcome.samplingPeriodNanos();
    }

    /** Takes an event that has a part in the sum of times; false where a name is missing. */
    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        switch (type) {
            case CALLSTACK_SAMPLE, CALLSTACK_SAMPLE_32, CALLSTACK_SAMPLE_16 -> {
                return sample(type, bytes, at);
            }
            case CALLSTACK_SAMPLE_CONTEXT_SWITCH,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_32,
                    CALLSTACK_SAMPLE_CONTEXT_SWITCH_16 -> {
                contextTicks += delta(type, bytes, at);
                stream.slots.emptyCallStack();
            }
            case CONTEXT_SWITCH, THREAD_WAKEUP -> contextTicks += Wire.getLong(bytes, at + 1);
            default -> throw new IllegalArgumentException(type.toString());
        }
        stream.counts.passOver(type);
        return true;
    }

    private boolean sample(EventType type, byte[] bytes, int at) throws IOException {
        boolean known = callStacks.isKnown();
        ThreadState thread = threads.use(thread(stream.welcome.protocol(), bytes, at));
        if (!known || thread == null) {
            return false;
        }
        contextTicks += delta(type, bytes, at);
        List<CallStack.Call> calls = callStacks.takeCalls();
        SampledStack stack = SampledStacks.INSTANCE.intern(calls);
        stream.sink.event(new SampleEvent(
                thread.track, stream.nanos(contextTicks), SampleKind.RUNNING, periodNanos, null, stack));
        stream.counts.samples++;
        return true;
    }

    /** Id of the thread that a sample is of. */
    static int thread(Protocol protocol, byte[] bytes, int at) {
        return Wire.getInt(bytes, at + (protocol.compactTimes() ? 1 : 9));
    }

    private long delta(EventType type, byte[] bytes, int at) {
        return switch (type) {
            case CALLSTACK_SAMPLE_16, CALLSTACK_SAMPLE_CONTEXT_SWITCH_16 -> Wire.getShort(bytes, at + 5);
            case CALLSTACK_SAMPLE_32, CALLSTACK_SAMPLE_CONTEXT_SWITCH_32 ->
                Integer.toUnsignedLong(Wire.getInt(bytes, at + 5)) + Protocol.FIRST_32;
            default -> {
                long value = Wire.getLong(bytes, at + (compactTimes ? 5 : 1));
                yield compactTimes && value >= 0 ? value + Protocol.FIRST_64 : value;
            }
        };
    }
}
