package dev.zonecast.core.live;

import dev.zonecast.core.Statistics.Losses;
import java.util.StringJoiner;

/** The account of losses as a line for people. */
public final class LossLine {
    private LossLine() {}

    /** Each kind of loss with its count; empty without any. */
    public static String of(Losses losses) {
        StringJoiner text = new StringJoiner(", ");
        add(text, losses.droppedEvents(), "dropped events");
        add(text, losses.truncatedTexts(), "truncated texts");
        add(text, losses.refusedNames(), "refused names");
        add(text, losses.refusedStacks(), "call stacks left out");
        add(text, losses.droppedGpuZones(), "dropped GPU zones");
        add(text, losses.droppedFrameImages(), "dropped frame images");
        add(text, losses.lostRecords(), "records lost by a slow disk");
        return text.toString();
    }

    private static void add(StringJoiner text, long count, String kind) {
        if (count > 0) {
            text.add(kind + " " + count);
        }
    }
}
