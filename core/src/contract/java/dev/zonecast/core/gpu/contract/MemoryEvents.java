package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Options;
import dev.zonecast.core.collect.EventSink;
import dev.zonecast.core.collect.Profiler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the collector tells of memory while something is done. */
public final class MemoryEvents {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private MemoryEvents() {}

    /** Something that may fail. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Calls of a sink as lines: {@code Allocated pool 4096: 100}. */
    public static List<String> recorded(Work work) throws Exception {
        List<String> lines = new ArrayList<>();
        EventSink sink = (EventSink) Proxy.newProxyInstance(
                EventSink.class.getClassLoader(), new Class<?>[] {EventSink.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "memoryAllocated", "memoryFreed" ->
                            lines.add(method.getName().substring("memory".length()) + " "
                                    + ((MemoryPool) arguments[0]).name() + " " + arguments[3] + ": " + arguments[4]);
                        case "equals" -> {
                            return proxy == arguments[0];
                        }
                        case "hashCode" -> {
                            return System.identityHashCode(proxy);
                        }
                        default -> {}
                    }
                    return method.getReturnType() == String.class ? "memory events" : null;
                });
        boolean _ = Profiler.start(Options.defaults().listen(false));
        Profiler.current().attach(sink);
        try {
            work.run();
        } finally {
            Profiler.current().detach(sink, LIMIT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        return lines;
    }
}
