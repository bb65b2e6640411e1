package dev.zonecast.cli;

import dev.zonecast.cli.export.JsonParts;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.stats.FiberStatistics;
import dev.zonecast.trace.stats.PoolStatistics;
import dev.zonecast.trace.stats.ResourceStatistics;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Memory, fibers and GPU clocks for programs. */
final class ResourcesJson {
    private static final int SITES_OF_POOL = 20;

    private final ResourceStatistics resources;
    private final JsonGenerator json;

    ResourcesJson(ResourceStatistics resources, JsonGenerator json) {
        this.resources = resources;
        this.json = json;
    }

    void memory() {
        JsonParts.objects(json, "memory", resources.memory().pools(), pool -> {
            json.writeStringProperty("name", pool.name());
            process(pool.program());
            json.writeNumberProperty("allocations", pool.allocations());
            json.writeNumberProperty("allocatedBytes", pool.allocatedBytes());
            json.writeNumberProperty("frees", pool.frees());
            json.writeNumberProperty("freedBytes", pool.freedBytes());
            json.writeNumberProperty("peakBytes", pool.peakBytes());
            json.writeNumberProperty("liveBlocks", pool.liveBlocks());
            json.writeNumberProperty("liveBytes", pool.liveBytes());
            json.writeNumberProperty("unmatched", pool.unmatched());
            json.writeNumberProperty("untracked", pool.untracked());
            sites(pool.sites());
        });
    }

    private void sites(List<PoolStatistics.Site> sites) {
        JsonParts.objects(json, "livingAtTheEnd", sites.subList(0, Math.min(SITES_OF_POOL, sites.size())), site -> {
            json.writeNumberProperty("blocks", site.blocks());
            json.writeNumberProperty("bytes", site.bytes());
            json.writeName("calls").writeStartArray();
            if (site.stack() != null) {
                for (Calls.Call call : site.stack().calls()) {
                    json.writeStartObject();
                    json.writeStringProperty("function", call.function());
                    json.writeStringProperty("file", call.file());
                    json.writeNumberProperty("line", call.line());
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        });
    }

    /** @param distribution writes the nanoseconds of a fiber's runs */
    void fibers(FiberFigures distribution) {
        JsonParts.objects(json, "fibers", resources.fibers(), fiber -> {
            json.writeStringProperty("name", fiber.name());
            process(fiber.program());
            json.writeNumberProperty("runs", fiber.runs().count());
            json.writeNumberProperty("carriers", fiber.carriers());
            distribution.write(fiber);
        });
    }

    /** Writes properties of a fiber. */
    interface FiberFigures {
        void write(FiberStatistics fiber);
    }

    void gpuClocks() {
        JsonParts.objects(json, "gpuClocks", resources.calibrations(), clock -> {
            json.writeStringProperty("name", clock.context().displayName());
            process(clock.context().program());
            json.writeNumberProperty("context", clock.context().id());
            json.writeNumberProperty("calibrations", clock.errors().count());
            json.writeNumberProperty("worstErrorNanos", clock.errors().max());
            json.writeNumberProperty("lastErrorNanos", clock.errors().last());
        });
    }

    private void process(Program program) {
        json.writeNumberProperty("process", program.processId());
        json.writeStringProperty("programId", program.id());
    }
}
