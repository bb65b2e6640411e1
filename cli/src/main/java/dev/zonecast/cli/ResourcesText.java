package dev.zonecast.cli;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.stats.CalibrationStatistics;
import dev.zonecast.trace.stats.FiberStatistics;
import dev.zonecast.trace.stats.PoolStatistics;
import dev.zonecast.trace.stats.ResourceStatistics;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Tables of memory, fibers and GPU clocks for people. */
final class ResourcesText {
    private static final int SITES_OF_POOL = 5;
    private static final int CALLS_OF_SITE = 3;

    private final StatsFigures figures;
    private final ResourceStatistics resources;
    private final PrintWriter out;

    ResourcesText(StatsFigures figures, PrintWriter out) {
        this.figures = figures;
        this.resources = figures.statistics().resources();
        this.out = out;
    }

    void memory() {
        if (resources.memory().pools().isEmpty()) {
            return;
        }
        TextTable table = new TextTable(
                "memory", "allocations", "bytes", "frees", "bytes", "peak", "living blocks", "bytes", "unmatched");
        for (PoolStatistics pool : resources.memory().pools()) {
            table.row(
                    figures.ofProgram(pool.name(), pool.program()),
                    Units.count(pool.allocations()),
                    Units.bytes(pool.allocatedBytes()),
                    Units.count(pool.frees()),
                    Units.bytes(pool.freedBytes()),
                    Units.bytes(pool.peakBytes()),
                    Units.count(pool.liveBlocks()),
                    Units.bytes(pool.liveBytes()),
                    pool.unmatched() == 0 ? "" : Units.count(pool.unmatched()));
        }
        out.println();
        table.print(out);
        sites();
    }

    /** Blocks that were not freed, where their calls are known. */
    private void sites() {
        TextTable table = new TextTable("living at the end", "blocks", "bytes", "allocated by").left(3);
        boolean any = false;
        for (PoolStatistics pool : resources.memory().pools()) {
            List<PoolStatistics.Site> sites = pool.sites();
            if (sites.stream().allMatch(site -> site.stack() == null)) {
                continue;
            }
            any = true;
            for (PoolStatistics.Site site : sites.subList(0, Math.min(SITES_OF_POOL, sites.size()))) {
                table.row(
                        figures.ofProgram(pool.name(), pool.program()),
                        Units.count(site.blocks()),
                        Units.bytes(site.bytes()),
                        site.stack() == null ? "(no call stack)" : calls(site.stack()));
            }
        }
        if (any) {
            out.println();
            table.print(out);
        }
    }

    private static String calls(Calls stack) {
        return stack.calls().stream()
                        .limit(CALLS_OF_SITE)
                        .map(Calls.Call::function)
                        .collect(Collectors.joining(" < "))
                + (stack.calls().size() > CALLS_OF_SITE ? " < ..." : "");
    }

    void fibers() {
        if (resources.fibers().isEmpty()) {
            return;
        }
        TextTable table = new TextTable("fiber", "runs", "time", "p50", "p99", "max", "on threads");
        for (FiberStatistics fiber : resources.fibers()) {
            Distribution runs = fiber.runs();
            table.row(
                    figures.ofProgram(fiber.name(), fiber.program()),
                    Units.count(runs.count()),
                    Units.duration(runs.sum()),
                    Units.duration(runs.percentile(0.5)),
                    Units.duration(runs.percentile(0.99)),
                    Units.duration(runs.max()),
                    Units.count(fiber.carriers()));
        }
        out.println();
        table.print(out);
    }

    void gpuClocks() {
        if (resources.calibrations().isEmpty()) {
            return;
        }
        TextTable table = new TextTable("GPU clock", "calibrations", "worst error", "last error");
        for (CalibrationStatistics clock : resources.calibrations()) {
            table.row(
                    figures.ofProgram(
                            clock.context().displayName(), clock.context().program()),
                    Units.count(clock.errors().count()),
                    Units.duration(clock.errors().max()),
                    Units.duration(clock.errors().last()));
        }
        out.println();
        table.print(out);
    }
}
