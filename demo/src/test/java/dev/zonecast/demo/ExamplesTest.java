package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.agent.VirtualDisplay;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceFrameImage;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceMessage;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example builds as the Maven project that it is, runs as its README says, and records what its README says. */
class ExamplesTest {
    private static final int FRAMES = 100;
    private static final int MOST_LINES = 100;
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    @TempDir
    static Path folder;

    private static ExampleProjects examples;

    @BeforeAll
    static void build() throws Exception {
        examples = new ExampleProjects(folder);
    }

    @AfterAll
    static void removeLinks() throws IOException {
        examples.close();
    }

    /** What a recording holds. */
    private static final class Recorded implements TraceListener {
        /** How many zones by name; those of the GPU behind "GPU: ", those of Lua behind "Lua: ". */
        final Map<String, Integer> zones = new TreeMap<>();

        final Map<String, Integer> messages = new TreeMap<>();
        int frames;
        int pictures;
        int blackPictures;

        @Override
        public void zone(TraceZone zone) {
            boolean ofLua = zone.location().file().endsWith(".lua");
            String group = zone.track().kind() == Track.Kind.GPU ? "GPU: " : ofLua ? "Lua: " : "";
            zones.merge(group + zone.name(), 1, Integer::sum);
        }

        @Override
        public void event(TraceEvent event) {
            if (event instanceof TraceFrame frame && frame.isBase()) {
                frames++;
            } else if (event instanceof TraceMessage message && !message.ofProfiler()) {
                messages.merge(message.text(), 1, Integer::sum);
            }
        }

        @Override
        public void frameImage(TraceFrameImage image) {
            pictures++;
            if (Arrays.stream(image.toRgb()).noneMatch(pixel -> (pixel & 0xFFFFFF) != 0)) {
                blackPictures++;
            }
        }
    }

    private static Recorded record(String name, Map<String, String> environment) throws Exception {
        String output = examples.run(name, environment, "-Dframes=" + FRAMES, "-Dzonecast.record=" + name + ".fxt");
        assertFalse(output.contains("WARNING: "), output);
        return read(name);
    }

    private static Recorded read(String name) throws IOException {
        Recorded recorded = new Recorded();
        TraceReader.read(examples.project(name).resolve(name + ".fxt"), recorded);
        // The first mark begins the first frame.
        assertTrue(recorded.frames >= FRAMES - 1, recorded.frames + " frames");
        return recorded;
    }

    /** How many frame images a busy machine dropped. Nothing else may be lost. */
    private static int droppedPictures(String output) {
        Matcher losses = Pattern.compile("no losses|lost since the program's start: dropped frame images (\\d+)\\.")
                .matcher(output);
        assertTrue(losses.find(), output);
        return losses.group(1) == null ? 0 : Integer.parseInt(losses.group(1));
    }

    /** Runs the example of an engine, which ends at the first error of OpenGL. */
    private static Recorded recordEngine(String name) throws Exception {
        int droppedPictures;
        try (VirtualDisplay display = VirtualDisplay.open()) {
            assumeTrue(display != null, "no Xvfb: Debian's package xvfb");
            String output = examples.run(
                    name,
                    Map.of("DISPLAY", display.name()),
                    "-Ddebug=true",
                    // LWJGL 3.3 finds fields by it.
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dframes=" + FRAMES,
                    "-Dzonecast.record=" + name + ".fxt");
            assertTrue(output.contains("frames: " + FRAMES), output);
            droppedPictures = droppedPictures(output);
            List<String> warnings = output.lines()
                    .filter(line -> line.contains("WARNING: ") && !line.contains("Cannot find loader com.jme3"))
                    .toList();
            assertEquals(List.of(), warnings);
        }
        Recorded recorded = read(name);
        assertEquals(FRAMES, recorded.frames, "the engine's own count");
        assertTrue(
                recorded.pictures + droppedPictures >= FRAMES / 2,
                recorded.pictures + " pictures, " + droppedPictures + " dropped");
        assertEquals(0, recorded.blackPictures, "black pictures");
        return recorded;
    }

