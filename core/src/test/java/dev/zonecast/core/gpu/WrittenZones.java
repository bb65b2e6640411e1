package dev.zonecast.core.gpu;

import java.util.ArrayList;
import java.util.List;

/** Keeps what an engine writes, and has as much room as tests give it. */
final class WrittenZones implements GpuZoneWriter {
    /** One call: a begin if there is a location, else an end. */
    record Event(int locationId, long cpuTicks, long gpuTicks, long threadId, int lane, long errorNanos, Object stack) {
        boolean isBegin() {
            return locationId > 0;
        }
    }

    record Link(long link, long gpuTicks, long threadId, int lane) {}

    final List<Link> links = new ArrayList<>();

    /** Begins and ends that were flushed. */
    final List<Event> events = new ArrayList<>();

    private final List<Event> unflushed = new ArrayList<>();
    final List<Long> values = new ArrayList<>();
    final List<Long> errors = new ArrayList<>();
    long errorNanos = -1;
    double driftPpm;

    /** Calls for which there is room. */
    long room = Long.MAX_VALUE;

    /** Null: how long ago {@link #prepare} was called is of no interest. */
    SimulatedTime clock;

    /** From the last {@link #prepare} to a call, at most. */
    double longestSincePrepareNanos;

    private long preparedTicks;

    private boolean takesRoom() {
        if (clock != null) {
            double sincePrepare = (clock.now() - preparedTicks) / SimulatedTime.TICKS_PER_NANO;
            longestSincePrepareNanos = Math.max(longestSincePrepareNanos, sincePrepare);
        }
        return room > 0 && room-- > 0;
    }

    @Override
    public void prepare() {
        preparedTicks = clock == null ? 0 : clock.now();
    }

    @Override
    public void flush() {
        events.addAll(unflushed);
        unflushed.clear();
    }

    @Override
    public boolean begin(int locationId, long cpuTicks, long gpuTicks, long threadId, int lane, Object stack) {
        return takesRoom()
                && unflushed.add(new Event(locationId, cpuTicks, gpuTicks, threadId, lane, errorNanos, stack));
    }

    @Override
    public boolean value(int statistic, long value, long threadId, int lane) {
        return takesRoom() && values.add(value);
    }

    @Override
    public boolean link(long link, long gpuTicks, long threadId, int lane) {
        return takesRoom() && links.add(new Link(link, gpuTicks, threadId, lane));
    }

    @Override
    public boolean end(long cpuTicks, long gpuTicks, long threadId, int lane) {
        return takesRoom() && unflushed.add(new Event(0, cpuTicks, gpuTicks, threadId, lane, errorNanos, null));
    }

    @Override
    public boolean error(long nanos, double ppm) {
        if (!takesRoom()) {
            return false;
        }
        errorNanos = nanos;
        driftPpm = ppm;
        errors.add(nanos);
        return true;
    }

    /** Begins and ends as brackets: {@code ([])} has one letter of the location's id for each begin. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        events.forEach(event -> shape.append(event.isBegin() ? "(" : ")"));
        return shape.toString();
    }
}
