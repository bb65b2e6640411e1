package dev.zonecast.agent;

import dev.zonecast.core.PlotFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Work that a program gave to the GPU in a frame, as plots. A call counts as one draw call, also a multi-draw. Instances and primitives
 * are counted where the program gives their number: not in indirect draws, display lists and draws of transform feedback. A plot exists from the first frame on in which its value is not 0. One
 * thread at a time, but for {@link #add} and what publishes.
 */
public final class FrameCounters {
    /** The API whose plots come first. Those of another one are named after it, so that no two counters share a plot. */
    private static final AtomicReference<String> FIRST_API = new AtomicReference<>();

    /** After so long without its end, a frame counts in parts: its program may show no more. */
    static final long LONGEST_FRAME_NANOS = 2_000_000_000;

    private final Counter draws;
    private final Counter instances;
    private final Counter primitives;
    private final Counter dispatches;
    private final Counter transfers;
    private final Counter stateChanges;
    private final Counter uploadedBytes;
    private final List<Counter> inLists;
    private final List<Counter> all;

    private boolean isInList;

    // Guarded by this.
    private boolean hasFrames;
    private long lastFrame;

    /**
     * No work yet.
     *
     * @param api that the work is given to
     * @param suffix of the plots' names, for a second context
     */
    public FrameCounters(String api, String suffix) {
        draws = new Counter("draw calls", api, suffix, PlotFormat.NUMBER);
        instances = new Counter("instances", api, suffix, PlotFormat.NUMBER);
        primitives = new Counter("primitives", api, suffix, PlotFormat.NUMBER);
        dispatches = new Counter("dispatches", api, suffix, PlotFormat.NUMBER);
        transfers = new Counter("GPU copies", api, suffix, PlotFormat.NUMBER);
        stateChanges = new Counter("state changes", api, suffix, PlotFormat.NUMBER);
        uploadedBytes = new Counter("uploaded", api, suffix, PlotFormat.MEMORY);
        inLists = List.of(draws, instances, primitives, transfers, stateChanges);
        all = List.of(draws, instances, primitives, dispatches, transfers, stateChanges, uploadedBytes);
    }

    /** A draw whose size only the GPU or a display list knows. */
    public void draw() {
        draws.frame++;
    }

    /**
     * A draw.
     *
     * @param drawnPrimitives of all instances; 0 if unknown
     */
    public void draw(long drawnInstances, long drawnPrimitives) {
        draws.frame++;
        instances.frame += drawnInstances;
        primitives.frame += drawnPrimitives;
    }

    public void dispatch() {
        dispatches.frame++;
    }

    public void transfer() {
        transfers.frame++;
    }

    public void stateChange() {
        stateChanges.frame++;
    }

    public void uploaded(long bytes) {
        uploadedBytes.frame += bytes;
    }

    /** Commands get into a display list, and do not run. Uploads have left the program. */
    public void beginUncounted() {
        isInList = true;
        for (Counter counter : inLists) {
            counter.mark = counter.frame;
        }
    }

    public void endUncounted() {
        isInList = false;
        for (Counter counter : inLists) {
            counter.frame = counter.mark;
        }
    }

    /** Work of a command buffer that is submitted. */
    public synchronized void add(
            long drawCalls, long drawnInstances, long drawnPrimitives, long dispatchCalls, long copies) {
        draws.frame += drawCalls;
        instances.frame += drawnInstances;
        primitives.frame += drawnPrimitives;
        dispatches.frame += dispatchCalls;
        transfers.frame += copies;
    }

    /**
     * The frame ends here.
     *
     * @param now by {@link System#nanoTime}
     */
    public synchronized void frameEnds(long now) {
        hasFrames = true;
        lastFrame = now;
        publish();
    }

    /**
     * Publishes what a program without frames has done, or one that shows none any more. Does nothing in the midst of a frame.
     *
     * @param now by {@link System#nanoTime}
     * @return whether it has published
     */
    public synchronized boolean publishWithoutFrames(long now) {
        hasFrames = hasFrames && now - lastFrame <= LONGEST_FRAME_NANOS;
        if (!hasFrames) {
            publish();
        }
        return !hasFrames;
    }

    /**
     * Nothing more comes. What a program without frames has done is published.
     *
     * @param now by {@link System#nanoTime}
     */
    public synchronized void close(long now) {
        if (all.stream().anyMatch(counter -> counter.frame != 0)) {
            publishWithoutFrames(now);
        }
    }

    private void publish() {
        boolean wasInList = isInList;
        if (wasInList) {
            endUncounted();
        }
        all.forEach(Counter::publish);
        if (wasInList) {
            beginUncounted();
        }
    }

    private static final class Counter {
        private final FrameCounter plot;
        private long frame;
        private long mark;

        Counter(String name, String api, String suffix, PlotFormat format) {
            plot = new FrameCounter(() -> name + ofApi(api) + suffix, format);
        }

        private static String ofApi(String api) {
            String first = FIRST_API.compareAndExchange(null, api);
            return first == null || first.equals(api) ? "" : ", " + api;
        }

        void publish() {
            plot.publish(frame);
            frame = 0;
        }
    }
}
