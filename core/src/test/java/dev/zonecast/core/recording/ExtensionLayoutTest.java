package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Plot;
import dev.zonecast.core.PlotFormat;
import dev.zonecast.core.RingUse;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SampleEvent;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.late.SampledStacks;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The offsets that readers use are those that the writer fills. */
class ExtensionLayoutTest {
    @TempDir
    Path folder;

    @Test
    void shouldFindEveryFieldAtItsOffset() throws IOException {
        Script script = Script.begun(folder);
        EventThread main = script.thread(5, "main");
        SourceLocation location = SourceLocation.of("n", "f", "F.java", 77, 0x112233);
        GpuContextInfo gpu = new GpuContextInfo(9, GpuApi.VULKAN, "gpu", 123);
        script.recording.event(new GpuEvent().context(gpu));
        script.begin(main, location);
        script.text(main, "x".repeat(40_000));
        script.end(main);
        Plot plot = Plot.builder("layout plot")
                .format(PlotFormat.MEMORY)
                .step(true)
                .color(0x445566)
                .create();
        script.recording.event(new PlotValue().whole(main, 1, plot, 1L));
        script.recording.event(new GpuEvent().calibration(gpu, 50, 60, 1.5));
        script.recording.event(ProgramEvent.statistics(
                70,
                new Statistics(
                        22,
                        1,
                        3,
                        new Statistics.Losses(2, 4, 5, 20, 6, 14, 21, Map.of()),
                        new Statistics.Rings(11, 10, 8, 9, new RingUse(15, 16, 17, 18, 19)),
                        new Statistics.Collector(12, 7, "clock", 13))));

        List<FxtReader.Item> items = script.items();

        ByteBuffer session = blob(items, ExtensionLayout.SESSION, ExtensionLayout.SESSION_TEXTS);
        assertEquals(ExtensionLayout.VERSION, session.getShort(ExtensionLayout.VERSION_OFFSET));
        assertEquals(Script.PID, session.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(1_000_000, session.getLong(ExtensionLayout.SESSION_TIME));
        assertEquals(0, session.getLong(ExtensionLayout.SESSION_SHIFT));
        assertEquals(0, session.getLong(ExtensionLayout.SESSION_FRAME_MARKS));
        assertEquals(4, session.getShort(ExtensionLayout.SESSION_TEXTS));

        ByteBuffer place = blob(items, ExtensionLayout.LOCATION, ExtensionLayout.LOCATION_BYTES);
        assertEquals("F.java:77", string(items, place.getShort(ExtensionLayout.KIND_OFFSET)));
        assertEquals(Ids.of(location), place.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals("n", string(items, place.getShort(ExtensionLayout.LOCATION_NAME)));
        assertEquals("f", string(items, place.getShort(ExtensionLayout.LOCATION_FUNCTION)));
        assertEquals("F.java", string(items, place.getShort(ExtensionLayout.LOCATION_FILE)));
        assertEquals(77, place.getInt(ExtensionLayout.LOCATION_LINE));
        assertEquals(0x112233, place.getInt(ExtensionLayout.LOCATION_RGB));

        ByteBuffer attribute = blob(items, ExtensionLayout.ATTRIBUTE, ExtensionLayout.ATTRIBUTE_PART);
        assertEquals(ExtensionLayout.ATTRIBUTE_ZONE_TEXT, attribute.getShort(ExtensionLayout.KIND_OFFSET));
        assertEquals(5, attribute.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(1, attribute.getInt(ExtensionLayout.ATTRIBUTE_DEPTH));
        assertEquals(40_000, attribute.getInt(ExtensionLayout.ATTRIBUTE_TOTAL));
        assertEquals(0, attribute.getInt(ExtensionLayout.ATTRIBUTE_PLACE));
        assertEquals('x', attribute.get(ExtensionLayout.ATTRIBUTE_PART));

        ByteBuffer looks = blob(items, ExtensionLayout.PLOT, ExtensionLayout.PLOT_BYTES);
        assertEquals("layout plot", string(items, looks.getShort(ExtensionLayout.KIND_OFFSET)));
        assertEquals(ExtensionLayout.PLOT_MEMORY, looks.get(ExtensionLayout.PLOT_FORMAT));
        assertEquals(ExtensionLayout.PLOT_STEP | ExtensionLayout.PLOT_FILL, looks.get(ExtensionLayout.PLOT_FLAGS));
        assertEquals(0x445566, looks.getInt(ExtensionLayout.PLOT_RGB));

        ByteBuffer context = blob(items, ExtensionLayout.GPU_CONTEXT, ExtensionLayout.GPU_CONTEXT_NAME);
        assertEquals(ExtensionLayout.GPU_CONTEXT_VULKAN, context.getShort(ExtensionLayout.KIND_OFFSET));
        assertEquals(9, context.getInt(ExtensionLayout.ID_OFFSET));
        assertEquals(123, context.getLong(ExtensionLayout.GPU_CONTEXT_CREATED));
        assertEquals(3, context.getShort(ExtensionLayout.GPU_CONTEXT_NAME));

        ByteBuffer calibration = blob(items, ExtensionLayout.GPU_CALIBRATION, ExtensionLayout.GPU_CALIBRATION_BYTES);
        assertEquals(50, calibration.getLong(ExtensionLayout.GPU_CALIBRATION_TIME));
        assertEquals(60, calibration.getLong(ExtensionLayout.GPU_CALIBRATION_ERROR_NANOS));

        ByteBuffer figures = blob(items, ExtensionLayout.STATISTICS, ExtensionLayout.STATISTICS_BYTES);
        assertEquals(70, figures.getLong(ExtensionLayout.STATISTICS_TIME));
        assertEquals(1, figures.getLong(ExtensionLayout.STATISTICS_FIGURES));
        assertEquals(21, figures.getLong(ExtensionLayout.STATISTICS_BYTES - 8));

        ByteBuffer end = blob(items, ExtensionLayout.END, ExtensionLayout.END_BYTES);
        assertEquals(script.now, end.getLong(ExtensionLayout.END_TIME));
    }

    @Test
    void shouldHaveTheEndsOfPlatformThreads() throws IOException {
        Script script = Script.begun(folder);
        EventThread worker = script.thread(21, "worker");
        EventThread idle = script.thread(22, "idle");
        EventThread virtual = EventThread.of(23, true, "virtual", 0);
        script.recording.thread(virtual, Life.STARTED);
        script.recording.cycleEnd(++script.now);
        long pass = script.now;
        script.begin(worker, Script.location("last"));
        script.end(worker);
        long last = script.now;
        EventThread late = EventThread.of(25, "sampled first");
        script.recording.event(sample(late, script.now));
        script.recording.thread(late, Life.STARTED);
        script.begin(late, Script.location("own"));
        script.end(late);
        long lastOfLate = script.now;
        for (EventThread each : List.of(worker, idle, virtual)) {
            script.recording.thread(each, Life.ENDED);
        }
        script.recording.thread(late, Life.FORGOTTEN);
        script.recording.thread(late, Life.ENDED);
        // Under another name from now on, and alive.
        EventThread sampled = EventThread.of(24, "sampled");
        script.recording.event(sample(sampled, script.now));
        script.recording.thread(sampled, Life.FORGOTTEN);

        Map<Integer, Long> ends = new HashMap<>();
        for (FxtReader.Item item : script.items()) {
            if (item instanceof FxtReader.Blob blob && blob.name().equals(ExtensionLayout.THREAD_END)) {
                ByteBuffer payload = blob.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN);
                assertEquals(ExtensionLayout.THREAD_END_BYTES, payload.capacity());
                ends.put(payload.getInt(ExtensionLayout.ID_OFFSET), payload.getLong(ExtensionLayout.THREAD_END_TIME));
            }
        }

        assertEquals(Map.of(21, last, 22, pass, 25, lastOfLate), ends);
    }

    private static SampleEvent sample(EventThread thread, long nanos) {
        SampledStack stack = SampledStacks.INSTANCE.intern(List.of());
        return new SampleEvent(thread, nanos, SampleKind.RUNNING, 1, null, stack);
    }

    @Test
    void shouldKeepTheOpenZonesOfASampledThreadThatBeganToRecord() throws IOException {
        Script script = Script.begun(folder);
        EventThread thread = EventThread.of(25, "sampled first");
        script.recording.event(sample(thread, script.now));
        script.recording.thread(thread, Life.STARTED);
        script.begin(thread, Script.location("held").recordedFrom(Duration.ofNanos(1_000)));
        script.recording.thread(thread, Life.FORGOTTEN);
        script.recording.zones(thread, new ZoneRun().onlyEnd(script.now += 2_000));

        assertTrue(script.items().stream()
                .anyMatch(item -> item instanceof FxtReader.Event e && e.name().equals("held")));
    }

    @Test
    void shouldDescribeEachKindOfTrack() throws IOException {
        Script script = Script.begun(folder);
        GpuContextInfo gpu = new GpuContextInfo(9, GpuApi.OPENGL, "gpu", 123);
        script.recording.event(new GpuEvent().context(gpu));
        script.recording.event(new GpuEvent().begin(gpu, 5, Script.location("pass"), 1, 2));

        List<FxtReader.Item> items = script.items();

        ByteBuffer track = items.stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(ExtensionLayout.TRACK))
                .map(item -> ((FxtReader.Blob) item).payload().duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .filter(b -> b.getShort(ExtensionLayout.KIND_OFFSET) == ExtensionLayout.TRACK_GPU)
                .findFirst()
                .orElseThrow();
        assertEquals(ExtensionLayout.TRACK_BYTES, track.capacity());
        assertEquals(9, track.getLong(ExtensionLayout.TRACK_SUBJECT));
        assertEquals(5, track.getLong(ExtensionLayout.TRACK_SUBMITTER));
        assertEquals(0, track.getInt(ExtensionLayout.TRACK_GROUP));
        assertEquals(0, track.getInt(ExtensionLayout.TRACK_FLAGS));
    }

    static ByteBuffer blob(List<FxtReader.Item> items, String name, int minBytes) {
        ByteBuffer payload = items.stream()
                .filter(item -> item instanceof FxtReader.Blob b && b.name().equals(name))
                .map(item -> ((FxtReader.Blob) item).payload().duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .findFirst()
                .orElseThrow();
        assertTrue(payload.capacity() >= minBytes, name + " has " + payload.capacity() + " bytes");
        return payload;
    }

    private static String string(List<FxtReader.Item> items, int index) {
        return items.stream()
                .filter(item -> item instanceof FxtReader.StringEntry s && s.index() == index)
                .map(item -> ((FxtReader.StringEntry) item).text())
                .findFirst()
                .orElseThrow();
    }
}
