package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.stats.PoolStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Blocks of a pool that were not freed, by where they were allocated. */
record PoolSite(PoolStatistics pool, PoolStatistics.Site site) {
    private static final int SHOWN_CALLS = 3;

    static Stream<PoolSite> of(PoolStatistics pool, int most) {
        return pool.sites().stream().limit(most).map(site -> new PoolSite(pool, site));
    }

    static FigureTable<PoolSite> table(StatsTables tables, List<PoolSite> sites) {
        FigureTable<PoolSite> table = new FigureTable<>("livingAtTheEnd", sites)
                .left("live at the end", row -> tables.ofProgram(row.pool.name(), row.pool.program()))
                .count("blocks", "blocks", row -> Math.round(row.site.blocks()))
                .bytes("bytes", "bytes", row -> row.site.bytes());
        return allocatedBy(table, row -> row.site.stack());
    }

    /**
     * Adds the calls that allocated.
     *
     * @param stack of a row; null if none was recorded
     */
    static <T> FigureTable<T> allocatedBy(FigureTable<T> table, Function<T, Calls> stack) {
        return table.left("allocated by", row -> text(stack.apply(row)))
                .json((json, row) -> JsonParts.objects(
                        json,
                        "calls",
                        stack.apply(row) == null ? List.of() : stack.apply(row).calls(),
                        call -> {
                            json.writeStringProperty("function", call.function());
                            json.writeStringProperty("file", call.file());
                            json.writeNumberProperty("line", call.line());
                        }));
    }

    private static String text(Calls stack) {
        if (stack == null) {
            return "(no call stack)";
        }
        List<Calls.Call> calls = stack.calls();
        return calls.stream().limit(SHOWN_CALLS).map(Calls.Call::function).collect(Collectors.joining(" < "))
                + (calls.size() > SHOWN_CALLS ? " < ..." : "");
    }
}
