package dev.zonecast.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The queries of the commands, in SQL that both engines run on the views of {@link Views}. */
final class Queries {
    private static final String ALL_SESSIONS = "TRUE";

    private Queries() {}

    /**
     * Zones by name and by columns of {@code sessions}: count, times and percentiles of all sessions together. A group of sessions that
     * is chosen as a whole, with one value in each column, counts by its row of {@code zone_groups}. All other sessions count by their
     * rows of {@code zones}, so that each condition has the same figures with and without groups.
     *
     * @param by columns of {@code sessions}
     * @param where a condition on columns of {@code sessions}; null: all
     * @param ofFrames sets of frames instead of zones
     */
    static String zones(Engine engine, List<String> by, String where, boolean ofFrames) {
        List<String> keys = new ArrayList<>(List.of("kind", "name"));
        keys.addAll(by);
        String key = String.join(", ", keys);
        // A column may have no value.
        String same = "f.kind = q.kind AND f.name = q.name"
                + by.stream()
                        .map(column -> " AND f." + column + " IS NOT DISTINCT FROM q." + column)
                        .collect(Collectors.joining());
        String kinds = ofFrames ? "z.kind = 'frame'" : "z.kind <> 'frame'";
        String oneValue = by.stream()
                .map(column -> " AND MIN(" + column + ") = MAX(" + column + ") AND COUNT(" + column + ") = COUNT(*)")
                .collect(Collectors.joining());
        String values =
                by.stream().map(column -> ", MIN(" + column + ") AS " + column).collect(Collectors.joining());
        return "WITH asked AS (SELECT session, group_id" + prefixed("", by) + ", CASE WHEN "
                + (where == null ? ALL_SESSIONS : "(" + where + ")") + " THEN 1 ELSE 0 END AS chosen FROM sessions),"
                + " whole AS (SELECT group_id" + values + " FROM asked WHERE group_id IS NOT NULL GROUP BY group_id"
                + " HAVING MIN(chosen) = 1" + oneValue + "),"
                + " single AS (SELECT a.session" + prefixed("a.", by) + " FROM asked a LEFT JOIN whole w"
                + " ON a.group_id = w.group_id WHERE a.chosen = 1 AND w.group_id IS NULL),"
                + " figures AS (SELECT " + key
                // Not "session", which may be one of the columns.
                + ", COUNT(DISTINCT counted) + CAST(SUM(sessions) AS BIGINT) AS sessions,"
                + " " + engine.sum("count") + " AS zones, " + engine.sum("total_ns") + " AS total_ns, "
                + engine.sum("self_ns") + " AS self_ns, MIN(min_ns) AS min_ns, MAX(max_ns) AS max_ns FROM ("
                + rows(
                        by,
                        kinds,
                        "z.session AS counted, 0 AS sessions",
                        "NULL AS counted, z.sessions",
                        "count, total_ns, self_ns, min_ns, max_ns")
                + ") rows GROUP BY " + key + "),"
                // Whole numbers up to 2^53 are exact in a DOUBLE, and no sum is beyond its range.
                + " merged AS (SELECT " + key + ", bin, SUM(CAST(n AS DOUBLE)) AS n FROM (SELECT " + key + ", "
                + engine.bins() + " FROM (" + rows(by, kinds, "z.bins", "z.bins", "counts") + ") sketches) bins"
                + " GROUP BY " + key + ", bin),"
                + " ranks AS (SELECT " + key + ", bin, SUM(n) OVER (PARTITION BY " + key + " ORDER BY bin) AS seen,"
                + " SUM(n) OVER (PARTITION BY " + key + ") AS n FROM merged),"
                + " q AS (SELECT " + key + ", " + percentile(0.5) + ", " + percentile(0.9) + ", " + percentile(0.99)
                + " FROM ranks GROUP BY " + key + ")"
                + " SELECT " + prefixed("f.", keys).substring(2)
                + ", f.sessions, f.zones, f.total_ns, f.self_ns, f.min_ns, " + clamped("p50") + ", " + clamped("p90")
                + ", " + clamped("p99") + ", f.max_ns FROM figures f JOIN q ON " + same
                + " ORDER BY f.self_ns DESC, " + prefixed("f.", keys).substring(2);
    }

