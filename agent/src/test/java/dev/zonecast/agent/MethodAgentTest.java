package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import mygame.AllForms;
import mygame.Hot;
import mygame.Marked;
import mygame.Mods;
import mygame.SplitFrame;
import mygame.Turns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that know nothing of Zonecast, with their methods as zones: each call is a zone, and the program computes the same. */
class MethodAgentTest {
    /** The collector may be slow: nothing is lost then. */
    private static final String WAIT_FOR_ROOM = "-Dzonecast.ring.wait=10000000";

    private static final int SMALL = 10;
    private static final int NEARLY = 7_990;
    private static final int HUGE = 65_000;

    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void makeJars() throws Exception {
        jar = AgentJar.make(folder);
        makeMod();
    }

    /** Makes the mod's jar. Mod has methods of three sizes, Old is a class of Java 6, Orphan has no superclass to load. */
    private static void makeMod() throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(folder.resolve("some-mod.jar")))) {
            add(out, "Mod", ProgramJvm.chosen().classFileVersion(), type -> {
                method(type, "mod1", SMALL);
                method(type, "huge1", HUGE);
                method(type, "nearly1", NEARLY);
            });
            add(out, "Old", ClassFile.JAVA_6_VERSION, type -> method(type, "old1", SMALL));
            add(
                    out,
                    "Orphan",
                    ProgramJvm.chosen().classFileVersion(),
                    type -> method(type.withSuperclass(ClassDesc.of("mymod.Gone")), "orphan", SMALL));
        }
    }

    private static void add(JarOutputStream out, String name, int version, Consumer<ClassBuilder> content)
            throws IOException {
        out.putNextEntry(new JarEntry("mymod/" + name + ".class"));
        out.write(ClassFile.of().build(ClassDesc.of("mymod." + name), type -> {
            type.withFlags(ClassFile.ACC_PUBLIC).withVersion(version, 0);
            content.accept(type);
        }));
    }

    /** Returns 1. */
    private static void method(ClassBuilder type, String name, int bytes) {
        type.withMethodBody(
                name,
                MethodTypeDesc.of(ConstantDescs.CD_int),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                (CodeBuilder code) -> {
                    for (int i = 2; i < bytes; i++) {
                        code.nop();
                    }
                    code.iconst_1().ireturn();
                });
    }

    private static AgentRun play(String options, Class<?> main, String... arguments) throws Exception {
        var words = new java.util.ArrayList<>(List.of(main.getName()));
        words.addAll(List.of(arguments));
        AgentRun run = AgentRun.of(folder, jar, options, List.of(WAIT_FOR_ROOM), words.toArray(String[]::new));
        assertEquals(0, run.exit(), run.output());
        assertFalse(run.output().contains("hook failed"), run.output());
        assertEquals(run.recording() != null, run.output().contains("no losses"), run.output());
        return run;
    }

    @Test
    void everyCallIsAZone() throws Exception {
        AgentRun plain = play("", AllForms.class, folder.toString());
        AgentRun run = play("budget=off,methods=mygame.AllForms*,mymod.*,no.such.*", AllForms.class, folder.toString());
        assertEquals(answers(plain), answers(run));

        Map<String, Integer> zones = run.read().cpuZones;
        assertEquals(1, zones.get("AllForms.main"));
        assertEquals(4, zones.get("AllForms.throws4"));
        // Names end with the number of calls, except for what main needs.
        zones.forEach((name, count) -> assertEquals(calls(name, count), count, name));
        assertTrue(
                zones.keySet()
                        .containsAll(List.of(
                                "AllForms.recursive5",
                                "AllForms.generic1",
                                "AllForms.finally2",
                                "AllForms.synchronized1",
                                "AllForms$Child.block1",
                                "AllForms$Parent.value1",
                                "AllForms$Shape.static1",
                                "AllForms$Shape.default1",
                                "AllForms$Shape.private1",
                                "AllForms$Square.area1",
                                "AllForms$Mode.speed1",
                                "AllForms$Mode$1.speed1",
                                "AllForms$Box.volume1",
                                "AllForms$1.anonymous1",
                                "AllForms.longsAndDoubles1",
                                "AllForms.loops1",
                                "Mod.mod1")),
                zones.keySet().toString());
        // A bridge, a lambda, a constructor, a static initialiser, and what cannot be woven.
        for (String none : List.of(" lambda", ".new", "<clinit>", "huge1", "nearly1", "old1")) {
            assertTrue(zones.keySet().stream().noneMatch(name -> name.contains(none)), none);
        }
        assertTrue(run.output().contains("methods=no.such.* matches no method of a loaded class"), run.output());
        assertTrue(run.output().contains("2 methods that are too large, 1 classes for Java 6 or older, 0 classes"));
    }

    private static String answers(AgentRun run) {
        return run.output()
                .lines()
                .filter(line -> line.startsWith("sum ") || line.startsWith("missing: "))
                .collect(Collectors.joining("\n"));
    }

    private static int calls(String name, int otherwise) {
        String digits = name.replaceFirst(".*?(\\d*)$", "$1");
        String word = name.substring(name.lastIndexOf('.') + 1);
        return word.equals("three") ? 3 : digits.isEmpty() ? otherwise : Integer.parseInt(digits);
    }

    @Test
    void constructorsAndLambdasAreZonesByChoice() throws Exception {
        AgentRun run = play(
                "budget=off,methods.constructors,methods.lambdas,methods=mygame.AllForms*,!*Parent*",
                AllForms.class,
                folder.toString());
        Map<String, Integer> zones = run.read().cpuZones;
        assertEquals(2, zones.get("AllForms.lambda2 lambda"));
        assertEquals(2, zones.get("AllForms.main lambda"));
        assertEquals(3, zones.get("AllForms$Child.new"), "one of them calls another");
        assertEquals(7, zones.get("AllForms$Point.new"));
        assertNull(zones.get("AllForms$Parent.new"));
        assertNull(zones.get("AllForms$Parent.value1"));
    }

    @Test
    void annotatedMethodsAreZonesWithoutPatterns() throws Exception {
        AgentRun run = play("", Marked.class);
        assertEquals(Map.of("physics", 3, "Marked.plain", 1), new TreeMap<>(run.read().cpuZones));
        var places = new Places();
        TraceReader.read(run.recording(), places);
        assertEquals("Marked.java Marked.step test-classes 12bc00", places.of.get("physics"));
    }

    /** Their classes have the same name without package, file and line. */
    @Test
    void shouldTellTheMethodsOfTwoModsApart() throws Exception {
        for (String mod : List.of("a", "b")) {
            try (var out = new JarOutputStream(Files.newOutputStream(folder.resolve("mod-" + mod + ".jar")))) {
                out.putNextEntry(new JarEntry("mod" + mod + "/shaded/Pool.class"));
                out.write(ClassFile.of().build(ClassDesc.of("mod" + mod + ".shaded.Pool"), type -> {
                    type.withFlags(ClassFile.ACC_PUBLIC)
                            .withVersion(ProgramJvm.chosen().classFileVersion(), 0)
                            .with(SourceFileAttribute.of("Pool.java"));
                    method(type, "get", SMALL);
                }));
            }
        }

        AgentRun run = play("budget=off,methods=mod*", Mods.class, folder.toString());

        Map<String, Integer> zones = new TreeMap<>();
        TraceReader.read(run.recording(), new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                zones.merge(zone.name() + " " + zone.location().category().name(), 1, Integer::sum);
            }
        });
        assertEquals(Map.of("Pool.get mod-a.jar", Mods.CALLS, "Pool.get mod-b.jar", 2 * Mods.CALLS), zones);
    }

    /** Methods begin and end in the midst of a pass. Without patterns, too. */
    @Test
    void shouldRecordPassesBesideAnnotatedMethods() throws Exception {
        AgentRun run = play("", SplitFrame.class, Integer.toString(SMALL));

        AgentRun.Recorded recorded = run.read();
        assertEquals(SMALL, recorded.cpuZones.get("SplitFrame.first"));
        assertEquals(SMALL, recorded.cpuZones.get("SplitFrame.second"));
        assertNull(recorded.cpuZones.get("screen"));
        assertTrue(recorded.gpuZones.get("screen") >= SMALL - 2, recorded.gpuZones::toString);
    }

    @Test
    void aHotMethodIsTakenOutAndNamed() throws Exception {
        AgentRun run = play("methods=mygame.Hot*", Hot.class, "300000000");
        Map<String, Integer> zones = run.read().cpuZones;
        assertEquals(100, zones.get("Hot.frame"));
        assertEquals(100, zones.get("Hot.rest"));
        assertTrue(zones.get("Hot.tiny") < 300_000_000, zones.toString());
        assertTrue(run.output().contains("over the budget of 3%, no zones any more: Hot.tiny ("), run.output());
        var places = new Places();
        TraceReader.read(run.recording(), places);
        assertTrue(places.messages.stream().anyMatch(text -> text.startsWith("no zone any more: Hot.tiny (")));
    }

    /** The code of a zone in each of hundreds of methods would keep the compiler busy for minutes. */
    @Test
    void theCompilerDoesNotInlineZonesOfMethods() throws Exception {
        AgentRun run = AgentRun.of(
                folder,
                jar,
                "jvm=false,budget=off,methods=mygame.Hot.rest",
                List.of("-Xbatch", "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintCompilation", "-XX:+PrintInlining"),
                Hot.class.getName(),
                "0",
                "50000");

        for (String call : List.of("begin", "endRecorded")) {
            assertTrue(
                    run.output()
                            .lines()
                            .anyMatch(line ->
                                    line.contains("ZonecastMethods::" + call + " ") && line.contains("by annotation")),
                    run.output());
        }
    }

    @Test
    void loadedClassesHaveZonesWhileTheAgentIsOn() throws Exception {
        Path first = folder.resolve("first.fxt");
        Path second = folder.resolve("second.fxt");
        String output;
        try (var game = new RunningGame(List.of("-cp", AgentRun.programsClassPath()), Turns.class.getName())) {
            game.play(3);
            String on = game.attach(jar, "listen=false,budget=off,methods=mygame.*,record=" + first);
            assertTrue(on.startsWith("on: "), on);
            game.play(20);
            game.attach(jar, "off");
            game.play(5);
            game.attach(jar, "listen=false,budget=off,methods=mygame.Turns.step,record=" + second);
            game.play(7);
            game.attach(jar, "off");
            output = game.end();
        }
        assertTrue(output.contains("state " + 45 * 35), output);
        assertFalse(output.contains("stays as it is"), output);
        assertEquals(Map.of("Turns.frame", 20, "Turns.step", 200), new AgentRun(0, "", first).read().cpuZones);
        assertEquals(Map.of("Turns.step", 70), new AgentRun(0, "", second).read().cpuZones);
    }

    /** What zones say of their places, and messages. */
    private static final class Places implements TraceListener {
        final Map<String, String> of = new TreeMap<>();
        final List<String> messages = new java.util.ArrayList<>();

        @Override
        public void zone(TraceZone zone) {
            of.put(
                    zone.name(),
                    zone.location().file() + " " + zone.location().function() + " "
                            + zone.location().category().name() + " "
                            + Integer.toHexString(zone.location().rgb()));
        }

        @Override
        public void event(TraceEvent event) {
            if (event instanceof dev.zonecast.trace.TraceMessage message) {
                messages.add(message.text());
            }
        }
    }
}
