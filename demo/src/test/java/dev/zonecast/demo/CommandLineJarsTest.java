package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        Path file = folder.resolve("trace.fxt");
        Zonecast.startRecording(file);
        for (int i = 0; i < 100; i++) {
            Zone.end(Zone.begin(WORK));
        }
        Zonecast.stopRecording();

        run("stats", file.toString());
        run("report", file.toString(), "-o", folder.resolve("page.html").toString());
        for (String target : List.of("firefox", "chrome", "perfetto", "csv")) {
            run(
                    "export",
                    file.toString(),
                    "--to",
                    target,
                    "-o",
                    folder.resolve(target).toString());
        }
        run("compare", file.toString(), file.toString());
    }

    private static void run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jar() + ":" + CLI.resolve("lib") + "/*",
                "dev.zonecast.cli.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", arguments) + "\n" + printed);
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
