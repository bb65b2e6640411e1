package dev.zonecast.core.live;

import dev.zonecast.core.Statistics;
import java.util.ArrayList;
import java.util.List;

/** What was lost, in a line for people. */
public final class LossLine {
    private LossLine() {}

    /**
     * The line.
     *
     * @param more since the last one
     * @param total since the program's start
     */
    public static String of(long more, Statistics total) {
        List<String> parts = new ArrayList<>();
        add(parts, total.losses().droppedEvents(), "events dropped");
        add(parts, total.losses().truncatedTexts(), "texts cut");
        add(parts, total.losses().refusedNames(), "names refused");
        add(parts, total.losses().droppedGpuZones(), "GPU zones dropped");
        add(parts, total.losses().droppedFrameImages(), "frame images dropped");
        add(parts, total.losses().refusedStacks(), "call stacks left out");
        add(parts, total.losses().lostRecords(), "records lost by a slow disk");
        return "Zonecast: " + more + " losses (since the program's start: " + String.join(", ", parts) + ")";
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }
}
