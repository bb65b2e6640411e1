package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mygame.Step;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs do while the agent is off or comes, and what it knows and shows after that. */
class OffAndOnTest {
    private static final int FRAMES = 20;

    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void makeJar() throws Exception {
        jar = AgentJar.make(folder);
    }

    private static RunningGame start(Map<String, String> environment, List<String> jvm, Class<?> main)
            throws Exception {
        var options = new ArrayList<>(jvm);
        options.addAll(List.of("-cp", AgentRun.programsClassPath()));
        return new RunningGame(ProgramJvm.chosen(), options, environment, main.getName());
    }

    private static RunningGame start(Class<?> main) throws Exception {
        return start(Map.of(), List.of(), main);
    }

    private static Map<String, String> on(VirtualDisplay display) {
        return display == null ? Map.of() : Map.of("DISPLAY", display.name());
    }

    @Test
    void shouldHookClassesThatAreLoadedWhileItLooksAtTheOthers() throws Exception {
        Path file = folder.resolve("loading.fxt");
        try (RunningGame game = start(LoadingGame.class)) {
            game.play(3);
            game.play(LoadingGame.LOAD);
            game.attach(jar, "listen=false,jvm=false,record=" + file);
            game.play(FRAMES);
            String output = game.end();

            int loaded = output.lines()
                    .filter(line -> line.startsWith(LoadingGame.LOADED))
                    .mapToInt(line -> Integer.parseInt(line.substring(LoadingGame.LOADED.length())))
                    .sum();
            assertTrue(loaded > 0, output);
            assertEquals(loaded, FrameFigures.read(file).cpuZones.get("glFinish"), output);
        }
    }

