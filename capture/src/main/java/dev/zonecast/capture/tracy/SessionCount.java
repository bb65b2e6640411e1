package dev.zonecast.capture.tracy;

import dev.zonecast.trace.LossKind;

/** What a session counts. */
public enum SessionCount {
    /** Everything that came, answers too. */
    EVENTS("events", null),
    /** Zones of threads and fibers that began. */
    ZONES("zones", "zones"),
    /** GPU zones that began. */
    GPU_ZONES("gpuZones", "GPU zones"),
    /** Marks of the base set. */
    FRAMES("frames", "frames"),
    /** Pictures of frames. */
    IMAGES("images", "images"),
    /** Values of plots. */
    PLOT_VALUES("plotValues", "values of plots"),
    /** Messages. */
    MESSAGES("messages", "messages"),
    /** Waits, obtainings and releases. */
    LOCK_EVENTS("lockEvents", "events of locks"),
    /** Allocations and frees. */
    MEMORY_EVENTS("memoryEvents", "of memory"),
    /** Samples of stacks. */
    SAMPLES("samples", "samples of stacks"),
    /** Threads and fibers. */
    THREADS("threads", "threads"),

    /** Ends and attributes without a zone, frees without a block: errors of the program. */
    UNMATCHED(LossKind.WRONG_CALLS),
    /** GPU zones without a time of the GPU. */
    DROPPED_GPU_ZONES(LossKind.DROPPED_GPU_ZONES),
    /** Pictures of a size or format that cannot be. */
    DROPPED_IMAGES(LossKind.DROPPED_IMAGES),
    /** Events that a limit or a value that cannot be recorded left out. */
    DROPPED_EVENTS(LossKind.DROPPED_EVENTS),
    /** Events that were recorded without their call stack: there was no room for it. */
    REFUSED_STACKS(LossKind.OMITTED_STACKS);

    private final String property;
    private final String words;
    private final LossKind loss;

    SessionCount(String property, String words) {
        this.property = property;
        this.words = words;
        this.loss = null;
    }

    SessionCount(LossKind loss) {
        this.property = null;
        this.words = null;
        this.loss = loss;
    }

    /** Its name for programs; null of losses. */
    public String property() {
        return property;
    }

    /** Its name for people, behind the number; null of losses and of {@link #EVENTS}. */
    public String words() {
        return words;
    }

    /** What is lost; null if nothing is. */
    public LossKind loss() {
        return loss;
    }
}