    @Test
    void shouldRecordZonesFramesAndMessageOfHello() throws Exception {
        Recorded hello = record("hello", Map.of());

        assertEquals(Map.of("frame", FRAMES, "update", FRAMES, "sort by distance", FRAMES), hello.zones);
        assertEquals(Map.of("level loaded", 1), hello.messages);
    }

    @Test
    void shouldRecordZonesOfTheGpuOfTheTriangleInOpenGl() throws Exception {
        Recorded triangle = record("gl-triangle", Map.of());

        assertEquals(
                Map.of("submit", FRAMES, "present", FRAMES, "GPU: clear", FRAMES, "GPU: triangle", FRAMES),
                triangle.zones);
    }

    @Test
    void shouldRecordZonesOfTheGpuOfTheTriangleInVulkanWithASilentValidationLayer() throws Exception {
        Recorded triangle = record(
                "vulkan-triangle",
                Map.of(
                        "VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation",
                        "VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT",
                        "VK_LOADER_DEBUG", "layer"));

        assertEquals(
                Map.of("record commands", FRAMES, "submit and wait", FRAMES, "GPU: triangle", FRAMES), triangle.zones);
        String output = Files.readString(examples.project("vulkan-triangle").resolve("output.txt"));
        assertTrue(output.contains("VK_LAYER_KHRONOS_validation"), output);
        assertFalse(output.contains("VUID") || output.contains("SYNC-HAZARD"), output);
    }

    @Test
    void shouldRecordStepsPassesAndPicturesOfJMonkeyEngine() throws Exception {
        Recorded game = recordEngine("jmonkeyengine");

        for (String zone :
                List.of("spin", "SpatialUpdate", "RenderMainViewPorts", "EndFrame", "Default", "Gui Default")) {
            assertEquals(FRAMES, game.zones.get(zone), zone);
        }
        assertEquals(FRAMES - 1, game.zones.get("BeginFrame"), "the state joins in the middle of the first frame");
        assertEquals(FRAMES, game.zones.get("GPU: Default"));
        assertEquals(FRAMES, game.zones.get("GPU: Gui Default"));
        assertEquals(2 * FRAMES, game.zones.get("GPU: Opaque"), "of the scene and of the gui");
        int shadows = game.zones.get("GPU: DirectionalLightShadowRenderer");
        assertTrue(shadows >= FRAMES && shadows % FRAMES == 0, "of the shadows: " + shadows);
    }

    @Test
    void shouldRecordZonesAndPicturesOfLibGdx() throws Exception {
        Recorded game = recordEngine("libgdx");

        Map<String, Integer> zones = new TreeMap<>(Map.of("create", 1));
        for (String zone : List.of("render", "move", "present and wait", "GPU: render", "GPU: world", "GPU: screen")) {
            zones.put(zone, FRAMES);
        }
        assertEquals(zones, game.zones);
    }

    /** A second LWJGL beside the engine's does not start. Gradle takes the newest of all that are asked for. */
    @Test
    void shouldBringNoLwjglOfItsOwn() throws IOException {
        for (String name : List.of("jmonkeyengine", "libgdx")) {
            Set<String> versions = new TreeSet<>();
            try (Stream<Path> jars = Files.list(examples.project(name).resolve("target/lib"))) {
                jars.map(jar -> jar.getFileName().toString())
                        .filter(jar -> jar.matches("lwjgl(-[a-z]+)?-\\d.*"))
                        .forEach(jar -> versions.add(jar.replaceAll(".*?-(\\d+\\.\\d+\\.\\d+).*", "$1")));
            }
            assertEquals(1, versions.size(), name + ": " + versions);
        }
        for (String dependency : examples.dependencies()) {
            assertTrue(
                    !dependency.contains("<groupId>org.lwjgl</groupId>")
                            || dependency.matches("(?s).*<(optional>true|scope>(test|provided))<.*"),
                    dependency);
        }
    }

