package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Zonecast;
import java.io.File;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    /** A folder with {@link Mod} alone. */
    private static Path mod;

    @BeforeAll
    static void prepare() throws Exception {
        jar = AgentJar.make(folder);
        launcher = ProgramJvm.chosen().alone(LoaderGame.class, folder.resolve("launcher"));
        mod = ProgramJvm.chosen().alone(Mod.class, folder.resolve("mod"));
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

    /** The zone before the game may come while the agent starts the profiler, and nothing records yet. */
    private static void assertOwn(AgentRun.Recorded recorded) {
        int own = recorded.cpuZones.getOrDefault("the game's own", 0);
        assertTrue(own == 1 || own == 2, own + " zones");
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

        assertOwn(assertPlayed(run, FRAMES));
    }

    @Test
    void shouldShareTheProgramsZonecastOnTheModulePath() throws Exception {
        AgentRun run = run(
                List.of(
                        "--module-path",
                        ProgramJvm.lwjgl() + File.pathSeparator + zonecast(),
                        "--add-modules",
                        "dev.zonecast.core,org.lwjgl.glfw,org.lwjgl.opengl,org.lwjgl.natives,org.lwjgl.glfw.natives,"
                                + "org.lwjgl.opengl.natives"),
                ProgramJvm.chosen().classes().toString(),
                OWN,
                Integer.toString(FRAMES));

        assertOwn(assertPlayed(run, FRAMES));
    }

    @Test
    void shouldBeOneWithTheCopyOfAChildLoader() throws Exception {
        AgentRun run = loaders("child", OWN, AgentRun.programsClassPath() + File.pathSeparator + zonecast());

        assertOwn(assertPlayed(run, FRAMES));
        assertFalse(run.output().contains("already runs"), run.output());
    }

    /** The game, LWJGL and Zonecast as modules. */
    private static String modules(Path game) throws Exception {
        for (Class<?> each : List.of(OwnZonesGame.class, PlainGame.class, PlainWindow.class)) {
            ProgramJvm.chosen().alone(each, game);
        }
        ModuleAttribute module = ModuleAttribute.of(
                ModuleDesc.of("mygame"),
                builder -> builder.requires(ModuleDesc.of("java.base"), 0, null)
                        .requires(ModuleDesc.of("dev.zonecast.core"), 0, null)
                        .requires(ModuleDesc.of("org.lwjgl.glfw"), 0, null)
                        .requires(ModuleDesc.of("org.lwjgl.opengl"), 0, null)
                        .opens(PackageDesc.of("dev.zonecast.agent"), 0));
        Files.write(
                game.resolve("module-info.class"),
                ClassFile.of()
                        .buildModule(
                                module,
                                made -> made.withVersion(ProgramJvm.chosen().classFileVersion(), 0)));
        return String.join(File.pathSeparator, game.toString(), ProgramJvm.lwjgl(), zonecast());
    }

    @Test
    void shouldBeOneWithTheCopyOfALayerOfModules() throws Exception {
        AgentRun run = loaders("layer", OWN, modules(folder.resolve("layer")));

        assertOwn(assertPlayed(run, FRAMES));
        assertFalse(run.output().contains("already runs"), run.output());
    }

    @Test
    void shouldShareTheZonecastOfAGameThatIsAModule() throws Exception {
        AgentRun run = AgentRun.of(
                folder,
                jar,
                "",
                List.of(
                        "--module-path",
                        modules(folder.resolve("module")),
                        "--add-modules",
                        "org.lwjgl.natives,org.lwjgl.glfw.natives,org.lwjgl.opengl.natives"),
                "--module",
                "mygame/" + OWN,
                Integer.toString(FRAMES));

        assertOwn(assertPlayed(run, FRAMES));
    }

    private static AgentRun modded(String classPath) throws Exception {
        AgentRun run = run(
                List.of(),
                AgentRun.programsClassPath(),
                ModdedGame.class.getName(),
                Integer.toString(FRAMES),
                AgentRun.recording(folder).toString(),
                mod + File.pathSeparator + classPath);
        assertEquals(0, run.exit(), run.output());
        assertTrue(run.output().contains("frames " + FRAMES + ", error 0"), run.output());
        return run;
    }

    @Test
    void shouldRecordTheZonesOfAModWithACopyOfItsOwn() throws Exception {
        AgentRun run = modded(AgentRun.zonecast("memory|fxt|tracy|core|gpu-gl"));

        ModFigures figures = ModFigures.read(run.recording());
        assertEquals(FRAMES, figures.on("main", "mod tick").size(), run.output());
        assertEquals(FRAMES, figures.on("main", "swap buffers").size());
        for (int i = 0; i < FRAMES; i++) {
            ModFigures.Span tick = figures.on("main", "mod tick").get(i);
            assertTrue(tick.holds(figures.on("main", "mod work").get(i)));
            assertTrue(
                    tick.endNanos() <= figures.on("main", "swap buffers").get(i).beginNanos());
            assertTrue(i == 0
                    || tick.beginNanos()
                            >= figures.on("main", "swap buffers").get(i - 1).endNanos());
        }
        assertEquals(1, figures.on("mod thread", "mod beside").size());
        assertEquals(1, Collections.frequency(figures.messages, "mod started"));
        assertEquals(FRAMES, figures.plots.get("mod entities").size());
        // The GPU may finish the last ones after the program's end.
        int gpuZones = figures.gpuZones.get("mod on the GPU");
        assertTrue(gpuZones > 0 && gpuZones <= FRAMES, gpuZones + " GPU zones");
        // The mod marks them: the agent adds no marks.
        assertEquals(FRAMES - 1, figures.frames);
        assertFalse(run.output().contains("already runs"), run.output());
    }

    @Test
    void shouldLeaveACopyOfAnotherVersionOff() throws Exception {
        Path other = folder.resolve("other");
        Path changed = Path.of("dev", "zonecast", "core", "Zonecast.class");
        Files.createDirectories(other.resolve(changed).getParent());
        try (var in = Zonecast.class.getResourceAsStream("Zonecast.class")) {
            byte[] bytes = in.readAllBytes();
            // An attribute's name in the table of constants, which no code reads.
            int name = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("LineNumberTable");
            bytes[name] = 'X';
            Files.write(other.resolve(changed), bytes);
        }

        AgentRun run = modded(other + File.pathSeparator + AgentRun.zonecast("memory|fxt|tracy|core|gpu-gl"));

        assertTrue(run.output().contains("stays off, its dev.zonecast.core.Zonecast is not the agent's"), run.output());
        assertTrue(run.output().contains("Zonecast already runs in this process"), run.output());
        assertEquals(List.of(), ModFigures.read(run.recording()).on("main", "mod tick"));
    }

    /** The game's own loader calls LWJGL of the loader above it. */
    @Test
    void shouldHookAGameWhoseLoaderHasLwjglFromAnotherWhenAttached() throws Exception {
        Path file = folder.resolve("parent.fxt");
        try (RunningGame game = new RunningGame(
                List.of("-cp", launcher + File.pathSeparator + ProgramJvm.lwjgl()),
                LoaderGame.class.getName(),
                "below",
                GAME,
                AgentRun.programsClassPath())) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,record=" + file);
            game.play(FRAMES);
            String output = game.end();

            AgentRun.Recorded recorded = new AgentRun(0, output, file).read();
            assertEquals(FRAMES, recorded.cpuZones.get("swap buffers"), output);
            assertEquals((double) PlainGame.DRAWS, recorded.plots.get("draw calls"), output);
            assertTrue(recorded.gpuZones.getOrDefault("main pass", 0) >= FRAMES - 2, recorded.gpuZones.toString());
        }
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
