package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.registry.Ids;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummarySinkTest {
    private static final SourceLocation OUTER = SourceLocation.of("sum outer", "f", "g", 1, 0);
    private static final SourceLocation INNER = SourceLocation.of("sum inner", "f", "g", 2, 0);
    private static final SourceLocation SAME_NAME = SourceLocation.of("sum inner", "f", "g", 3, 0);

    private final SummarySink sink = new SummarySink();
    private final ThreadTrack main = ThreadTrack.ofName(1, "main");
    private final ThreadTrack worker = ThreadTrack.ofName(2, "worker");

    @Test
    void shouldSumUpZonesByNameOverThreadsInnerOnesIncluded() {
        sink.zones(main, new ZoneRun().onlyBegin(1_000, Ids.of(OUTER)));
        sink.zones(worker, new ZoneRun().onlyBegin(1_010, Ids.of(INNER)));
        sink.zones(main, new ZoneRun().onlyBegin(1_020, Ids.of(INNER)));
        sink.zones(main, new ZoneRun().onlyEnd(1_030));
        sink.zones(worker, new ZoneRun().onlyEnd(1_040));
        sink.zones(main, new ZoneRun().onlyBegin(1_050, Ids.of(SAME_NAME)));
        sink.zones(main, new ZoneRun().onlyEnd(1_055));
        sink.zones(main, new ZoneRun().onlyEnd(1_100));
        sink.zones(main, new ZoneRun().onlyBegin(2_000, Ids.of(OUTER)));

        assertEquals(
                List.of(
                        new ZoneSummary("sum outer", ZoneSummary.Kind.CPU, "", 1, 100, 100, 100, 100, 100),
                        new ZoneSummary("sum inner", ZoneSummary.Kind.CPU, "", 3, 45, 15, 10, 30, 30)),
                sink.summaries());
    }

    @Test
    void shouldSumUpGpuZonesByContextInTheGpusTimeAfterThoseOfTheCpu() {
        GpuContextInfo gl = new GpuContextInfo(3, GpuApi.OPENGL, "gl", 0);
        GpuContextInfo vk = new GpuContextInfo(4, GpuApi.VULKAN, "vk", 0);
        sink.event(new GpuEvent().begin(gl, 1, OUTER, 5, 100));
        sink.event(new GpuEvent().begin(gl, 2, INNER, 6, 110));
        sink.event(new GpuEvent().begin(vk, 1, INNER, 6, 110));
        sink.event(new GpuEvent().end(gl, 2, 7, 150).of(INNER, 110));
        sink.event(new GpuEvent().end(gl, 1, 7, 130).of(OUTER, 100));
        // A GPU's clock may step back a little between two zones.
        sink.event(new GpuEvent().end(vk, 1, 7, 109).of(INNER, 110));
        sink.zones(main, new ZoneRun().onlyBegin(0, Ids.of(OUTER)));
        sink.zones(main, new ZoneRun().onlyEnd(1));

        assertEquals(
                List.of("CPU  sum outer 1", "GPU gl sum inner 40", "GPU gl sum outer 30", "GPU vk sum inner 0"),
                sink.summaries().stream()
                        .map(s -> s.kind() + " " + s.track() + " " + s.name() + " " + s.totalNanos())
                        .toList());
    }

    @Test
    void shouldBeEmptyWhenNoZoneHasEnded() {
        sink.zones(main, new ZoneRun().onlyBegin(0, Ids.of(OUTER)));
        assertEquals(List.of(), sink.summaries());
    }
}
