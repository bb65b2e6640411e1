package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.RecordedProgram;
import dev.zonecast.trace.stats.BlockLives.Pool;
import dev.zonecast.trace.stats.MemoryUse;
import dev.zonecast.trace.stats.MemoryUse.Share;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/** Where memory went: the tables of {@code stats --memory}. */
final class MemoryTables {
    private static final int PRINTED_MOMENTS = 10;
    private static final int WRITTEN_MOMENTS = 200;
    private static final int PRINTED_POOLS = 6;

    private final StatsTables tables;
    private final MemoryUse use;

    MemoryTables(StatsTables tables) {
        this.tables = tables;
        use = tables.statistics().memoryUse();
    }

    void print(int limit, PrintWriter out) {
        overTime(PRINTED_MOMENTS).print(0, out);
        zones().print(limit, out);
        sites().print(limit, out);
        frames().print(0, out);
    }

    void write(JsonGenerator json) {
        overTime(WRITTEN_MOMENTS).write(json);
        zones().write(json);
        sites().write(json);
        frames().write(json);
    }

    /** For people the pools that get largest, for programs all. */
    private FigureTable<Integer> overTime(int moments) {
        long end = tables.programs().stream()
                .mapToLong(RecordedProgram::lastNanos)
                .max()
                .orElse(0);
        MemoryUse.OverTime series = use.overTime(tables.startNanos(), end, moments);
        List<Map.Entry<Pool, List<Long>>> pools = List.copyOf(series.bytes().entrySet());
        int rows = pools.isEmpty() ? 0 : moments;
        FigureTable<Integer> table = new FigureTable<>(
                        "memoryOverTime", IntStream.range(0, rows).boxed().toList())
                .right("live at", i -> Units.time(series.times().get(i) - tables.startNanos()))
                .number("timeNanos", i -> series.times().get(i) - tables.startNanos())
                .json((json, i) -> JsonParts.objects(json, "pools", pools, pool -> {
                    pool(json, pool.getKey());
                    json.writeNumberProperty("liveBytes", pool.getValue().get(i));
                }));
        pools.stream()
                .sorted(Comparator.comparingLong((Map.Entry<Pool, List<Long>> pool) -> pool.getValue().stream()
                                .mapToLong(bytes -> bytes)
                                .max()
                                .orElse(0))
                        .reversed())
                .limit(PRINTED_POOLS)
                .forEach(pool -> table.right(
                        name(pool.getKey()), i -> Units.bytes(pool.getValue().get(i))));
        return table;
    }

    private String name(Pool pool) {
        return tables.ofProgram(pool.displayName(), pool.program());
    }

    private static void pool(JsonGenerator json, Pool pool) {
        json.writeStringProperty("name", pool.displayName());
        StatsTables.program(json, pool.program());
    }

    private FigureTable<Share<MemoryUse.Place>> zones() {
        FigureTable<Share<MemoryUse.Place>> table = new FigureTable<>("memoryZones", use.zones())
                .left(
                        "allocated in",
                        share -> share.by() == null
                                ? "(outside zones)"
                                : StatsTables.place(share.by().location()))
                .json((json, share) -> {
                    if (share.by() == null) {
                        json.writeNullProperty("name");
                    } else {
                        StatsTables.zone(json, share.by().location(), share.by().kind());
                    }
                });
        return shares(table);
    }

    private FigureTable<Share<MemoryUse.Site>> sites() {
        FigureTable<Share<MemoryUse.Site>> table = new FigureTable<>("memoryStacks", use.sites())
                .left("memory", share -> name(share.by().pool()))
                .json((json, share) -> pool(json, share.by().pool()));
        return PoolSite.allocatedBy(shares(table), share -> share.by().stack());
    }

    private static <K> FigureTable<Share<K>> shares(FigureTable<Share<K>> table) {
        return table.count("allocations", "allocations", Share::allocations)
                .bytes("bytes", "allocatedBytes", Share::allocatedBytes)
                .count("live at the end", "stayBlocks", Share::stayBlocks)
                .bytes("bytes", "stayBytes", Share::stayBytes);
    }

    private FigureTable<MemoryUse.OfFrames> frames() {
        return new FigureTable<>("memoryFrames", use.frames())
                .left("a frame allocates", frames -> name(frames.pool()))
                .json((json, frames) -> pool(json, frames.pool()))
                .count("frames", "frames", frames -> frames.bytes().count())
                .bytes("mean", "meanBytes", frames -> Math.round(frames.bytes().mean()))
                .bytes("p50", "p50Bytes", frames -> frames.bytes().percentile(0.5))
                .bytes("p99", "p99Bytes", frames -> frames.bytes().percentile(0.99))
                .bytes("max", "maxBytes", frames -> frames.bytes().max())
                .count("in frame", "maxFrame", MemoryUse.OfFrames::most);
    }
}
