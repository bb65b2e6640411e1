package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LWJGL, the game and its own Zonecast in class loaders and modules of all kinds. */
class ClassLoadersTest {
    private static final int FRAMES = 20;
    private static final String GAME = PlainGame.class.getName();
    private static final String OWN = OwnZonesGame.class.getName();

    @TempDir
    static Path folder;

    private static Path jar;

    /** A folder with {@link LoaderGame} alone. */
    private static Path launcher;

    @BeforeAll
    static void prepare() throws Exception {
        jar = AgentJar.make(folder);
        launcher = LoaderGame.alone(folder);
    }

    private static String zonecast() {
        return AgentRun.zonecast("memory|fxt|tracy|core");
    }

    private static AgentRun run(List<String> jvm, String classPath, String... main) throws Exception {
        var options = new ArrayList<>(jvm);
        options.addAll(List.of("-cp", classPath));
        return AgentRun.of(folder, jar, "", options, main);
    }

    private static AgentRun loaders(String way, String main, String path) throws Exception {
        return run(
                List.of("-Dorg.lwjgl.system.SharedLibraryExtractPath=" + folder.resolve("natives")),
                launcher.toString(),
                LoaderGame.class.getName(),
                way,
                main,
                path);
    }

    private static AgentRun.Recorded assertPlayed(AgentRun run, int frames) throws Exception {
        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        assertTrue(run.output().contains(" 0 classes could not be woven, hooks failed 0 times"), run.output());
        AgentRun.Recorded recorded = run.read();
        assertEquals(frames, recorded.cpuZones.get("swap buffers"), run.output());
        assertEquals((double) PlainGame.DRAWS, recorded.plots.get("draw calls"), run.output());
        assertTrue(recorded.gpuZones.getOrDefault("main pass", 0) >= frames - 4, recorded.gpuZones.toString());
        return recorded;
    }

    @Test
    void shouldSeeLwjglInAChildLoader() throws Exception {
        assertPlayed(loaders("child", GAME, AgentRun.programsClassPath()), FRAMES);
    }

    @Test
    void shouldNotNeedThatTheGamesLoaderSeesTheAgent() throws Exception {
        assertPlayed(loaders("isolated", GAME, AgentRun.programsClassPath()), FRAMES);
    }

    @Test
    void shouldSeeTwoLwjglsInTwoLoaders() throws Exception {
        assertPlayed(loaders("two", GAME, AgentRun.programsClassPath()), 2 * FRAMES);
    }

    @Test
    void shouldShareTheProgramsZonecastOnTheClassPath() throws Exception {
        AgentRun run = run(
                List.of(),
                AgentRun.programsClassPath() + File.pathSeparator + zonecast(),
                OWN,
                Integer.toString(FRAMES));

        assertEquals(2, assertPlayed(run, FRAMES).cpuZones.get("the game's own"));
    }

    @Test
    void shouldShareTheProgramsZonecastOnTheModulePath() throws Exception {
        String tests = Path.of(OwnZonesGame.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String lwjgl = Arrays.stream(AgentRun.programsClassPath().split(File.pathSeparator, -1))
                .filter(entry -> !entry.equals(tests))
                .collect(Collectors.joining(File.pathSeparator));
        AgentRun run = run(
                List.of(
                        "--module-path",
                        lwjgl + File.pathSeparator + zonecast(),
                        "--add-modules",
                        "dev.zonecast.core,org.lwjgl.glfw,org.lwjgl.opengl,org.lwjgl.natives,org.lwjgl.glfw.natives,"
                                + "org.lwjgl.opengl.natives"),
                tests,
                OWN,
                Integer.toString(FRAMES));

        assertEquals(2, assertPlayed(run, FRAMES).cpuZones.get("the game's own"));
    }

    /** Two copies cannot share one profiler: the one that starts later is off, with a line in the log. */
    @Test
    void shouldRunOneCopyWhenAChildLoaderHasAnother() throws Exception {
        AgentRun run = loaders("child", OWN, AgentRun.programsClassPath() + File.pathSeparator + zonecast());

        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        assertTrue(run.output().contains("Zonecast already runs in this process"), run.output());
    }

    /** The agent comes to a program whose copy runs in a loader that the agent's does not see. */
    @Test
    void shouldUseTheRunningCopyOfAChildLoaderWhenAttached() throws Exception {
        Path file = folder.resolve("attached.fxt");
        try (RunningGame game = new RunningGame(
                List.of(
                        "-Dzonecast.listen=false",
                        "-Dorg.lwjgl.system.SharedLibraryExtractPath=" + folder.resolve("natives"),
                        "-cp",
                        launcher.toString()),
                LoaderGame.class.getName(),
                "commands",
                OWN,
                AgentRun.programsClassPath() + File.pathSeparator + zonecast())) {
            game.play(3);
            String state = game.attach(jar, "record=" + file);
            game.play(FRAMES);
            String output = game.end();

            assertTrue(state.startsWith("on: "), state + output);
            assertTrue(Files.exists(file), output);
            AgentRun.Recorded recorded = new AgentRun(0, "", file).read();
            assertEquals(FRAMES, recorded.cpuZones.get("swap buffers"), output);
            assertEquals(1, recorded.cpuZones.get("the game's own"), output);
            assertFalse(output.contains("already runs"), output);
        }
    }
}
