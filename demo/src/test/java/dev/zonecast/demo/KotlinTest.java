package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import dev.zonecast.trace.TraceLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippet of the page about Kotlin compiles without a warning, records its zones, and allocates nothing. */
class KotlinTest {
    private static final Path PAGE = Path.of("../docs/how-to/kotlin.md");
    private static final Pattern BLOCK = Pattern.compile("```kotlin\n(.*?)```", Pattern.DOTALL);
    private static final int CALLS = 1000;
    private static final String PROGRAM = """
            import java.lang.management.ManagementFactory

            private val THREADS = ManagementFactory.getThreadMXBean() as com.sun.management.ThreadMXBean

            private fun allocated(): Long = THREADS.getCurrentThreadAllocatedBytes()

            private fun run(world: World): Int {
                var sum = 0
                for (i in 1..CALLS) sum += world.update(0.001)
                return sum
            }

            fun main() {
                val world = World(DoubleArray(3))
                run(world)
                allocated()
                val before = allocated()
                val sum = run(world)
                val bytes = allocated() - before
                println("sum $sum, bytes a call " + bytes / CALLS)
                println("early return " + World(doubleArrayOf(2000.0)).update(1.0))
            }
            """;

    @TempDir
    static Path folder;

    @Test
    void shouldRecordTheZonesOfTheSnippetWithoutAnAllocation() throws Exception {
        String output = new JavaProgram("MainKt")
                .classes(folder.resolve("classes"))
                .flags("-Dzonecast.listen=false", "-Dzonecast.record=" + folder.resolve("kotlin.fxt"))
                .output();

        assertTrue(output.contains("sum " + 3 * CALLS + ", bytes a call 0"), output);
        assertTrue(output.contains("early return -1"), output);
        Map<String, Integer> zones = new TreeMap<>();
        for (TraceLog.LoggedZone zone : TraceLog.of(folder.resolve("kotlin.fxt")).zones) {
            zones.merge(zone.name() + " " + zone.location().file(), 1, Integer::sum);
        }
        assertEquals(Map.of("update World.kt", 2 * CALLS + 1), zones);
    }

    @Test
    void shouldMakeNoClassOfTheBlock() throws IOException {
        try (Stream<Path> classes = Files.list(folder.resolve("classes"))) {
            assertEquals(
                    List.of("MainKt.class", "World.class", "WorldKt.class"),
                    classes.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".class"))
                            .sorted()
                            .toList());
        }
    }

    @BeforeAll
    static void compile() throws IOException {
        var block = BLOCK.matcher(Files.readString(PAGE));
        assertTrue(block.find());
        Path world = Files.writeString(folder.resolve("World.kt"), block.group(1));
        Path main = Files.writeString(folder.resolve("Main.kt"), PROGRAM.replace("CALLS", String.valueOf(CALLS)));
        var messages = new ByteArrayOutputStream();
        ExitCode exit = new K2JVMCompiler()
                .exec(
                        new PrintStream(messages, true, StandardCharsets.UTF_8),
                        "-Werror",
                        "-no-stdlib",
                        "-no-reflect",
                        "-jvm-target",
                        "25",
                        "-classpath",
                        DocumentationTest.classPath(),
                        "-d",
                        folder.resolve("classes").toString(),
                        world.toString(),
                        main.toString());
        assertEquals(ExitCode.OK, exit, messages.toString(StandardCharsets.UTF_8));
    }
}
