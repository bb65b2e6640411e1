package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A scene of a published engine, in a process of its own.
 *
 * @param output of the process
 * @param recording null without the agent
 */
record EngineRun(String output, Path recording) {
    private static final Path ENGINES = Path.of("target", "engines");

    /** What runs a scene: its engine, the class of the scene, and the folder of its LWJGL. */
    record Scene(String engine, String main, String lwjgl) {
        String classPath() throws IOException {
            var entries = new ArrayList<>(jars(engine));
            entries.addAll(lwjgl.isEmpty() ? List.of() : jars(lwjgl));
            if (lwjgl.isEmpty()) {
                entries.add(AgentRun.programsClassPath());
            }
            return String.join(File.pathSeparator, entries);
        }

        private static List<String> jars(String folder) throws IOException {
            try (Stream<Path> files = Files.list(ENGINES.resolve(folder))) {
                return files.map(Path::toAbsolutePath).map(Path::toString).toList();
            }
        }
    }

    /** Compiles a scene against its engine's jars. */
    static void compile(Scene scene, Path folder) throws IOException {
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "--release",
                        "21",
                        "-d",
                        folder.toString(),
                        "-cp",
                        scene.classPath(),
                        Path.of("src", "test", "engines", scene.main() + ".java")
                                .toString());
        assertEquals(0, exit, scene.main() + " does not compile");
    }

    /**
     * Runs a scene to its end.
     *
     * @param agent its jar; null: without
     * @param options of the agent, besides the recording
     */
    static EngineRun of(Scene scene, Path folder, String display, Path agent, String options, String... arguments)
            throws Exception {
        Path recording = agent == null ? null : folder.resolve("scene.fxt");
        List<String> command = ProgramJvm.chosen().command();
        if (agent != null) {
            Files.deleteIfExists(recording);
            command.add("-Dzonecast.agent.debug=true");
            command.add(JavaProgram.SHUTDOWN_LIMIT);
            command.add("-javaagent:" + agent + "=listen=false,record=" + recording + options);
        }
        command.addAll(List.of("-cp", folder + File.pathSeparator + scene.classPath(), scene.main()));
        command.addAll(Arrays.asList(arguments));
        Path output = folder.resolve("output.txt");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("DISPLAY", display);
        builder.environment().remove("WAYLAND_DISPLAY");
        int exit = builder.start().waitFor();
        String text = Files.readString(output);
        assertEquals(0, exit, text);
        assertTrue(text.contains("frames "), text);
        return new EngineRun(text, recording);
    }

    /** The program's line that begins with a word, without the word. */
    String line(String word) {
        return output.lines()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1))
                .collect(Collectors.joining("\n"));
    }
}
