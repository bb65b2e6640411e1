package dev.zonecast.jvm;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plots of busy threads, one each. A thread that has been idle gives its place to a busy one, and its plot to the next thread of its
 * name: JFR reports neither idle threads nor those that have ended.
 */
final class ThreadPlots {
    /** Threads with a plot at a time. */
    static final int MAX_THREADS = 48;

    /** Plots of all threads so far: names of threads may be numbered without end. */
    private static final int MAX_PLOTS = 1_024;

    private static final double SHOWN_FROM = 0.01;

    /** JFR reports a busy thread each second. */
    private static final long IDLE_MILLIS = 2_500;

    /** A thread that was not busy in the last second has no report of it. */
    private static final long MISSED_MILLIS = 1_500;

    private static final class Place {
        final String name;
        final Plot plot;
        double lastLoad;
        long lastMillis;

        Place(String name) {
            this.name = name;
            plot = Plot.builder(name).format(PlotFormat.PERCENTAGE).create();
        }
    }

    /** By the threads' ids. The thread whose last report is the oldest is first. */
    private final Map<Long, Place> places = new LinkedHashMap<>(64, 0.75f, true);

    private final Set<String> names = new HashSet<>();

    /**
     * The thread's plot, or null.
     *
     * @param load part of all processors, 0 to 1
     * @param millis time of the report; does not fall
     */
    Plot of(long threadId, String threadName, double load, long millis) {
        Place place = places.get(threadId);
        if (place == null && load >= SHOWN_FROM) {
            place = take(threadId, "CPU: " + threadName, millis);
        }
        if (place == null) {
            return null;
        }
        place.lastLoad = load;
        place.lastMillis = millis;
        return place.plot;
    }

    /** Plots whose value is not 0 and whose threads are not reported any more: they are to have the value 0. Each once. */
    List<Plot> becameIdle(long millis) {
        List<Plot> idle = new ArrayList<>();
        for (Place place : places.values()) {
            if (place.lastLoad != 0 && millis - place.lastMillis > MISSED_MILLIS) {
                place.lastLoad = 0;
                idle.add(place.plot);
            }
        }
        return idle;
    }

    private Place take(long threadId, String name, long millis) {
        places.values().removeIf(place -> place.name.equals(name) && isIdle(place, millis));
        boolean isTaken = places.values().stream().anyMatch(place -> place.name.equals(name));
        if (places.size() == MAX_THREADS) {
            Map.Entry<Long, Place> oldest = places.entrySet().iterator().next();
            if (!isIdle(oldest.getValue(), millis)) {
                return null;
            }
            places.remove(oldest.getKey());
        }
        String own = isTaken ? name + " #" + threadId : name;
        if (!names.contains(own) && names.size() == MAX_PLOTS) {
            return null;
        }
        names.add(own);
        Place taken = new Place(own);
        places.put(threadId, taken);
        return taken;
    }

    private static boolean isIdle(Place place, long millis) {
        return millis - place.lastMillis > IDLE_MILLIS;
    }
}
