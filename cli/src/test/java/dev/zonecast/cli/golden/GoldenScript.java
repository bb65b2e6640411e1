package dev.zonecast.cli.golden;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.collect.EventSink;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockEvent;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A recording that the rows of {@link EveryKindTest} play events into, with a clock that moves by a microsecond with each. */
final class GoldenScript {
    private static final long BEGIN = 1_000_000_000;
    private static final long STEP = 1000;
    private static final long LIMIT = 10_000_000_000L;

    final ThreadTrack main = ThreadTrack.ofName(5, "main");
    final ThreadTrack other = ThreadTrack.ofName(6, "other");
    final GpuContextInfo gpu = new GpuContextInfo(3, GpuApi.VULKAN, "golden gpu", BEGIN);
    final EventSink sink;

    private final Set<Method> called = new HashSet<>();
    private final Set<LockEvent> lockEvents = EnumSet.noneOf(LockEvent.class);
    private final FxtRecording recording;
    private long now = BEGIN;

    GoldenScript(Path file) throws IOException {
        ProgramFacts program = new ProgramFacts("golden program", 4711, "clock", "its reason", "25", "Linux");
        recording = FxtRecording.create(file, program, 1_700_000_000_000L);
        sink = (EventSink) Proxy.newProxyInstance(
                GoldenScript.class.getClassLoader(), new Class<?>[] {EventSink.class}, this::call);
        recording.begin(BEGIN, 0);
        recording.threadStarted(main);
        recording.threadStarted(other);
        recording.gpuContext(gpu);
    }

    private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        called.add(method);
        if (method.getName().equals("lockEvent")) {
            lockEvents.add((LockEvent) arguments[1]);
        }
        try {
            return method.invoke(recording, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Methods of the sink that were called. */
    Set<Method> called() {
        return called;
    }

    Set<LockEvent> lockEvents() {
        return lockEvents;
    }

    long next() {
        now += STEP;
        return now;
    }

    void end() throws IOException {
        recording.end(next(), LIMIT);
    }

    static SourceLocation place(String name) {
        return SourceLocation.of(name, "Golden.run", "Golden.java", 10, 0);
    }

    static CallStack calls(String function) {
        return new CallStack(List.of(new CallStack.Call(function, "Golden.java", 7)));
    }

    /** A zone around something. */
    void zone(String name, Inner inner) throws IOException {
        sink.zoneBegin(main, next(), place(name));
        inner.run();
        sink.zoneEnd(main, next());
    }

    /** What happens in a zone. */
    interface Inner {
        void run() throws IOException;
    }
}
