package dev.zonecast.trace.stats;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What part of all self time of its kind a place has. */
public final class TimeShares {
    private final Map<TimeKind, Double> sums = new EnumMap<>(TimeKind.class);

    /** Of all places that are shown together. */
    public TimeShares(List<ZoneStatistics> all) {
        for (ZoneStatistics zone : all) {
            sums.merge(zone.time(), (double) zone.self().sum(), Double::sum);
        }
    }

    /** 0 to 1; NaN of waits, which are no part of anything. */
    public double of(ZoneStatistics zone) {
        if (zone.time() == TimeKind.WAIT) {
            return Double.NaN;
        }
        double sum = sums.get(zone.time());
        return sum == 0 ? 0 : zone.self().sum() / sum;
    }
}
