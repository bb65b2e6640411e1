package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.event.MemoryEvent;
import dev.zonecast.core.kind.EventKind;
import java.util.ArrayList;
import java.util.List;

/** What the collector tells of memory while something is done. */
public final class MemoryEvents {
    private MemoryEvents() {}

    /** Calls of a sink as lines: {@code Allocated pool 4096: 100}. */
    public static List<String> recorded(Told.Work work) throws Exception {
        List<String> lines = new ArrayList<>();
        Told.by(work, event -> {
            if (event instanceof MemoryEvent e
                    && (e.kind() == EventKind.MEMORY_ALLOCATED || e.kind() == EventKind.MEMORY_FREED)) {
                String what = e.kind() == EventKind.MEMORY_FREED ? "Freed " : "Allocated ";
                lines.add(what + e.pool().name() + " " + e.address() + ": " + e.bytes());
            }
        });
        return lines;
    }
}