    /** Rows of single sessions and of whole groups. The columns that both have follow those of one. */
    private static String rows(List<String> by, String kinds, String ofSingle, String ofWhole, String columns) {
        String keys = "SELECT z.kind, z.name";
        return keys + prefixed("s.", by) + ", " + ofSingle + ", " + columns
                + " FROM zones z JOIN single s ON z.session = s.session WHERE " + kinds
                + " UNION ALL " + keys + prefixed("w.", by) + ", " + ofWhole + ", " + columns
                + " FROM zone_groups z JOIN whole w ON z.group_id = w.group_id WHERE " + kinds;
    }

    private static String prefixed(String prefix, List<String> columns) {
        return columns.stream().map(column -> ", " + prefix + column).collect(Collectors.joining());
    }

    private static String percentile(double part) {
        return "MIN(CASE WHEN seen >= CEIL(CAST(" + part + " AS DOUBLE) * n) THEN bin_nanos(bin) END) AS p"
                + Math.round(part * 100);
    }

    /** A bin's middle may lie outside of all values. */
    private static String clamped(String name) {
        return "LEAST(GREATEST(q." + name + ", CAST(f.min_ns AS DOUBLE)), CAST(f.max_ns AS DOUBLE)) AS " + name + "_ns";
    }

    /**
     * What bounds frames: how many frames of which length each cause has.
     *
     * @param by columns of {@code sessions}
     * @param where a condition on columns of {@code sessions}; null: all
     */
    static String bounds(Engine engine, List<String> by, String where) {
        return "SELECT f.bound" + prefixed("s.", by) + ", COUNT(DISTINCT f.session) AS sessions, COUNT(*) AS frames,"
                + " " + engine.sum("f.duration_ns") + " AS total_ns, MAX(f.duration_ns) AS max_ns"
                + " FROM frames f JOIN (SELECT session" + prefixed("", by) + " FROM sessions WHERE "
                + (where == null ? ALL_SESSIONS : "(" + where + ")") + ") s ON f.session = s.session"
                + " GROUP BY f.bound" + prefixed("s.", by) + " ORDER BY frames DESC, f.bound" + prefixed("s.", by);
    }

    /**
     * The logarithm of each session's mean time, by zone, columns and side: how many sessions, mean and variance.
     *
     * @param by columns of {@code sessions}
     * @param baseline a condition: side 0
     * @param candidate a condition: side 1
     * @param time {@code self_ns} or {@code total_ns}
     */
    static String means(List<String> by, String baseline, String candidate, String time) {
        String key = "kind, name" + prefixed("", by) + ", side";
        return "WITH sides AS (SELECT session" + prefixed("", by) + ", CASE WHEN " + baseline + " THEN 0 WHEN "
                + candidate
                + " THEN 1 END AS side FROM sessions),"
                + " means AS (SELECT z.kind, z.name" + prefixed("s.", by)
                + ", s.side, z.session, SUM(CAST(z." + time + " AS DOUBLE)) / SUM(CAST(z.count AS DOUBLE)) AS mean_ns"
                + " FROM zones z JOIN sides s ON z.session = s.session WHERE s.side IS NOT NULL AND z.kind <> 'frame'"
                + " GROUP BY z.kind, z.name" + prefixed("s.", by) + ", s.side, z.session)"
                + " SELECT " + key + ", COUNT(*) AS sessions, AVG(LN(mean_ns)) AS mean_log,"
                + " VAR_SAMP(LN(mean_ns)) AS variance_log FROM means WHERE mean_ns > 0 GROUP BY " + key
                + " ORDER BY " + key;
    }
}
