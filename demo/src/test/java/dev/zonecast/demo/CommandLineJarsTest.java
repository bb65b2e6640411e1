package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line runs with the jars that its launcher finds, and with nothing else. */
class CommandLineJarsTest {
    private static final Path CLI =
            Path.of("..", "cli", "target").toAbsolutePath().normalize();
    private static final SourceLocation WORK = SourceLocation.here("work");

    @TempDir
    private Path folder;

    @Test
    void shouldReadARecordingWithThePackagedJars() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(CLI.resolve("lib")), "cli is not packaged: run mvn verify");

        runAll(List.of("-cp", jar() + ":" + CLI.resolve("lib") + "/*", "dev.zonecast.cli.Main"));
    }

    /** One file in an empty folder, started as the documentation has it. */
    @Test
    void shouldReadARecordingWithTheOneJar() throws Exception {
        Path one = CLI.resolve("zonecast.jar");
        Assumptions.assumeTrue(Files.exists(one), "cli is not packaged: run mvn verify");
        Path copy =
                Files.copy(one, Files.createDirectory(folder.resolve("empty")).resolve("zonecast.jar"));

        runAll(List.of("-jar", copy.toString()));

        String version = run(List.of("-jar", copy.toString()), "version");
        assertTrue(version.matches("zonecast [0-9.]+(-SNAPSHOT)?\\R"), version);
    }

    /** What belongs to several jars is merged; each library's licence is in the jar. */
    @Test
    void shouldKeepServicesAndLicencesInTheOneJar() throws Exception {
        Path one = CLI.resolve("zonecast.jar");
        Assumptions.assumeTrue(Files.exists(one), "cli is not packaged: run mvn verify");
        try (JarFile jar = new JarFile(one.toFile());
                Stream<Path> libraries = Files.list(CLI.resolve("lib"))) {
            String thirdParty = text(jar, "META-INF/THIRD-PARTY");

            for (Path library : libraries.toList()) {
                String name = library.getFileName().toString().replaceFirst("-\\d.*", "");
                assertTrue(name.startsWith("zonecast-") || thirdParty.contains("\n" + name + " "), name);
                assertServices(library, jar);
            }
            assertTrue(text(jar, "META-INF/LICENSE").contains("Apache License"));
            assertTrue(text(jar, "META-INF/LICENSE")
                    .startsWith(Files.readString(Path.of("..", "LICENSE")).strip()));
            assertTrue(jar.isMultiRelease());
        }
    }

    private static void assertServices(Path library, JarFile all) throws IOException {
        try (JarFile jar = new JarFile(library.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().startsWith("META-INF/services/") && !entry.isDirectory()) {
                    List<String> merged = text(all, entry.getName()).lines().toList();
                    text(jar, entry.getName())
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .forEach(line -> assertTrue(merged.contains(line.strip()), entry + ": " + line));
                }
            }
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    private void runAll(List<String> start) throws Exception {
        Path file = folder.resolve("trace.fxt");
        Zonecast.startRecording(file);
        for (int i = 0; i < 100; i++) {
            Zone.end(Zone.begin(WORK));
        }
        Zonecast.stopRecording();

        run(start, "stats", file.toString());
        run(start, "report", file.toString(), "-o", folder.resolve("page.html").toString());
        for (String target : List.of("firefox", "chrome", "perfetto", "csv")) {
            run(
                    start,
                    "export",
                    file.toString(),
                    "--to",
                    target,
                    "-o",
                    folder.resolve(target).toString());
        }
        run(start, "compare", file.toString(), file.toString());
    }

    private static String run(List<String> start, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        if (!start.contains("-jar")) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(start);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", arguments) + "\n" + printed);
        assertFalse(printed.contains("WARNING"), printed);
        return printed;
    }

    private static Path jar() throws Exception {
        try (Stream<Path> files = Files.list(CLI)) {
            return files.filter(file ->
                            file.getFileName().toString().matches("zonecast-cli-[0-9][0-9.]*(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
