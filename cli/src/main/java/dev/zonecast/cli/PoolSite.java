package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.stats.PoolStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Blocks of a pool that were not freed, by where they were allocated. */
record PoolSite(PoolStatistics pool, PoolStatistics.Site site) {
    private static final int SHOWN_CALLS = 3;

    static Stream<PoolSite> of(PoolStatistics pool, int most) {
        return pool.sites().stream().limit(most).map(site -> new PoolSite(pool, site));
    }

    static FigureTable<PoolSite> table(StatsTables tables, List<PoolSite> sites) {
        return new FigureTable<>("livingAtTheEnd", sites)
                .left("living at the end", row -> tables.ofProgram(row.pool.name(), row.pool.program()))
                .count("blocks", "blocks", row -> row.site.blocks())
                .bytes("bytes", "bytes", row -> row.site.bytes())
                .left("allocated by", PoolSite::shown)
                .json((json, row) -> JsonParts.objects(json, "calls", row.calls(), call -> {
                    json.writeStringProperty("function", call.function());
                    json.writeStringProperty("file", call.file());
                    json.writeNumberProperty("line", call.line());
                }));
    }

    private List<Calls.Call> calls() {
        return site.stack() == null ? List.of() : site.stack().calls();
    }

    private String shown() {
        if (site.stack() == null) {
            return "(no call stack)";
        }
        return calls().stream().limit(SHOWN_CALLS).map(Calls.Call::function).collect(Collectors.joining(" < "))
                + (calls().size() > SHOWN_CALLS ? " < ..." : "");
    }
}
