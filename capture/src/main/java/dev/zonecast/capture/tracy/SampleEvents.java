package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Samples of stacks, each with the client's sampling period as its weight: the protocol has neither kind nor weight of a sample.
 * Their times share a running sum with those of context switches. Of these, runs of the program's own threads are recorded: of threads
 * that have other events. The stacks that threads had at switches are not. A client on Windows sends these as samples, too, and the two
 * parts of a stack, of the system and of the program, as a sample each.
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

    /** A sample that waits: for the other part of its stack, or for the switch that it belongs to. */
    private static final class Held {
        private final long nanos;
        private final List<CallStack.Call> calls;
        /** The outer calls, which came as a sample of their own; null: none came. */
        private List<CallStack.Call> outerCalls;

        private boolean atSwitch;

        Held(long nanos, List<CallStack.Call> calls, boolean atSwitch) {
            this.nanos = nanos;
            this.calls = calls;
            this.atSwitch = atSwitch;
        }
    }

    private final boolean combines;
    private final boolean identifies;

    /** The last sample of each thread, of a client whose samples have to wait. */
    private final Map<ThreadState, Held> held = new LinkedHashMap<>();

    SampleEvents(Stream stream, ThreadStates threads, CallStacks callStacks, Map<EventType, Handler> on) {
        super(stream, threads);
        this.callStacks = callStacks;
        combines = stream.welcome.combinesSamples();
        identifies = stream.welcome.samplesSwitches();
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
        ThreadState in = identifies ? threads.known(incoming) : null;
        if (in != null) {
            in.switchedInNanos = nanos;
            Held last = held.get(in);
            if (last != null) {
                last.atSwitch |= last.nanos == nanos;
            }
        }
        ThreadState out = threads.known(outgoing);
        EventThread thread = out == null ? null : out.track;
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
        long nanos = stream.nanos(contextTicks);
        List<CallStack.Call> calls = callStacks.takeCalls();
        if (thread.isShared || !(combines || identifies)) {
            record(thread, nanos, calls);
            return;
        }
        Held last = held.get(thread);
        if (combines && last != null && last.nanos == nanos && last.outerCalls == null) {
            last.outerCalls = calls;
            return;
        }
        if (last != null) {
            release(thread, last);
        }
        held.put(thread, new Held(nanos, calls, identifies && switchedInNanos(thread) == nanos));
    }

    /** When a core last went over to a thread. At the first time, no event may have named the thread before. */
    private long switchedInNanos(ThreadState thread) {
        if (thread.switchedInNanos < 0) {
            for (Run run : running) {
                if (run != null && run.thread == (int) thread.id) {
                    return run.nanos;
                }
            }
        }
        return thread.switchedInNanos;
    }

    private void release(ThreadState thread, Held sample) throws IOException {
        if (sample.atSwitch) {
            stream.counts.passOver(EventType.CALLSTACK_SAMPLE_CONTEXT_SWITCH);
            return;
        }
        List<CallStack.Call> calls = new ArrayList<>(sample.calls);
        if (sample.outerCalls != null) {
            calls.addAll(sample.outerCalls);
        }
        record(thread, sample.nanos, calls);
    }

    private void record(ThreadState thread, long nanos, List<CallStack.Call> calls) throws IOException {
        stream.sink.event(new SampleEvent(
                thread.track,
                nanos,
                SampleKind.RUNNING,
                stream.welcome.samplingPeriodNanos(),
                null,
                SampledStacks.INSTANCE.intern(calls)));
        stream.counts.add(SessionCount.SAMPLES);
    }

    /** No further event will come. */
    void close() throws IOException {
        for (Map.Entry<ThreadState, Held> last : held.entrySet()) {
            release(last.getKey(), last.getValue());
        }
        held.clear();
    }
}
