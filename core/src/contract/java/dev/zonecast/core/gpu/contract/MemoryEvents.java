package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.session.Profiler;
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
        EventSink sink = new EventSink() {
            @Override
            public String description() {
                return "memory events";
            }

            @Override
            public void event(Event event) {
                if (event instanceof MemoryEvent e
                        && (e.kind() == EventKind.MEMORY_ALLOCATED || e.kind() == EventKind.MEMORY_FREED)) {
                    String what = e.kind() == EventKind.MEMORY_FREED ? "Freed " : "Allocated ";
                    lines.add(what + e.pool().name() + " " + e.address() + ": " + e.bytes());
                }
            }
        };
        boolean ignored = Profiler.start(Options.defaults().set(Option.LISTEN, false));
        Profiler.current().attach(sink);
        try {
            work.run();
        } finally {
            Profiler.current().detach(sink, LIMIT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        return lines;
    }
}
