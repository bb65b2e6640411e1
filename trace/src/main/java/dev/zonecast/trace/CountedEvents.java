package dev.zonecast.trace;

import java.io.IOException;
import java.util.Arrays;

/**
 * Passes events on to a listener, and counts those of the kinds that it does not take. Zones do not come this way: the
 * {@link ZoneAssembler} counts them.
 */
final class CountedEvents implements TraceListener {
    private final TraceListener listener;
    private final HiddenDetails details;
    private final long[] counts = new long[EventKind.values().length];

    CountedEvents(TraceListener listener) {
        this.listener = listener;
        details = new HiddenDetails(listener.hiddenDetails());
    }

    /** Kinds of events that a class of listeners takes, by the methods that it overrides. */
    static boolean takes(Class<? extends TraceListener> type, EventKind kind) {
        return Arrays.stream(type.getMethods())
                .anyMatch(method -> method.getName().equals(kind.method())
                        && method.getDeclaringClass() != TraceListener.class
                        && !method.isBridge());
    }

    /** Adds the events that the listener does not take; then the listener adds what it left out. */
    void addTo(LossAccount losses, long zones) throws IOException {
        for (EventKind kind : EventKind.values()) {
            if (!takes(listener.getClass(), kind)) {
                losses.add(LossKind.LEFT_OUT, kind.text(), kind == EventKind.ZONES ? zones : count(kind));
            }
        }
        details.addTo(losses);
        listener.end(losses);
    }

    HiddenDetails details() {
        return details;
    }

    /** Events of a kind so far; of zones 0. */
    @SuppressWarnings("EnumOrdinal") // A place in an array of this run.
    long count(EventKind kind) {
        return counts[kind.ordinal()];
    }

    @SuppressWarnings("EnumOrdinal")
    private void counted(EventKind kind) {
        counts[kind.ordinal()]++;
    }

    @Override
    public void session(Session session) throws IOException {
        listener.session(session);
    }

    @Override
    public void program(Program program) throws IOException {
        listener.program(program);
    }

    @Override
    public void track(Track track) throws IOException {
        listener.track(track);
    }

    @Override
    public void location(Location location) throws IOException {
        listener.location(location);
    }

    @Override
    public void zone(Zone zone) throws IOException {
        listener.zone(zone);
    }

    @Override
    public void fiberRun(Track carrier, String fiber, long beginNanos, long endNanos) throws IOException {
        counted(EventKind.FIBER_RUNS);
        listener.fiberRun(carrier, fiber, beginNanos, endNanos);
    }

    @Override
    public void frame(Frame frame) throws IOException {
        counted(EventKind.FRAMES);
        listener.frame(frame);
    }

    @Override
    public void frameMark(Track thread) throws IOException {
        // The frame itself counts.
        listener.frameMark(thread);
    }

    @Override
    public void vsync(Track track, long timeNanos) throws IOException {
        counted(EventKind.VSYNCS);
        listener.vsync(track, timeNanos);
    }

    @Override
    public void plotValue(PlotSeries plot, Track track, long timeNanos, double value) throws IOException {
        counted(EventKind.PLOT_VALUES);
        listener.plotValue(plot, track, timeNanos, value);
    }

    @Override
    public void lock(LockSpan span) throws IOException {
        counted(EventKind.LOCK_SPANS);
        details.lock(span);
        listener.lock(span);
    }

    @Override
    public void memory(MemoryEvent event) throws IOException {
        counted(EventKind.MEMORY_EVENTS);
        details.memory(event);
        listener.memory(event);
    }

    @Override
    public void message(Message message) throws IOException {
        counted(EventKind.MESSAGES);
        details.message(message);
        listener.message(message);
    }

    @Override
    public void marker(Marker marker) throws IOException {
        counted(EventKind.MARKERS);
        details.marker(marker);
        listener.marker(marker);
    }

    @Override
    public void gpuContext(GpuContext context) throws IOException {
        listener.gpuContext(context);
    }

    @Override
    public void gpuCalibration(GpuContext context, long timeNanos, long errorNanos) throws IOException {
        counted(EventKind.GPU_CALIBRATIONS);
        listener.gpuCalibration(context, timeNanos, errorNanos);
    }

    @Override
    public void frameImage(FrameImage image) throws IOException {
        counted(EventKind.FRAME_IMAGES);
        listener.frameImage(image);
    }

    @Override
    public void sample(StackSample sample) throws IOException {
        counted(EventKind.SAMPLES);
        listener.sample(sample);
    }

    @Override
    public void threadStop(ThreadStop stop) throws IOException {
        counted(EventKind.THREAD_STOPS);
        listener.threadStop(stop);
    }

    @Override
    public void statistics(ProfilerStatistics statistics) throws IOException {
        listener.statistics(statistics);
    }

    @Override
    public void flow(int type, Track track, long timeNanos, String category, String name, long id) throws IOException {
        counted(EventKind.FLOWS);
        listener.flow(type, track, timeNanos, category, name, id);
    }

    @Override
    public void async(int type, Track track, long timeNanos, String category, String name, long id) throws IOException {
        counted(EventKind.ASYNCS);
        listener.async(type, track, timeNanos, category, name, id);
    }

    @Override
    public void end(LossAccount losses) throws IOException {
        listener.end(losses);
    }
}
