package dev.zonecast.core.section;

import dev.zonecast.core.SectionCategory;

/** A section as sinks know it. Immutable but for its end. */
public final class SectionInfo {
    private static final long OPEN = Long.MIN_VALUE;

    private final int id;
    private final SectionCategory category;
    private final String text;
    private final long beginNanos;
    private volatile long endNanos = OPEN;
    private volatile boolean missed;

    /**
     * A section that is open.
     *
     * @param id unique among those of its program, never 0
     * @param text of it
     * @param beginNanos when it began
     */
    public SectionInfo(int id, SectionCategory category, String text, long beginNanos) {
        this.id = id;
        this.category = category;
        this.text = text;
        this.beginNanos = beginNanos;
    }

    /** Unique in this process, never 0. */
    public int id() {
        return id;
    }

    public SectionCategory category() {
        return category;
    }

    public String text() {
        return text;
    }

    /** {@link System#nanoTime} of the begin. */
    public long beginNanos() {
        return beginNanos;
    }

    /** {@link System#nanoTime} of the end, once it has ended. */
    public long endNanos() {
        return endNanos;
    }

    /** True if it has ended and the collector does not learn of it by {@link SectionTable#pollEnded}. */
    public boolean missed() {
        return missed;
    }

    void miss() {
        missed = true;
    }

    /** It ends; one that would end before it began ends there. */
    public void end(long nanos) {
        endNanos = Math.max(nanos, beginNanos);
    }
}
