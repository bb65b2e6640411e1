package dev.zonecast.trace;

/** Limits of the statistics. The account of losses has what lies beyond one as left out by the output. */
public enum StatisticsLimit {
    /** Rows of several tables. */
    ROWS("further markers, locks, severities, pools, blocks, fibers and GPU clocks"),
    MEMORY_PLACES("blocks beside zones and frames"),
    FLOWS("flows beyond the table"),
    FRAME_TIMES("frames beside pacing and phases"),
    FRAME_CONTENTS("contents of frames"),
    SELF_TIMES("waits that are in self times"),
    CORE_TIMES("runs on cores in the times of zones"),
    SAMPLED_ZONES("stack samples in the times of zones"),
    VERDICTS("frames, waits and zones beside the verdicts of frames");

    private final String text;

    StatisticsLimit(String text) {
        this.text = text;
    }

    /** What lies beyond it, for people. */
    public String text() {
        return text;
    }

    /** Adds events that lie beyond it. */
    public void addTo(LossAccount losses, long events) {
        losses.add(LossKind.LEFT_OUT, text, events);
    }
}
