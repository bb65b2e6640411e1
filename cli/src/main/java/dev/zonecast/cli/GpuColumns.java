package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.stats.CalibrationStatistics;
import dev.zonecast.trace.stats.ZoneKind;
import dev.zonecast.trace.stats.ZoneStatistics;
import java.util.List;
import java.util.Locale;

/** Columns of {@code stats} about what was counted in zones, and about its clock. */
final class GpuColumns {
    /** Of counts; JSON has all. */
    private static final int MOST_COLUMNS = 32;

    private GpuColumns() {}

    /** A column for each counter: the mean of a zone. */
    static void addCounts(FigureTable<ZoneStatistics> table, List<ZoneStatistics> zones) {
        zones.stream()
                .flatMap(zone -> zone.counts().keySet().stream())
                .distinct()
                .sorted()
                .limit(MOST_COLUMNS)
                .forEach(what -> table.right(what.displayName(), zone -> {
                    Distribution counts = zone.counts().get(what);
                    return counts == null ? "" : Units.count(Math.round(counts.mean()));
                }));
        table.json((json, zone) -> {
            if (!zone.counts().isEmpty()) {
                JsonParts.object(
                        json,
                        zone.kind() == ZoneKind.GPU ? "gpuCounts" : "counts",
                        () -> zone.counts()
                                .forEach((what, counts) -> JsonParts.object(json, what.property(), () -> {
                                    json.writeNumberProperty("count", counts.count());
                                    json.writeNumberProperty("sum", counts.sum());
                                    JsonParts.spread(json, counts);
                                })));
            }
        });
    }

    /** How well the times of a GPU's context agree with those of the processor. */
    static FigureTable<CalibrationStatistics> addClock(FigureTable<CalibrationStatistics> table) {
        return table.number("context", clock -> clock.context().id())
                .count("calibrations", "calibrations", clock -> clock.errors().count())
                .duration(
                        "worst error",
                        "worstErrorNanos",
                        clock -> clock.errors().max())
                .duration(
                        "last error", "lastErrorNanos", clock -> clock.errors().last())
                .decimal(
                        "least drift",
                        "leastDriftPpm",
                        CalibrationStatistics::leastDriftPpm,
                        clock -> ppm(clock.leastDriftPpm()))
                .decimal(
                        "most drift",
                        "mostDriftPpm",
                        CalibrationStatistics::mostDriftPpm,
                        clock -> ppm(clock.mostDriftPpm()))
                .decimal(
                        "last drift",
                        "lastDriftPpm",
                        CalibrationStatistics::lastDriftPpm,
                        clock -> ppm(clock.lastDriftPpm()));
    }

    private static String ppm(double drift) {
        return Double.isNaN(drift) ? "" : String.format(Locale.ROOT, "%+.2f ppm", drift);
    }
}
