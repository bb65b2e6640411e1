package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial's program compiles at each step, has the cause that the page names, and loses it by the page's change. */
class TutorialTest {
    private static final Path PAGE =
            Path.of("..").toAbsolutePath().normalize().resolve("docs").resolve(TutorialPage.NAME);
    private static final int FRAMES = 410;

    /** The game's loop without a window: the simulation needs neither OpenGL nor a display. */
    private static final String LOOP = """
        class Loop {
            public static void main(String[] args) {
                Swarm swarm = new Swarm();
                for (int frame = 0; frame < FRAMES; frame++) {
                    swarm.update(frame);
                }
            }
        }
        """.replace("FRAMES", String.valueOf(FRAMES));

    @Test
    void shouldCompileAtEachStep(@TempDir Path folder) throws IOException {
        List<Map<String, String>> steps = TutorialPage.steps(PAGE);

        assertEquals(4, steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Path sources = folder.resolve("step" + i);
            DocumentationTest.compile(write(steps.get(i), sources), sources.resolve("classes"));
        }
    }

    @Test
    void shouldVisitTheSquareOfTheCrowdBeforeTheChangeAlone(@TempDir Path folder) throws Exception {
        List<Map<String, String>> steps = TutorialPage.steps(PAGE);

        List<Long> before = visited(steps.get(2), folder.resolve("before"));
        List<Long> after = visited(steps.get(3), folder.resolve("after"));

        assertEquals(FRAMES, before.size());
        assertEquals(FRAMES, after.size());
        // 12,000 fish: without food a few dozen in a cell; at the food nearly all in four cells.
        assertTrue(before.get(300) < 2_000_000, "usual frame: " + before.get(300));
        assertTrue(before.get(400) > 20_000_000, "worst frame: " + before.get(400));
        after.forEach(count -> assertTrue(count <= 32 * 12_000, "after the change: " + count));
    }

    /** Values of the zone "follow neighbours", in the order of its calls. */
    private static List<Long> visited(Map<String, String> step, Path folder) throws Exception {
        List<Path> sources = write(
                Map.of(
                        "Swarm.java",
                        step.get("Swarm.java"),
                        "Neighbours.java",
                        step.get("Neighbours.java"),
                        "Loop.java",
                        LOOP),
                folder);
        Path classes = folder.resolve("classes");
        DocumentationTest.compile(sources, classes);
        Path recording = folder.resolve("swarm.fxt");
        new JavaProgram("Loop")
                .classes(classes)
                .flags("-Dzonecast.record=" + recording, "-Dzonecast.listen=false")
                .output();

        return TraceLog.of(recording).zones.stream()
                .filter(zone -> zone.name().equals("follow neighbours"))
                .flatMap(zone -> zone.values().stream())
                .toList();
    }

    private static List<Path> write(Map<String, String> files, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> paths = new ArrayList<>();
        for (var file : files.entrySet()) {
            paths.add(Files.writeString(folder.resolve(file.getKey()), file.getValue()));
        }
        return paths;
    }
}
