package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Samples of stacks, each with the client's sampling period as its weight: the protocol tells of a sample neither kind nor weight.
 * Their times share a running sum with those of context switches, which are not recorded, and neither are the stacks that threads had
 * at those.
 */
final class SampleEvents extends EventGroup {
    /** Events that use the call stack before them: neighbours in the enumeration. */
    static final Set<EventType> STACK_USERS =
            EnumSet.range(EventType.CALLSTACK_SERIAL, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_16);

    private final CallStacks callStacks;
    /** Where an event has its time: behind the thread, or before it. */
    private final int timeAt;

    private final int threadAt;
    private long contextTicks;

    SampleEvents(Stream stream, ThreadStates threads, CallStacks callStacks, Map<EventType, Handler> on) {
        super(stream, threads);
        this.callStacks = callStacks;
        boolean threadFirst = stream.protocol().compactTimes();
        timeAt = threadFirst ? 5 : 1;
        threadAt = threadFirst ? 1 : 9;
        forms(on, TimeForm.BITS_64, EventType.CALLSTACK_SAMPLE, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH);
        forms(on, TimeForm.BITS_32, EventType.CALLSTACK_SAMPLE_32, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_32);
        forms(on, TimeForm.BITS_16, EventType.CALLSTACK_SAMPLE_16, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_16);
        on.put(EventType.CONTEXT_SWITCH, (bytes, at) -> pass(EventType.CONTEXT_SWITCH, Wire.getLong(bytes, at + 1)));
        on.put(EventType.THREAD_WAKEUP, (bytes, at) -> pass(EventType.THREAD_WAKEUP, Wire.getLong(bytes, at + 1)));
    }

    private void forms(Map<EventType, Handler> on, TimeForm form, EventType sample, EventType ofSwitch) {
        Protocol protocol = stream.protocol();
        on.put(sample, (bytes, at) -> sample(bytes, at, form.delta(protocol, bytes, at + timeAt)));
        on.put(ofSwitch, (bytes, at) -> {
            pass(ofSwitch, form.delta(protocol, bytes, at + timeAt));
            stream.slots.emptyCallStack();
        });
    }

    private void pass(EventType type, long delta) {
        contextTicks += delta;
        stream.counts.passOver(type);
    }

    private void sample(byte[] bytes, int at, long delta) throws IOException {
        ThreadState thread = threads.use(Wire.getInt(bytes, at + threadAt));
        contextTicks += delta;
        stream.sink.event(new SampleEvent(
                thread.track,
                stream.nanos(contextTicks),
                SampleKind.RUNNING,
                stream.welcome.samplingPeriodNanos(),
                null,
                SampledStacks.INSTANCE.intern(callStacks.takeCalls())));
        stream.counts.add(SessionCount.SAMPLES);
    }
}
