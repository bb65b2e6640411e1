package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with OpenGL that knows nothing of Zonecast: what the agent records is what the program did. */
class GlAgentTest {
    private static final int FRAMES = 50;

    @TempDir
    static Path folder;

    private static AgentRun run;
    private static AgentRun.Recorded recorded;

    @BeforeAll
    static void play() throws Exception {
        run = AgentRun.of(
                folder, AgentJar.make(folder), "", List.of(), PlainGame.class.getName(), Integer.toString(FRAMES));
        assertEquals(0, run.exit(), run.output());
        recorded = run.read();
    }

    @Test
    void theProgramSeesNoDifference() {
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertTrue(run.output().contains("no losses"), run.output());
    }

    @Test
    void framesAreTheProgramsOwn() {
        // A frame lies between two marks.
        assertEquals(FRAMES - 1, recorded.frames);
    }

    @Test
    void passesHaveTheirNames() {
        // The GPU context exists from the first frame on, and so do its zones, if the recording began before.
        // Uploads before the first frame.
        recorded.gpuZones.remove("other");
        assertEquals(
                Set.of("framebuffer 1, 64x64 depth", "lit scene", "main pass", "screen"), recorded.gpuZones.keySet());
        recorded.gpuZones.forEach(
                (name, count) -> assertTrue(count >= FRAMES - 2 && count <= FRAMES, name + ": " + count));
    }

    @Test
    void eachCallCountsOnce() {
        assertEquals(
                Map.of(
                        "draw calls",
                        (double) PlainGame.DRAWS,
                        "instances",
                        (double) PlainGame.INSTANCES,
                        "primitives",
                        (double) PlainGame.PRIMITIVES,
                        "uploaded",
                        (double) PlainGame.UPLOAD),
                Map.of(
                        "draw calls", recorded.plots.get("draw calls"),
                        "instances", recorded.plots.get("instances"),
                        "primitives", recorded.plots.get("primitives"),
                        "uploaded", recorded.plots.get("uploaded")));
    }

    @Test
    void waitsAndHitchesAreZones() {
        assertEquals(FRAMES, recorded.cpuZones.get("swap buffers"));
        assertEquals(FRAMES, recorded.cpuZones.get("poll events"));
        assertEquals(FRAMES, recorded.cpuZones.get("glReadPixels"));
        assertEquals(FRAMES, recorded.cpuZones.get("read a buffer back"));
        assertEquals(FRAMES, recorded.cpuZones.get("read a texture back"));
        assertEquals(FRAMES, recorded.cpuZones.get("upload a buffer"));
        assertEquals(2, recorded.cpuZones.get("compile a shader"));
        assertEquals(1, recorded.cpuZones.get("link a program"));
    }

    @Test
    void passesAndGroupsAreZonesOfTheThreadToo() {
        recorded.gpuZones.keySet().stream()
                .filter(name -> !name.equals("other"))
                .forEach(name -> assertEquals(recorded.gpuZones.get(name), recorded.cpuZones.get(name), name));
    }
}
