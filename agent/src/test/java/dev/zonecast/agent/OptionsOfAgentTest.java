package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.StackSample;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent does by options alone, in programs that know nothing of Zonecast. */
class OptionsOfAgentTest {
    @TempDir
    static Path jars;

    private static Path jar;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeJar() throws Exception {
        jar = AgentJar.make(jars);
    }

    private AgentRun run(String options, Class<?> program, String... arguments) throws Exception {
        String[] main = Stream.concat(Stream.of(program.getName()), Arrays.stream(arguments))
                .toArray(String[]::new);
        AgentRun run = AgentRun.of(folder, jar, options, List.of(), main);
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("a hook failed"), run.output());
        return run;
    }

    private static Contents read(Path recording) throws Exception {
        var contents = new Contents();
        TraceReader.read(recording, contents);
        return contents;
    }

    private static long lines(AgentRun run, String text) {
        return run.output().lines().filter(line -> line.contains(text)).count();
    }

    @Test
    void shouldRecordTheJvm() throws Exception {
        AgentRun run = run("samples=1ms", JvmProgram.class, "work");

        Contents contents = read(run.recording());

        assertEquals(
                1, lines(run, "zonecast: agent: frames, GPU zones, hitches, JVM events, a stack sample each 1 ms"));
        assertEquals(1, lines(run, "zonecast: agent: the program loaded no LWJGL"), run.output());
        assertEquals(JvmProgram.COLLECTIONS, contents.collections, run.output());
        assertTrue(contents.samplesOf.getOrDefault("JvmProgram.work", 0) > 0, contents.samplesOf.toString());
    }

    @Test
    void shouldRecordNoEventsOfTheJvmIfTheyAreOff() throws Exception {
        AgentRun run = run("jvm=false,lwjgl-memory", MemoryProgram.class);

        assertEquals(Set.of(), read(run.recording()).jvmTracks);
    }

    @Test
    void shouldRecordEachBlockOfLwjgl() throws Exception {
        AgentRun run = run("lwjgl-memory", MemoryProgram.class);

        Contents contents = read(run.recording());

        assertEquals(1, lines(run, "kept " + (MemoryProgram.KEPT + MemoryProgram.GROWN)), run.output());
        assertEquals(List.of(123_457L, 31_337L, 1L, 777_777L), contents.allocated);
        assertEquals(
                MemoryProgram.KEPT + MemoryProgram.GROWN,
                contents.living.values().stream().mapToLong(Long::longValue).sum());
    }

    /** Without the option of LWJGL's memory: a plot of each frame, a message of each burst, a zone of a large block. */
    @Test
    void shouldShowBurstsOfAllocations() throws Exception {
        AgentRun run = run("", BurstGame.class, AgentRun.recording(folder).toString());

        Contents contents = read(run.recording());

        assertEquals((double) BurstGame.USUAL, contents.plots.get("LWJGL allocations"), run.output());
        assertEquals((double) BurstGame.USUAL * BurstGame.USUAL_BYTES, contents.plots.get("LWJGL allocated"));
        assertEquals(
                List.of(
                        "LWJGL allocated 80,128 bytes in 5,002 blocks in this frame; usual are",
                        "LWJGL allocated 3,145,856 bytes in 3 blocks in this frame; usual are"),
                contents.messages.stream()
                        .filter(text -> text.startsWith("LWJGL allocated"))
                        .map(text -> text.replaceAll(" are .*", " are"))
                        .toList());
        assertEquals(1, contents.cpuZones.get("allocate memory"), contents.cpuZones.toString());
    }

    @Test
    void shouldTakePicturesOfFrames() throws Exception {
        AgentRun run = run("images=32x16@1000", FrameProgram.class, "60", "-1");

        Contents contents = read(run.recording());

        assertEquals(1, lines(run, "frames 60, error 0"), run.output());
        assertFalse(contents.pictures.isEmpty());
        assertTrue(contents.pictures.size() + run.droppedPictures() > 10, contents.pictures.size() + " pictures");
        contents.pictures.forEach((frame, picture) -> {
            assertEquals(32, picture.width());
            assertEquals(16, picture.height());
            int color = FrameProgram.color(frame + contents.firstFrame(60));
            assertEquals(
                    Set.of(color),
                    new TreeSet<>(Arrays.stream(picture.toRgb()).boxed().toList()),
                    "frame " + frame);
        });
        // The capture's own calls are in no zone and no counter.
        Set<String> passes = Set.of("framebuffer 1, 200x200 color", "screen", "picture of the frame");
        assertEquals(passes, contents.gpuZones.keySet());
        var ofThread = new TreeSet<>(passes);
        ofThread.add("swap buffers");
        assertEquals(ofThread, contents.cpuZones.keySet(), contents.cpuZones.toString());
        assertNull(contents.plots.get("draw calls"));
        assertNull(contents.plots.get("state changes"));
        assertNull(contents.plots.get("uploaded"));
    }

    @Test
    void shouldSaveASnapshotAfterASlowFrame() throws Exception {
        // No other frame is so slow, however busy the machine is. With LWJGL's memory the profiler runs before the
        // first frame.
        Path snapshots = Files.createDirectory(folder.resolve("snapshots"));
        AgentRun run = run(
                "hitch=2s,lwjgl-memory,snapshot.pause=0,snapshot.folder=" + snapshots + ",buffer.folder="
                        + folder.resolve("buffer"),
                FrameProgram.class,
                "40",
                "20",
                "2500",
                snapshots.toString());

        List<Path> saved;
        try (Stream<Path> files = Files.list(snapshots)) {
            saved = files.toList();
        }
        var slow = new ArrayList<Path>();
        for (Path each : saved) {
            if (read(each).longestFrameNanos >= 2_500_000_000L) {
                slow.add(each);
            }
        }
        assertFalse(slow.isEmpty(), run.output() + saved);
        slow.forEach(each -> assertEquals(1, lines(run, each.toString()), run.output()));
        assertEquals(1, lines(run, "a snapshot after a frame of more than 2000 ms"), run.output());
    }

    @Test
    void shouldStartTheProgramWithItsLogManagerWhateverTheOptions() throws Exception {
        AgentRun run = run(
                "hitch=soon,port=70000,nonsense=1,samples,lwjgl-memory,buffer.folder=" + folder.resolve("buffer"),
                JvmProgram.class);

        assertEquals(1, lines(run, "log manager OwnLogManager"), run.output());
        assertEquals(1, lines(run, "option ignored: hitch=soon cannot be read; hitch takes a time"), run.output());
        assertEquals(1, lines(run, "option ignored: port=70000 cannot be read; port takes a number"), run.output());
        assertEquals(1, lines(run, "option ignored: there is no option \"nonsense\""), run.output());
    }

    @Test
    void shouldSayWhatWasWoven() throws Exception {
        AgentRun run = run("uploads=1K", FrameProgram.class, "3", "-1");

        assertTrue(
                run.output()
                        .matches("(?s).*zonecast: agent: [1-9][0-9]* functions of LWJGL had hooks;"
                                + " 0 classes could not be woven, hooks failed 0 times.*"),
                run.output());
    }

    @Test
    void shouldPrintOptionsAndLeaveTheProgramAlone() throws Exception {
        AgentRun run = run("help", JvmProgram.class);

        assertEquals(1, lines(run, "log manager OwnLogManager"), run.output());
        assertEquals(1, lines(run, "Options of the agent"), run.output());
        assertEquals(
                1, lines(run, "zonecast: agent: help is printed, the program runs without the agent"), run.output());
        assertEquals(1, lines(run, "zonecast: agent:"), run.output());
    }

    @Test
    void shouldBeOffInTheModeOff() throws Exception {
        AgentRun run = run("mode=off", MemoryProgram.class);

        assertEquals(1, lines(run, "zonecast: agent: off by zonecast.mode or zonecast.enabled"), run.output());
        assertEquals(1, lines(run, "zonecast: agent:"), run.output());
    }

    /** What a recording holds. */
    private static final class Contents implements TraceListener {
        final TreeMap<String, Integer> cpuZones = new TreeMap<>();
        final TreeMap<String, Integer> gpuZones = new TreeMap<>();
        final TreeMap<String, Integer> samplesOf = new TreeMap<>();
        final TreeMap<String, Double> plots = new TreeMap<>();
        final Set<String> jvmTracks = new TreeSet<>();
        final Map<Long, TraceFrameImage> pictures = new TreeMap<>();
        final List<Long> allocated = new ArrayList<>();
        final List<String> messages = new ArrayList<>();
        final Map<Long, Long> living = new HashMap<>();
        int collections;
        long longestFrameNanos;
        private long lastFrame;

        /** Frames of the program that ended before the recording's first, if it had so many. */
        long firstFrame(int frames) {
            return frames - 1 - lastFrame;
        }

        @Override
        public void track(Track track) {
            if (track.kind() == Track.Kind.JVM) {
                jvmTracks.add(track.name());
            }
        }

        @Override
        public void zone(TraceZone zone) {
            if (zone.track().kind() == Track.Kind.JVM) {
                boolean asked = zone.texts().stream().anyMatch(text -> text.contains("cause: System.gc()"));
                collections += asked ? 1 : 0;
            } else {
                (zone.track().kind() == Track.Kind.GPU ? gpuZones : cpuZones).merge(zone.name(), 1, Integer::sum);
            }
        }

        @Override
        public void frameImage(TraceFrameImage image) {
            pictures.put(image.frame(), image);
        }

        @Override
        public void event(TraceEvent event) {
            switch (event) {
                case TraceFrame frame
                when frame.isBase() && !frame.cutOff() -> {
                    longestFrameNanos = Math.max(longestFrameNanos, frame.durationNanos());
                    lastFrame = Math.max(lastFrame, frame.number());
                }
                case TraceEvent.PlotValue value -> plots.put(value.plot().name(), value.value());
                case TraceMessage message -> messages.add(message.text());
                case StackSample sample
                when sample.kind() == StackSample.Kind.RUNNING ->
                    sample.stack()
                            .calls()
                            .forEach(call -> samplesOf.merge(shortName(call.function()), 1, Integer::sum));
                case TraceMemoryEvent memory when memory.pool().equals("LWJGL") -> memory(memory);
                default -> {}
            }
        }

        private static String shortName(String function) {
            return function.replaceFirst("^dev\\.zonecast\\.agent\\.", "").replaceFirst("\\(.*", "");
        }

        private void memory(TraceMemoryEvent event) {
            switch (event.kind()) {
                case ALLOCATED -> {
                    allocated.add(event.bytes());
                    living.put(event.address(), event.bytes());
                }
                case FREED -> living.remove(event.address());
                case DISCARDED -> living.clear();
            }
        }
    }
}
