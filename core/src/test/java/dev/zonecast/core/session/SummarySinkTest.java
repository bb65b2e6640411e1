package dev.zonecast.core.session;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.ZoneSummary;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.event.FrameEvent;
import dev.zonecast.core.event.GpuEvent;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
    void shouldKeepFewLanesWhenManyThreadsSubmit() {
        GpuContextInfo gl = new GpuContextInfo(3, GpuApi.OPENGL, "gl", 0);
        sink.event(new GpuEvent().begin(gl, 0, OUTER, 5, 0));
        for (int thread = 1; thread <= 100_000; thread++) {
            sink.event(new GpuEvent().begin(gl, thread, INNER, 5, 100));
            sink.event(new GpuEvent().end(gl, thread, 5, 110).of(INNER, 100));
            assertTrue(sink.lanes() <= SummarySink.MAX_IDLE_LANES, () -> sink.lanes() + " lanes");
        }
        sink.event(new GpuEvent().end(gl, 0, 5, 300).of(OUTER, 0));

        assertEquals(
                List.of("sum inner 1000000", "sum outer 300"),
                sink.summaries().stream()
                        .map(s -> s.name() + " " + s.totalNanos())
                        .toList());
    }

    @Test
    void shouldForgetTheLanesOfAContextWhenItIsClosed() {
        GpuContextInfo gl = new GpuContextInfo(3, GpuApi.OPENGL, "gl", 0);
        GpuContextInfo vk = new GpuContextInfo(4, GpuApi.VULKAN, "vk", 0);
        sink.event(new GpuEvent().begin(gl, 1, OUTER, 5, 100));
        sink.event(new GpuEvent().begin(vk, 1, OUTER, 5, 100));
        sink.event(new GpuEvent().begin(gl.withName("another name"), 1, INNER, 5, 110));
        assertEquals(2, sink.lanes());

        sink.event(new GpuEvent().closed(gl));

        assertEquals(1, sink.lanes());
    }

    @Test
    void shouldBeEmptyWhenNoZoneHasEnded() {
        sink.zones(main, new ZoneRun().onlyBegin(0, Ids.of(OUTER)));
        assertEquals(List.of(), sink.summaries());
    }

    @Test
    void shouldWriteSelfTimesOfTheGpuAndFrames(@TempDir Path folder) throws IOException {
        SummarySink written = new SummarySink(new SessionSummary(folder, "program"));
        GpuContextInfo gl = new GpuContextInfo(3, GpuApi.OPENGL, "gl", 0);
        // The outer zone began before the sink did.
        written.event(new GpuEvent().begin(gl, 2, INNER, 6, 110));
        written.event(new GpuEvent().end(gl, 2, 7, 150).of(INNER, 110));
        written.event(new GpuEvent().end(gl, 2, 8, 300).of(OUTER, 100));
        written.event(new GpuEvent().begin(gl, 2, OUTER, 9, 400));
        written.event(new GpuEvent().begin(gl, 2, INNER, 9, 410));
        written.event(new GpuEvent().end(gl, 2, 9, 430).of(INNER, 410));
        written.event(new GpuEvent().end(gl, 2, 9, 500).of(OUTER, 400));
        for (long nanos : new long[] {1000, 1100, 1250}) {
            written.event(new FrameEvent().mark(main, nanos, 0));
        }
        written.event(new FrameEvent().vsync(1300, 1));
        end(written);

        List<String> zones = lines(folder).stream()
                .filter(line -> line.startsWith("zone\t"))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "zone\tframe\tframe\t2\t250\t250\t100\t150\t100:1 150:1",
                        "zone\tgpu\tsum inner\t2\t60\t60\t20\t40\t20:1 40:1",
                        "zone\tgpu\tsum outer\t2\t280\t300\t100\t200\t100:1 200:1"),
                zones);
    }

    @Test
    void shouldKeepTheBaseSetOfFramesApartWhenANamedSetHasItsWord(@TempDir Path folder) throws IOException {
        SummarySink written = new SummarySink(new SessionSummary(folder, "program"));
        FrameName named = FrameName.of("frame");
        written.event(new FrameEvent().mark(main, 1000, 0));
        written.event(new FrameEvent().named(EventKind.FRAME_START, main, 1010, named));
        written.event(new FrameEvent().named(EventKind.FRAME_END, main, 1050, named));
        written.event(new FrameEvent().mark(main, 1100, 1));
        end(written);

        assertEquals(
                List.of(
                        "zone\tframe\tframe\t1\t100\t100\t100\t100\t100:1",
                        "zone\tframe\tframe\t1\t40\t40\t40\t40\t40:1"),
                lines(folder).stream()
                        .filter(line -> line.startsWith("zone\t"))
                        .sorted()
                        .toList());
    }

    /** Programs copy the page's list into their privacy policies. */
    @Test
    void shouldWriteTheContentsThatThePageListsAndNothingElse(@TempDir Path folder) throws IOException {
        Set<String> keys = new TreeSet<>(Set.of("id", "day", "duration", "lost", "program", "zone"));
        keys.addAll(SessionSummary.KEYS);
        keys.addAll(SessionSummary.HOST_KEYS);
        SummarySink written = new SummarySink(new SessionSummary(folder, "program"));
        SessionSummary.KEYS.forEach(key -> written.event(ProgramEvent.info(key + ": some")));
        written.event(ProgramEvent.info("user: me"));
        written.zones(main, new ZoneRun().onlyBegin(0, Ids.of(OUTER)));
        written.zones(main, new ZoneRun().onlyEnd(1));
        end(written);

        assertEquals(keys, contentsOnThePage());
        List<String> lines = lines(folder);
        Set<String> found = lines.subList(1, lines.size() - 1).stream()
                .map(line -> line.split("\t", 3))
                .map(fields -> fields[0].equals("fact") ? fields[1] : fields[0])
                .collect(Collectors.toCollection(TreeSet::new));
        // A machine may not name its processor.
        found.addAll(SessionSummary.HOST_KEYS);
        assertEquals(keys, found);
    }

    @Test
    void shouldLeaveNothingWhenTheFileCannotGetItsName(@TempDir Path folder) throws IOException {
        Path taken = Files.createDirectory(folder.resolve("1.zcs.gz"));

        assertThrows(IOException.class, () -> SessionSummary.save(folder, "1", "text"));

        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(taken), left.toList());
        }
    }

    /** A disk that stands still until the test lets it continue; then it fails. */
    @Test
    @Timeout(120)
    void shouldReturnFromTheEndWhenTheDiskOfTheSummaryStandsStill() {
        CountDownLatch mayWrite = new CountDownLatch(1);
        Path stalled = (Path)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Path.class}, (self, method, of) -> {
                    mayWrite.await();
                    throw new UncheckedIOException(new IOException("no disk"));
                });
        SummarySink written = new SummarySink(new SessionSummary(stalled, "program"));

        assertDoesNotThrow(() -> written.end(2000, 0));

        assertFalse(written.written().isDone());
        mayWrite.countDown();
        written.written().join();
    }

    private static Set<String> contentsOnThePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "how-to", "fleet.md"));
        String table = page.substring(page.indexOf("| contents |")).split("\n\n", 2)[0];
        return table.lines()
                .flatMap(row -> Pattern.compile("`([a-z]+)`")
                        .matcher(row.split("\\|", 3)[1])
                        .results())
                .map(key -> key.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void end(SummarySink sink) throws IOException {
        sink.end(2000, 0);
        sink.written().join();
    }

    /** Of the only summary. */
    private static List<String> lines(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder);
                InputStream in = new GZIPInputStream(
                        Files.newInputStream(files.findFirst().orElseThrow()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