    /** Gradle reads no profiles. A POM with a classifier that only a profile defines was refused by some versions of it. */
    @Test
    void shouldDefineThePropertiesOfDependenciesOutsideOfProfiles() throws IOException {
        String parent = Files.readString(examples.published("parent"));
        String properties = parent.substring(parent.indexOf("<properties>"), parent.indexOf("</properties>"));

        for (String dependency : examples.dependencies()) {
            for (MatchResult property : PROPERTY.matcher(dependency).results().toList()) {
                assertTrue(
                        property.group(1).startsWith("project.") || properties.contains("<" + property.group(1) + ">"),
                        dependency);
            }
        }
    }

    @Test
    void shouldRecordFunctionsOfTheLuaScript() throws Exception {
        Recorded lua = record("lua", Map.of());

        assertEquals(FRAMES, lua.zones.get("game logic"));
        assertEquals(FRAMES, lua.zones.get("Lua: update"));
        assertEquals(40 * FRAMES, lua.zones.get("Lua: think"));
        assertEquals(FRAMES, lua.zones.get("Lua: move all"));
        assertEquals(1, lua.zones.get("Lua: spawn"));
    }

    @Test
    void shouldNameTheCauseOfTheHitchFromTheSnapshot() throws Exception {
        String output = examples.run("flight-recorder", Map.of());

        String lines =
                "(?s).*frame 200 took \\d+[.,]\\d ms\\R  \\d+[.,]\\d ms of it in \"autosave\", FlightRecorder.java:\\d+\\R.*";
        assertTrue(output.matches(lines), output);
    }

    @Test
    void shouldCountInASinkThatIsAttachedInCode() throws Exception {
        String output = examples.run("own-sink", Map.of(), "-Dframes=" + FRAMES);

        assertTrue(output.endsWith("zones 100, highest heap 49.5\n"), output);
        assertTrue(lines("own-sink") < 80);
    }

    @Test
    void shouldCountInASinkThatTheServiceLoaderFinds() throws Exception {
        Path project = examples.project("own-sink");
        Path services = Files.createDirectories(project.resolve("services/META-INF/services"));
        Files.writeString(services.resolve("dev.zonecast.core.event.EventSink"), "example.HeapWatch\n");
        Path jar = project.resolve("target/own-sink.jar");
        int status = java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--update",
                        "--file",
                        jar.toString(),
                        "-C",
                        project.resolve("services").toString(),
                        ".");
        assertEquals(0, status);

        String output = examples.run("own-sink", Map.of(), "-Dframes=" + FRAMES);

        assertEquals(
                2, output.lines().filter("zones 100, highest heap 49.5"::equals).count(), output);
    }

    @Test
    void shouldDrawAColumnForEachFrameOfTheOverlay() throws Exception {
        String output = examples.run("overlay", Map.of(), "-Dframes=" + FRAMES);

        assertTrue(output.contains("columns: " + (FRAMES - 1)), output);
    }

    @ParameterizedTest
    @MethodSource("dev.zonecast.demo.ExampleProjects#names")
    void shouldBeShortAndHaveAReadme(String name) throws IOException {
        String readme = Files.readString(ExampleProjects.source(name).resolve("README.md"));

        assertTrue(readme.contains("mvn package") && readme.contains("-jar target/" + name + ".jar"), readme);
        assertTrue(lines(name) < MOST_LINES, name + " has a class of " + lines(name) + " lines");
    }

    /** Lines of the longest class of an example. */
    private static int lines(String name) throws IOException {
        int most = 0;
        try (Stream<Path> files = Files.walk(ExampleProjects.source(name).resolve("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                most = Math.max(most, Files.readAllLines(file).size());
            }
        }
        return most;
    }
}
