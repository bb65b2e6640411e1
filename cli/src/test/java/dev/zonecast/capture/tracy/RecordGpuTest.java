package dev.zonecast.capture.tracy;

import static dev.zonecast.capture.tracy.WireScript.f32;
import static dev.zonecast.capture.tracy.WireScript.f64;
import static dev.zonecast.capture.tracy.WireScript.u16;
import static dev.zonecast.capture.tracy.WireScript.u32;
import static dev.zonecast.capture.tracy.WireScript.u64;
import static dev.zonecast.capture.tracy.WireScript.u8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPU zones that run in another order, and values of zones, from the wire to the file. */
class RecordGpuTest {
    private static final int MAIN = 77;
    private static final int CONTEXT = 3;
    private static final long PLACE = 0x1000;

    @TempDir
    Path folder;

    private final WireScript script = new WireScript(Protocol.V82).thread(MAIN);
    private final List<byte[]> blocks = new ArrayList<>();
    private String out;

    /** The GPU's tick 0 is at 0 ns, and a tick takes 1 ns, until a calibration. */
    private RecordGpuTest() {
        script.event(
                EventType.GPU_NEW_CONTEXT, u64(1, 0), u64(9, 0), f32(21, 1.0f), u8(25, CONTEXT), u8(26, 1), u8(27, 2));
    }

    private void begin(int query) {
        begin(query, 10);
    }

    private void begin(int query, long cpuNanos) {
        script.event(
                EventType.GPU_ZONE_BEGIN_SERIAL,
                u64(1, script.serialDelta(cpuNanos)),
                u32(9, MAIN),
                u16(13, query),
                u8(15, CONTEXT),
                u64(16, PLACE));
    }

    private void end(int query) {
        script.event(
                EventType.GPU_ZONE_END_SERIAL,
                u64(1, script.serialDelta(10)),
                u32(9, MAIN),
                u16(13, query),
                u8(15, CONTEXT));
    }

    private void times(long... ticks) {
        for (int query = 0; query < ticks.length; query++) {
            time(query, ticks[query]);
        }
    }

    private void time(int query, long ticks) {
        script.event(EventType.GPU_TIME, u64(1, script.gpuDelta(ticks)), u16(9, query), u8(11, CONTEXT));
    }

    /** What follows comes in another block. */
    private void endBlock() {
        blocks.add(WireScript.block(script.take()));
    }

    private TraceLog record() throws IOException {
        script.event(EventType.TERMINATE);
        endBlock();
        try (FakeClient client = new FakeClient(Protocol.V82, WireScript.welcome(Protocol.V82, true, 0, 1_000))) {
            client.locations.put(PLACE, new long[] {1, 1, 1, 42, 0});
            client.strings.put(1L, "pass");
            client.threads.put((long) MAIN, "main");
            blocks.forEach(client::sendRaw);
            client.start();
            Path file = folder.resolve("gpu.fxt");

            CommandRun run = CommandRun.of("record", client.address(), "-o", file, "--json");

            assertEquals(0, run.exit(), run.err());
            out = run.out();
            return TraceLog.of(file);
        }
    }

    @Test
    void shouldKeepTheTimesOfZonesThatRunOutOfOrder() throws IOException {
        begin(0);
        end(1);
        // With a zone inside, which belongs onto the same track.
        begin(2);
        begin(3);
        end(4);
        end(5);
        // After the first two, so it needs no track of its own.
        begin(6);
        end(7);
        times(200, 250, 100, 110, 140, 150, 300, 320);

        List<TraceLog.LoggedZone> zones = record().zones;

        assertEquals(
                List.of("100 150", "110 140", "200 250", "300 320"),
                zones.stream()
                        .map(zone -> zone.begin() + " " + zone.end())
                        .sorted()
                        .toList());
        assertEquals(
                2, zones.stream().map(TraceLog.LoggedZone::track).distinct().count());
    }

    /** The zones have one order, whatever the calibration says. */
    @Test
    void shouldKeepOneTrackWhenACalibrationSetsTheTimeBack() throws IOException {
        begin(0);
        end(1);
        times(100, 200);
        script.event(EventType.GPU_CALIBRATION, u64(1, 200), u64(9, 190), u64(17, 200), u8(25, CONTEXT));
        begin(0);
        end(1);
        times(200, 300);

        List<TraceLog.LoggedZone> zones = record().zones;

        assertEquals(
                List.of("100 200", "200 290"),
                zones.stream().map(zone -> zone.begin() + " " + zone.end()).toList());
        assertEquals(
                1, zones.stream().map(TraceLog.LoggedZone::track).distinct().count());
    }

