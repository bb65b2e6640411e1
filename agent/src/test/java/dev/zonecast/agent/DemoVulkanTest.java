package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.agent.FrameFigures.Pass;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's renderer in Vulkan: zones that the agent makes of it, without those of the demo. */
class DemoVulkanTest {
    /** As {@link LoaderGame} plays. */
    private static final int FRAMES = 20;

    /** In the order of a frame: shadows, scene, bloom, tone mapping, the copy to the window. */
    private static final List<String> PASSES = List.of(
            "rendering 1024x1024 depth",
            "rendering 640x360 with depth",
            "rendering 160x90",
            "rendering 160x90",
            "rendering 160x90",
            "rendering 80x45",
            "rendering 80x45",
            "rendering 80x45",
            "rendering 40x22",
            "rendering 40x22",
            "rendering 40x22",
            "rendering 640x360",
            "transfer");

    private static final Path DEMO = Path.of("..", "demo", "src", "main");

    @TempDir
    Path folder;

    @Test
    void shouldNameEachPass() throws Exception {
        try (VirtualDisplay display = VirtualDisplay.open()) {
            assumeTrue(display != null, "no Xvfb: Debian's package xvfb");
            AgentRun run = AgentRun.of(
                    folder,
                    AgentJar.make(folder),
                    "",
                    List.of(
                            "-Dorg.lwjgl.system.SharedLibraryExtractPath=" + folder.resolve("natives"),
                            "-cp",
                            ProgramJvm.chosen()
                                    .alone(LoaderGame.class, folder.resolve("launcher"))
                                    .toString()),
                    Map.of("DISPLAY", display.name()),
                    LoaderGame.class.getName(),
                    "child",
                    "DemoScene",
                    compile());
            assertEquals(0, run.exit(), run.output());
            assertTrue(run.output().contains("hooks failed 0 times"), run.output());
            assertTrue(run.output().contains("no losses"), run.output());

            List<List<Pass>> frames = frames(FrameFigures.read(run.recording()));

            assertTrue(frames.size() >= FRAMES / 2, frames.size() + " frames of one form" + run.output());
            List<String> names = names(frames.getFirst());
            assertEquals(
                    PASSES, names.stream().filter(name -> !name.equals("other")).toList());
            // What has no name is before a pass, once: barriers and uploads.
            assertTrue(names.size() <= 2 * PASSES.size(), names::toString);
        }
    }

    /** The scene and the demo's classes that it uses. Returns the class path. */
    private String compile() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> jars;
        try (Stream<Path> files = Files.list(Path.of("target", "engines", "demo"))) {
            jars = files.map(file -> file.toAbsolutePath().toString()).toList();
        }
        String path = String.join(
                File.pathSeparator,
                classes.toString(),
                DEMO.resolve("resources").toAbsolutePath().toString(),
                AgentRun.programsClassPath(),
                AgentRun.zonecast("memory|fxt|tracy|core|gpu-vk|framecapture"),
                String.join(File.pathSeparator, jars));
        List<String> options = List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                path,
                "-sourcepath",
                DEMO.resolve("java").toString(),
                Path.of("src", "test", "engines", "DemoScene.java").toString());
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)));
        return path;
    }

    /** The one that the agent made: the demo names no zone as it does. */
    private static String contextOfAgent(FrameFigures figures) {
        return figures.passes.stream()
                .filter(pass -> pass.name().equals("transfer"))
                .findFirst()
                .orElseThrow()
                .context();
    }

    /** The GPU's work of each frame, from the first command after the upload to the copy to the window; all have the same zones. */
    private static List<List<Pass>> frames(FrameFigures figures) {
        var all = new ArrayList<List<Pass>>();
        var frame = new ArrayList<Pass>();
        String context = contextOfAgent(figures);
        for (Pass pass : figures.passes.stream()
                .filter(each -> each.context().equals(context))
                .sorted(Comparator.comparingLong(Pass::beginNanos))
                .toList()) {
            if (!pass.name().equals("transfer")) {
                frame.add(pass);
            } else if (!frame.isEmpty()) {
                frame.add(pass);
                all.add(List.copyOf(frame));
                frame.clear();
            }
        }
        List<String> form = names(all.getLast());
        all.removeIf(each -> !names(each).equals(form));
        return all;
    }

    private static List<String> names(List<Pass> frame) {
        return frame.stream().map(Pass::name).toList();
    }
}
