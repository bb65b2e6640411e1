package dev.zonecast.trace.bounds;

import java.util.ArrayList;
import java.util.List;

/** The stops of one thread in the order of their begins, for queries whose times move forward frame by frame. */
final class ThreadStops {
    static final ThreadStops NONE = new ThreadStops(List.of());

    private final List<Stop> all;
    private int first;

    ThreadStops(List<Stop> all) {
        this.all = all;
    }

    /** No query is about an earlier time from now on. */
    void forgetBefore(long time) {
        while (first < all.size() && all.get(first).end() <= time) {
            first++;
        }
    }

    List<Stop> within(long from, long to) {
        List<Stop> found = new ArrayList<>();
        for (int i = first; i < all.size() && all.get(i).begin() < to; i++) {
            if (all.get(i).end() > from) {
                found.add(all.get(i));
            }
        }
        return found;
    }
}
