package dev.zonecast.cli;

import dev.zonecast.trace.stats.TimeKind;
import dev.zonecast.trace.stats.TimeShares;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The zones of one category and kind of time together. */
final class CategoryTime {
    private record Key(String category, TimeKind time) {}

    private final Key key;
    private int places;
    private long count;
    private long selfNanos;
    private double share;

    private CategoryTime(Key key) {
        this.key = key;
    }

    /** The categories of zones, most self time first within a kind of time. */
    static List<CategoryTime> of(List<ZoneStatistics> zones) {
        TimeShares shares = new TimeShares(zones);
        Map<Key, CategoryTime> all = new LinkedHashMap<>();
        for (ZoneStatistics zone : zones) {
            CategoryTime category =
                    all.computeIfAbsent(new Key(zone.location().category().toString(), zone.time()), CategoryTime::new);
            category.places++;
            category.count += zone.total().count();
            category.selfNanos += zone.self().sum();
            category.share += shares.of(zone);
        }
        List<CategoryTime> sorted = new ArrayList<>(all.values());
        sorted.sort(Comparator.comparing(CategoryTime::time)
                .thenComparing(Comparator.comparingLong(CategoryTime::selfNanos).reversed()));
        return sorted;
    }

    String category() {
        return key.category;
    }

    TimeKind time() {
        return key.time;
    }

    /** How many places in the program have zones of it. */
    long places() {
        return places;
    }

    long count() {
        return count;
    }

    /** Time of the zones without the zones inside. */
    long selfNanos() {
        return selfNanos;
    }

    /** Part of all self time of its kind, 0 to 1; NaN of waits. */
    double share() {
        return share;
    }
}
