package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is a module of its own compiles and runs on the module path against each of our modules, with the modules of LWJGL that it
 * uses and no others.
 */
class ModularProgramsTest {
    private static final Path SOURCES = Path.of("src/test/java/dev/zonecast/demo/modular");
    private static final String PACKAGE = "dev.zonecast.demo.modular";
    private static final List<String> CORE =
            List.of("zonecast-core", "zonecast-memory", "zonecast-fxt", "zonecast-tracy", "lz4-java");
    private static final List<String> GL =
            List.of("zonecast-gpu-gl", "zonecast-framecapture", "lwjgl", "lwjgl-opengl", "lwjgl-glfw");
    private static final List<String> VULKAN =
            List.of("zonecast-gpu-vk", "zonecast-framecapture", "lwjgl", "lwjgl-vulkan");

    @TempDir
    Path folder;

    /** Runs the first program; the others are compiled with it. */
    private String run(String descriptor, List<String> artifacts, String... programs) throws Exception {
        return run(descriptor, artifacts, List.of(), programs);
    }

    private String run(String descriptor, List<String> artifacts, List<String> onClassPath, String... programs)
            throws Exception {
        List<String> path = new ArrayList<>();
        for (String artifact : Stream.concat(CORE.stream(), artifacts.stream()).toList()) {
            path.add(module(artifact));
        }
        Path classes = folder.resolve("classes");
        List<String> reads = onClassPath.isEmpty() ? List.of() : List.of("--add-reads", "program=ALL-UNNAMED");
        // Natives are no modules that the program requires: LWJGL finds them on the class path.
        String classPath = Stream.concat(onClassPath.stream().map(ModularProgramsTest::entry), natives())
                .collect(Collectors.joining(File.pathSeparator));
        compile(descriptor, path, reads, classPath, classes, programs);
        path.add(classes.toString());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.lwjgl.system.memoryBackend=ffm",
                "-Dzonecast.listen=false",
                "--enable-native-access=dev.zonecast.memory"));
        command.addAll(reads);
        command.addAll(List.of(
                "--class-path",
                classPath,
                "--module-path",
                String.join(File.pathSeparator, path),
                "--module",
                "program/" + PACKAGE + "." + programs[0],
                folder.toString()));
        return output(command);
    }

    private void compile(
            String descriptor,
            List<String> path,
            List<String> reads,
            String classPath,
            Path classes,
            String... programs)
            throws IOException {
        Path source = Files.writeString(folder.resolve("module-info.java"), descriptor);
        List<String> arguments = new ArrayList<>(List.of(
                // The vector module is optional, and javac names it wherever it finds it.
                "-Xlint:all,-requires-automatic,-incubating",
                "-Werror",
                "-d",
                classes.toString(),
                "--class-path",
                classPath,
                "--module-path",
                String.join(File.pathSeparator, path),
                source.toString()));
        arguments.addAll(reads);
        for (String program : programs) {
            arguments.add(SOURCES.resolve(program + ".java").toString());
        }
        StringWriter messages = new StringWriter();
        int result = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(messages), new PrintWriter(messages), arguments.toArray(String[]::new));
        assertEquals(0, result, messages.toString());
    }

    private String output(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertTrue(ended && process.waitFor() == 0, text);
        return text;
    }

    // --- jars

    private static Stream<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static Stream<String> natives() {
        return classPath().filter(entry -> entry.contains("-natives-"));
    }

    /** Our modules have a folder of classes in place of a jar while they are not packaged. */
    private static String entry(String artifact) {
        Path folder = Path.of(artifact.replaceFirst("zonecast-", ""), "target", "classes");
        return classPath()
                .filter(entry -> !entry.contains("-natives-")
                        && (Path.of(entry).getFileName().toString().matches(artifact + "-\\d.*\\.jar")
                                || (artifact.startsWith("zonecast-")
                                        && Path.of(entry).endsWith(folder))))
                .findFirst()
                .orElseThrow(() -> new AssertionError(artifact + " is not on the class path of the tests"));
    }

    /** What has no descriptor is a module only as a jar. */
    private String module(String artifact) {
        String entry = entry(artifact);
        if (entry.endsWith(".jar") || Files.exists(Path.of(entry, "module-info.class"))) {
            return entry;
        }
        Path jar = folder.resolve(artifact + "-1.jar");
        if (!Files.exists(jar)) {
            Path manifest = folder.resolve("manifest");
            try {
                Files.writeString(manifest, "Automatic-Module-Name: dev.zonecast.lua\n");
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            int result = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(System.out, System.err, "cfm", jar.toString(), manifest.toString(), "-C", entry, ".");
            assertEquals(0, result);
        }
        return jar.toString();
    }

    /** What the statistics of Apache Commons depend on. */
    private static Stream<String> commons() {
        return classPath()
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.startsWith("commons-"))
                .map(name -> name.replaceFirst("-\\d.*", ""));
    }

    // --- programs

    @Test
    void shouldRecordMarkersOfPrivateRecordsWhenTheProgramGivesItsLookup() throws Exception {
        String output = run("module program { requires dev.zonecast.core; }", List.of(), "CoreProgram");

        assertTrue(output.contains("with a lookup: recorded"), output);
        assertTrue(output.contains("dropped: 0"), output);
        for (String record : List.of("private record: ", "public record: ")) {
            String said = output.lines()
                    .filter(line -> line.startsWith(record))
                    .findFirst()
                    .orElseThrow();
            assertTrue(said.contains("MethodHandles.lookup()"), said);
            assertTrue(said.contains("opens " + PACKAGE + " to dev.zonecast.core;"), said);
            assertEquals(
                    record.startsWith("public"), said.contains("exports " + PACKAGE + " to dev.zonecast.core;"), said);
        }
    }

    @Test
    void shouldRecordMarkersOfPrivateRecordsWhenTheirPackageIsOpen() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.core; opens " + PACKAGE + " to dev.zonecast.core; }",
                List.of(),
                "CoreProgram");

        assertTrue(output.contains("private record: recorded"), output);
        assertTrue(output.contains("public record: recorded"), output);
    }

    @Test
    void shouldRecordMarkersOfPublicRecordsWhenTheirPackageIsExported() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.core; exports " + PACKAGE + " to dev.zonecast.core; }",
                List.of(),
                "CoreProgram");

        assertTrue(output.contains("public record: recorded"), output);
    }

    @Test
    void shouldRunWithEventsOfTheVirtualMachine() throws Exception {
        String output = run("module program { requires dev.zonecast.jvm; }", List.of("zonecast-jvm"), "JvmProgram");

        assertTrue(output.contains("problem: null"), output);
    }

    @Test
    void shouldFindTheFlightRecorderByItsService() throws Exception {
        String output =
                run("module program { requires dev.zonecast.core; }", List.of("zonecast-flight"), "FlightProgram");

        assertTrue(output.contains("snapshot: true"), output);
        assertTrue(output.contains("ended: true"), output);
    }

    @Test
    void shouldRunWithLua() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.core; requires dev.zonecast.lua; }",
                List.of("zonecast-lua"),
                List.of("luaj-jse"),
                "LuaProgram");

        assertTrue(output.contains("the script ran"), output);
    }

    @Test
    void shouldRunWithMemoryOfLwjgl() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.lwjgl; requires org.lwjgl; }",
                List.of("zonecast-lwjgl", "lwjgl"),
                "LwjglProgram");

        assertTrue(output.contains("installed: true"), output);
    }

    @Test
    void shouldRunWithTheReaderOfRecordings() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.core; requires dev.zonecast.trace; }",
                Stream.concat(Stream.of("zonecast-trace"), commons()).toList(),
                "TraceProgram");

        assertTrue(output.contains("ours: true"), output);
        assertTrue(output.contains("without zstd: com.github.luben:zstd-jni"), output);
    }

    @Test
    void shouldRunTheCommandLineAsModules() throws Exception {
        List<String> artifacts = Stream.concat(
                        Stream.of(
                                "zonecast-cli",
                                "zonecast-flight",
                                "zonecast-capture",
                                "zonecast-trace",
                                "zstd-jni",
                                "jackson-core",
                                "picocli",
                                "progressbar",
                                "jline-terminal",
                                "jline-native"),
                        commons())
                .toList();
        run("module program { requires dev.zonecast.core; requires dev.zonecast.trace; }", artifacts, "TraceProgram");
        String modules = Stream.concat(CORE.stream(), artifacts.stream())
                .map(this::module)
                .collect(Collectors.joining(File.pathSeparator));

        for (String target : List.of("firefox", "chrome", "perfetto", "csv")) {
            String printed = output(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=dev.zonecast.memory,com.github.luben.zstd_jni",
                    "--module-path",
                    modules,
                    "--module",
                    "dev.zonecast.cli/dev.zonecast.cli.Main",
                    "export",
                    folder.resolve("trace.fxt").toString(),
                    "--to",
                    target));

            assertTrue(printed.contains("(" + target + ")"), printed);
        }
    }

    @Test
    void shouldRunWithOpenGlAlone() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.gpu.gl; requires dev.zonecast.framecapture;"
                        + " requires org.lwjgl; requires org.lwjgl.opengl; requires org.lwjgl.glfw; }",
                GL,
                "GlProgram");

        assertTrue(output.contains("OpenGL: 1 zone, images available: true"), output);
    }

    @Test
    void shouldRunWithVulkanAlone() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.gpu.vk; requires dev.zonecast.framecapture;"
                        + " requires org.lwjgl; requires org.lwjgl.vulkan; }",
                VULKAN,
                "VulkanProgram");

        assertTrue(output.contains("Vulkan: 1 zone, images available: true"), output);
    }

    @Test
    void shouldRunWithOpenGlAndVulkan() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.gpu.gl; requires dev.zonecast.gpu.vk;"
                        + " requires dev.zonecast.framecapture; requires org.lwjgl; requires org.lwjgl.opengl;"
                        + " requires org.lwjgl.glfw; requires org.lwjgl.vulkan; }",
                Stream.concat(GL.stream(), VULKAN.stream()).distinct().toList(),
                "BothProgram",
                "GlProgram",
                "VulkanProgram");

        assertTrue(output.contains("OpenGL: 1 zone, images available: true"), output);
        assertTrue(output.contains("Vulkan: 1 zone, images available: true"), output);
    }

    @Test
    void shouldCompileWithTheVulkanMemoryAllocator() throws Exception {
        String output = run(
                "module program { requires dev.zonecast.gpu.vk; requires org.lwjgl; requires org.lwjgl.vma; }",
                List.of("zonecast-gpu-vk", "lwjgl", "lwjgl-vulkan", "lwjgl-vma"),
                "VmaProgram");

        assertTrue(output.contains("dev.zonecast.gpu.vk"), output);
    }
}