    @Test
    void shouldCountZonesThatFindNoTrack() throws IOException {
        int zones = 20;
        long[] times = new long[2 * zones];
        for (int i = 0; i < zones; i++) {
            begin(2 * i);
            end(2 * i + 1);
            times[2 * i] = 10_000 - 100L * i;
            times[2 * i + 1] = times[2 * i] + 50;
        }
        times(times);

        assertEquals(16, record().zones.size());
        assertTrue(out.contains("\"dropped GPU zones\":4"), out);
    }

    @Test
    void shouldTakeOneTrackForZonesBeforeTheRecording() throws IOException {
        begin(0);
        end(1);
        begin(2);
        end(3);
        times(-200, -100, -300, -250);

        List<TraceLog.LoggedZone> zones = record().zones;

        assertEquals(
                List.of(0L, 0L), zones.stream().map(TraceLog.LoggedZone::end).toList());
        assertEquals(
                1, zones.stream().map(TraceLog.LoggedZone::track).distinct().count());
    }

    private void annotate(int query, int note, double value) {
        script.event(
                EventType.GPU_ZONE_ANNOTATION,
                u64(1, note),
                f64(9, value),
                u32(17, MAIN),
                u16(21, query),
                u8(23, CONTEXT));
    }

    private void nameNotes(int count) {
        for (int note = 1; note <= count; note++) {
            script.text("note " + note).event(EventType.GPU_ANNOTATION_NAME, u64(1, note), u8(9, CONTEXT));
        }
    }

    /** A zone as the backend for ROCm sends it: both times have one number. */
    private void timedZone(int query, long cpuNanos, long beginTicks, long endTicks) {
        begin(query, cpuNanos);
        time(query, beginTicks);
        end(query);
        time(query, endTicks);
    }

    private static List<String> timesAndTexts(TraceLog log) {
        return log.zones.stream()
                .map(zone -> zone.begin() + " " + zone.end() + " " + zone.texts())
                .toList();
    }

    @Test
    void shouldTakeAnnotationsThatComeAfterTheirZone() throws IOException {
        nameNotes(2);
        timedZone(0, 10, 100, 200);
        timedZone(1, 10, 300, 400);
        annotate(0, 1, 7);
        annotate(1, 2, 8);

        TraceLog log = record();

        assertEquals(List.of("100 200 [note 1: 7]", "300 400 [note 2: 8]"), timesAndTexts(log));
        assertFalse(out.contains("gpu zone annotation"), out);
    }

    @Test
    void shouldCountAnnotationsThatComeTooLate() throws IOException {
        nameNotes(1);
        timedZone(0, 10, 100, 200);
        script.mark(300_000_000);
        endBlock();
        annotate(0, 1, 7);
        timedZone(1, 10, 300, 400);
        annotate(1, 1, 8);

        TraceLog log = record();

        assertEquals(List.of("100 200 []", "300 400 [note 1: 8]"), timesAndTexts(log));
        assertTrue(out.contains("gpu zone annotation\":1"), out);
    }

    /** The zones that wait for annotations take none of the room of others. */
    @Test
    void shouldKeepAllZonesWhenMoreEndThanCanWaitForAnnotations() throws IOException {
        int zones = 20_000;
        nameNotes(1);
        for (int query = 0; query < zones; query++) {
            timedZone(query, 10, 100L * query, 100L * query + 50);
            if (query % 1_000 == 0) {
                endBlock();
            }
        }
        annotate(0, 1, 7);
        annotate(zones - 1, 1, 8);

        TraceLog log = record();

        assertEquals(zones, log.zones.size());
        assertEquals(List.of("note 1: 8"), log.zones.getLast().texts());
        assertTrue(out.contains("gpu zone annotation\":1"), out);
        assertTrue(out.contains("\"dropped GPU zones\":0"), out);
    }

    @Test
    void shouldRoundAnnotationsAndCountThoseThatAreNoNumber() throws IOException {
        nameNotes(3);
        begin(0);
        end(1);
        annotate(0, 1, 2.999_999_9);
        annotate(0, 2, Double.NaN);
        annotate(0, 3, 1e300);
        times(100, 200);

        TraceLog log = record();

        assertEquals(List.of("note 1: 3"), log.zones.getFirst().texts());
        assertTrue(out.contains("\"dropped events\":2"), out);
    }
}
