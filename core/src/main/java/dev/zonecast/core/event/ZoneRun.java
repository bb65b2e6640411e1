package dev.zonecast.core.event;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.registry.Slots;

/**
 * Begins and ends of zones of one thread, sorted by time. They are most of a ring's records, so sinks get many in one call. The read of
 * the ring and the write of a sink are then two small loops, each compiled as a whole. From ring to wire that takes half the time of a
 * chain of calls for each event.
 *
 * <p>The thread that calls the sinks owns it. A sink may read it only during the call.
 */
public class ZoneRun {
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);

    /** Both arrays and their part of the ring fit into the first-level cache. */
    public static final int CAPACITY = 1024;

    /** In place of a location id: the end of the innermost zone. */
    public static final int END = -1;

    protected final long[] nanos = new long[CAPACITY];
    protected final int[] locations = new int[CAPACITY];
    protected int size;
    protected int begins;

    /** An empty run. */
    public ZoneRun() {}

    /** Number of begins and ends, at least 1. */
    public final int size() {
        return size;
    }

    /** Number of begins. */
    public final int begins() {
        return begins;
    }

    /** Time in nanoseconds of {@link System#nanoTime}. */
    public final long nanos(int index) {
        return nanos[index];
    }

    /** True for the end of the innermost zone. */
    public final boolean isEnd(int index) {
        return locations[index] == END;
    }

    /** Id of a begin's source location; for begins only. */
    public final int location(int index) {
        return locations[index];
    }

    /** Source location of a begin; for begins only. */
    public final SourceLocation place(int index) {
        return LOCATIONS.get(locations[index]);
    }

    /** True if the run is full. */
    public final boolean isFull() {
        return size == CAPACITY;
    }

    /** Adds a begin. */
    public final void begin(long timeNanos, int locationId) {
        nanos[size] = timeNanos;
        locations[size++] = locationId;
        begins++;
    }

    /** Adds an end. */
    public final void end(long timeNanos) {
        nanos[size] = timeNanos;
        locations[size++] = END;
    }

    /** Makes this empty. */
    public final void clear() {
        size = 0;
        begins = 0;
    }

    /** Makes this the run of one begin. */
    public final ZoneRun onlyBegin(long timeNanos, int locationId) {
        clear();
        begin(timeNanos, locationId);
        return this;
    }

    /** Makes this the run of one end. */
    public final ZoneRun onlyEnd(long timeNanos) {
        clear();
        end(timeNanos);
        return this;
    }

    /**
     * Puts a begin or an end at an index, for a loop that counts in local variables and ends with {@link #filled}.
     *
     * @param index below {@link #CAPACITY}
     * @param location id of the source location at which a zone begins, or {@link #END}
     */
    public final void put(int index, long timeNanos, int location) {
        nanos[index] = timeNanos;
        locations[index] = location;
    }

    /**
     * Ends a loop of puts.
     *
     * @param newSize number of indices that were put, from 0 on
     * @param newBegins number of begins among them
     */
    public final void filled(int newSize, int newBegins) {
        size = newSize;
        begins = newBegins;
    }
}