    /** Programs use the number of a deleted framebuffer again. */
    @Test
    void shouldForgetTheNamesOfBeforeItWentOff() throws Exception {
        Path first = folder.resolve("named.fxt");
        Path second = folder.resolve("renewed.fxt");
        try (RunningGame game = start(RenewingGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,record=" + first);
            game.play(1);
            game.play(RenewingGame.LABEL);
            game.play(FRAMES);
            game.attach(jar, "off");
            game.play(RenewingGame.RENEW);
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertTrue(FrameFigures.read(first).gpuZones.containsKey(RenewingGame.NAME), output);
            // The GPU may finish the last frame of the first recording during the second.
            int unnamed = FrameFigures.read(second)
                    .gpuZones
                    .getOrDefault("framebuffer " + RenewingGame.FRAMEBUFFER + ", 64x64", 0);
            assertTrue(unnamed >= FRAMES - 2, unnamed + "\n" + output);
        }
    }

    /** A display list ends while the agent is off, or when it has come again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRecordAfterAListThatWasOpenAsItWentOff(boolean endsWhileOff) throws Exception {
        Path first = folder.resolve("list.fxt");
        Path second = folder.resolve("after-list.fxt");
        try (RunningGame game = start(RenewingGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,record=" + first);
            game.play(2);
            game.play(RenewingGame.BEGIN_LIST);
            game.attach(jar, "off");
            if (endsWhileOff) {
                game.play(RenewingGame.END_LIST);
            }
            game.attach(jar, "jvm=false,record=" + second);
            if (!endsWhileOff) {
                game.play(RenewingGame.END_LIST);
            }
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            int screens = FrameFigures.read(second).gpuZones.getOrDefault("screen", 0);
            assertTrue(screens >= FRAMES - 2, screens + "\n" + output);
        }
    }

    @Test
    void shouldKnowWhatVulkanProgramsMadeAndNamedWhileItWasOff() throws Exception {
        Path first = folder.resolve("without.fxt");
        Path second = folder.resolve("late.fxt");
        String atStart = "-javaagent:" + jar + "=listen=false,jvm=false,record=" + first;
        try (VirtualDisplay display = VirtualDisplay.open();
                RunningGame game = start(on(display), List.of(atStart), VulkanLate.class)) {
            game.play(2);
            game.attach(jar, "off");
            game.play(VulkanLate.MAKE);
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertTrue(output.contains("validation messages: []"), output);
            FrameFigures figures = FrameFigures.read(second);
            assertEquals(FRAMES, figures.gpuZones.get(VulkanLate.NAME), output);
            assertNull(figures.cpuZones.get("create graphics pipelines"), output);
            assertEquals(
                    (double) VulkanLate.PRIMITIVES,
                    figures.plots.get("primitives").getLast(),
                    output);
        }
    }

    /** The label of a queue may end in another method than it begins in: beside zones of methods it has none. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShowLabelsOfQueuesBesideNoZonesOfMethods(boolean methods) throws Exception {
        Path file = folder.resolve("labels.fxt");
        String chosen = methods ? ",budget=off,methods=" + Step.class.getName() : "";
        try (VirtualDisplay display = VirtualDisplay.open();
                RunningGame game = start(
                        on(display),
                        List.of("-javaagent:" + jar + "=listen=false,jvm=false,record=" + file + chosen),
                        VulkanLate.class)) {
            game.play(FRAMES);
            String output = game.end();

            FrameFigures figures = FrameFigures.read(file);
            assertEquals(methods ? null : FRAMES, figures.cpuZones.get(VulkanLate.LABEL), output);
            assertEquals(methods ? FRAMES : null, figures.cpuZones.get("Step.run"), output);
        }
    }

    /** The agent has not seen the creation of the first device. */
    @Test
    void shouldContinueTheBaseSetWithTheNextDevice() throws Exception {
        Path file = folder.resolve("devices.fxt");
        try (VirtualDisplay display = VirtualDisplay.open();
                RunningGame game = start(on(display), List.of(), VulkanHeld.class)) {
            game.play(2);
            game.attach(jar, "listen=false,jvm=false,record=" + file);
            game.play(FRAMES);
            game.play(VulkanHeld.ANOTHER);
            game.play(FRAMES);
            String output = game.end();

            assertFalse(output.contains("hook failed"), output);
            assertEquals(Map.of("", 2 * FRAMES - 1), FrameFigures.read(file).frames, output);
        }
    }

    /** Beside zones of methods, passes are no zones of the thread. */
    @Test
    void shouldShowPassesOnTheThreadAgainWhenMethodsHaveNoZones() throws Exception {
        Path first = folder.resolve("methods.fxt");
        Path second = folder.resolve("passes.fxt");
        try (RunningGame game = start(RenewingGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,budget=off,methods=" + Step.class.getName() + ",record=" + first);
            game.play(FRAMES);
            game.attach(jar, "off");
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            FrameFigures methods = FrameFigures.read(first);
            assertEquals(FRAMES, methods.cpuZones.get("Step.run"), output);
            assertNull(methods.cpuZones.get("screen"), output);
            FrameFigures passes = FrameFigures.read(second);
            assertNull(passes.cpuZones.get("Step.run"), output);
            assertTrue(passes.cpuZones.getOrDefault("screen", 0) >= FRAMES - 1, output);
        }
    }

    private static String withZonecast() {
        return AgentRun.programsClassPath() + File.pathSeparator + AgentRun.zonecast("memory|fxt|tracy|core");
    }

    /** The program has the core of Zonecast, and not the module of the JVM's events. */
    @Test
    void shouldEndTheEventsOfTheJvmBesideAProgramsCopy() throws Exception {
        Path first = folder.resolve("events.fxt");
        Path second = folder.resolve("none.fxt");
        try (RunningGame game = new RunningGame(List.of("-cp", withZonecast()), PlainGame.class.getName())) {
            game.play(3);
            game.attach(jar, "listen=false,record=" + first);
            game.play(FRAMES);
            game.attach(jar, "off");
            game.attach(jar, "jvm=false,record=" + second);
            game.play(FRAMES);
            String output = game.end();

            AgentRun.Recorded recorded = new AgentRun(0, output, second).read();
            assertEquals(FRAMES, recorded.cpuZones.get("swap buffers"), output);
            assertEquals(Map.of(), recorded.jvmZones, output);
        }
    }

    @Test
    void shouldReportWhatASecondAttachCannotHave() throws Exception {
        try (RunningGame game = start(PlainGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false");
            String off = game.attach(jar, "off");
            String on = game.attach(jar, "jvm=false,name=other,record=" + folder);
            String output = game.end();

            assertEquals("off: the hooks are taken out", off, output);
            assertTrue(on.startsWith("on: ") && on.contains("; no recording: "), on);
            assertTrue(output.contains("name is not used: the profiler ran before the agent came"), output);
        }
    }

    @Test
    void shouldReportNoMissingRecordingWhereATraceBufferIsSavedAtTheEnd() throws Exception {
        Path file = folder.resolve("buffered.fxt");
        try (RunningGame game = start(PlainGame.class)) {
            game.play(3);
            String on = game.attach(jar, "listen=false,jvm=false,buffer=circular,record=" + file);
            game.play(FRAMES);
            String output = game.end();

            assertTrue(on.startsWith("on: ") && !on.contains("no recording"), on + output);
            assertEquals(FRAMES, FrameFigures.read(file).cpuZones.get("swap buffers"), output);
        }
    }

    @Test
    void shouldOpenThePortThatASecondAttachAsksFor() throws Exception {
        try (RunningGame game = start(PlainGame.class)) {
            game.play(3);
            game.attach(jar, "listen=false,jvm=false,port=0");
            game.attach(jar, "off");
            game.attach(jar, "jvm=false,listen=true");
            String off = game.attach(jar, "off");
            game.end();

            assertEquals("off: the hooks are taken out. Viewers can still connect", off);
        }
    }

    @Test
    void shouldLeaveTheProgramsOwnRecordingRunning() throws Exception {
        Path own = folder.resolve("own.fxt");
        var options = List.of("-Dzonecast.listen=false", "-cp", withZonecast());
        try (RunningGame game = new RunningGame(options, OwnRecordingGame.class.getName(), own.toString())) {
            game.play(3);
            game.attach(jar, "jvm=false");
            game.play(FRAMES);
            String off = game.attach(jar, "off");
            game.play(2);
            game.attach(jar, "jvm=false");
            game.play(FRAMES);
            String output = game.end();

            assertEquals("off: the hooks are taken out, the program's own recording goes on", off, output);
            assertEquals(2 * FRAMES, FrameFigures.read(own).cpuZones.get("swap buffers"), output);
        }
    }
}
