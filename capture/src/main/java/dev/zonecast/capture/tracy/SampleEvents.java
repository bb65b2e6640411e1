package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.RunEvent;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.tracy.EventEncoder;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Samples of stacks, each with the client's sampling period as its weight: the protocol has neither kind nor weight of a sample.
 * Their times share a running sum with those of context switches. Of these, runs of the program's own threads are recorded: of threads
 * that have other events. The stacks that threads had at switches are not.
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

    /** The thread that runs on a core, and since when. */
    private record Run(int thread, long nanos) {}

    private static final int IDLE = 0;

    // States of a thread that stops although it would go on: of Windows, of Linux.
    private static final int READY = 1;
    private static final int RUNNABLE = EventEncoder.RUNNABLE;

    /** By the number of the core, which has 8 bits. */
    private final Run[] running = new Run[256];

    SampleEvents(Stream stream, ThreadStates threads, CallStacks callStacks, Map<EventType, Handler> on) {
        super(stream, threads);
        this.callStacks = callStacks;
        boolean threadFirst = stream.protocol().compactTimes();
        timeAt = threadFirst ? 5 : 1;
        threadAt = threadFirst ? 1 : 9;
        forms(on, TimeForm.BITS_64, EventType.CALLSTACK_SAMPLE, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH);
        forms(on, TimeForm.BITS_32, EventType.CALLSTACK_SAMPLE_32, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_32);
        forms(on, TimeForm.BITS_16, EventType.CALLSTACK_SAMPLE_16, EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH_16);
        on.put(EventType.CONTEXT_SWITCH, this::contextSwitch);
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

    private void contextSwitch(byte[] bytes, int at) throws IOException {
        contextTicks += Wire.getLong(bytes, at + 1);
        long nanos = stream.nanos(contextTicks);
        int outgoing = Wire.getInt(bytes, at + 9);
        int incoming = Wire.getInt(bytes, at + 13);
        int core = bytes[at + 17] & 0xFF;
        int state = bytes[at + 19];
        Run run = running[core];
        running[core] = incoming == IDLE ? null : new Run(incoming, nanos);
        EventThread thread = threads.startedTrack(outgoing);
        if (run != null && run.thread == outgoing && thread != null) {
            boolean preempted = state == READY || state == RUNNABLE;
            stream.sink.event(new RunEvent(thread, run.nanos, nanos, core, preempted));
        } else if (outgoing != IDLE) {
            stream.counts.passOver(EventType.CONTEXT_SWITCH);
        }
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
