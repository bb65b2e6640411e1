package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive of the command line, unpacked where nothing else is. {@code -Dzonecast.dist=FOLDER} tests what {@code ./zonecast dist}
 * made there; without it the test makes an archive that links to the Java of the test, which takes seconds.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class DistTest {
    private static final Path CLI = Path.of("..", "cli").toAbsolutePath().normalize();
    private static final SourceLocation WORK = SourceLocation.here("work");

    @TempDir
    private Path folder;

    @Test
    void shouldRunWithoutAnyOtherJavaWhenUnpacked() throws Exception {
        Assumptions.assumeTrue(Files.exists(CLI.resolve("target/zonecast.jar")), "cli is not packaged: run mvn verify");
        Path made = made();
        assertSums(made);
        assertSizes(made);
        Path unpacked = unpack(made);
        Path link = Files.createSymbolicLink(folder.resolve("zonecast"), unpacked.resolve("bin/zonecast"));
        Path trace = record();

        String version = run(link, "version");
        String stats = run(link, "stats", trace.toString());
        run(link, "report", trace.toString(), "-o", folder.resolve("page.html").toString());
        run(
                link,
                "export",
                trace.toString(),
                "--to",
                "csv",
                "-o",
                folder.resolve("zones.csv").toString());

        assertTrue(unpacked.getFileName().toString().startsWith(version.strip().replace(' ', '-')), version);
        assertTrue(stats.contains("work") && stats.contains("100"), stats);
        assertTrue(Files.size(folder.resolve("page.html")) > 10_000);
        assertTrue(Files.readString(folder.resolve("zones.csv")).contains("work"));
        for (String shell : List.of("bash", "zsh", "fish")) {
            assertEquals(
                    run(link, "completion", shell),
                    Files.readString(unpacked.resolve("share/completion/zonecast." + shell)));
        }
        assertTrue(
                Files.readString(unpacked.resolve("share/man/man1/zonecast.1")).startsWith(".TH ZONECAST 1 "));
        if (hasAgent(Files.readAllLines(made.resolve("SHA256SUMS")))) {
            assertAgent(unpacked.resolve("lib/zonecast-agent.jar"));
        }
        assertTrue(Files.exists(unpacked.resolve("LICENSE")) && Files.exists(unpacked.resolve("THIRD-PARTY")));
    }

    private Path made() throws Exception {
        String given = System.getProperty("zonecast.dist");
        if (given != null) {
            return Path.of(given);
        }
        Path made = folder.resolve("dist");
        String java = System.getProperty("java.home");
        Process process = new ProcessBuilder(
                        Path.of(java, "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        CLI.resolve("src/dist/java/Dist.java").toString(),
                        CLI.toString(),
                        made.toString(),
                        java)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return made;
    }

    /** The page names the sizes of the files to download, within a tenth. The archive of the test has no runtime. */
    private static void assertSizes(Path made) throws Exception {
        String page = Files.readString(CLI.resolve("../docs/how-to/install-tools.md"));
        List<String> endings = System.getProperty("zonecast.dist") == null ? List.of("jar") : List.of("jar", "tar.gz");
        for (String ending : endings) {
            Matcher row = Pattern.compile(
                            "(?m)^\\| `zonecast-VERSION[^`]*\\." + ending + "` \\| [^|]* \\| (\\d+) MB \\|")
                    .matcher(page);
            assertTrue(row.find(), ending);
            try (Stream<Path> files = Files.list(made)) {
                Path file = files.filter(each -> each.toString().endsWith("." + ending))
                        .filter(each -> !each.getFileName().toString().contains("agent"))
                        .findFirst()
                        .orElseThrow();
                double megabytes = Files.size(file) / 1e6;
                assertEquals(megabytes, Integer.parseInt(row.group(1)), megabytes / 10, file.toString());
            }
        }
    }

    private static void assertSums(Path made) throws Exception {
        List<String> lines = Files.readAllLines(made.resolve("SHA256SUMS"));
        assertEquals(System.getProperty("zonecast.dist") != null || hasAgent(lines) ? 3 : 2, lines.size());
        for (String line : lines) {
            byte[] sum = MessageDigest.getInstance("SHA-256")
                    .digest(Files.readAllBytes(made.resolve(line.substring(line.indexOf("  ") + 2))));
            assertEquals(line.substring(0, line.indexOf(' ')), HexFormat.of().formatHex(sum));
        }
    }

    /** The agent is packaged after this module, or before; {@code zonecast.dist} has it always. */
    private static boolean hasAgent(List<String> sums) {
        return sums.stream().anyMatch(line -> line.contains("  zonecast-agent-"));
    }

    /** The agent's jar has what the agent uses, where only its own class loader looks. */
    private static void assertAgent(Path agent) throws Exception {
        try (JarFile jar = new JarFile(agent.toFile())) {
            assertEquals(
                    "dev.zonecast.agent.boot.Agent",
                    jar.getManifest().getMainAttributes().getValue("Premain-Class"));
            for (String entry : List.of(
                    "zonecast/dev/zonecast/core/Zonecast.class",
                    "zonecast/dev/zonecast/gpu/gl/GpuCtx.class",
                    "zonecast/net/jpountz/lz4/LZ4Factory.class",
                    "zonecast/META-INF/services/dev.zonecast.core.session.FlightProvider",
                    "META-INF/LICENSE",
                    "META-INF/THIRD-PARTY")) {
                assertTrue(jar.getEntry(entry) != null, entry);
            }
            assertTrue(jar.getEntry("dev/zonecast/core/Zonecast.class") == null);
            assertTrue(jar.getEntry("zonecast/module-info.class") == null);
        }
    }

    private Path unpack(Path made) throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path archive;
        try (Stream<Path> files = Files.list(made)) {
            archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        assertEquals(
                0,
                new ProcessBuilder("tar", "-xzf", archive.toString())
                        .directory(empty.toFile())
                        .inheritIO()
                        .start()
                        .waitFor());
        try (Stream<Path> files = Files.list(empty)) {
            return files.findFirst().orElseThrow();
        }
    }

    private Path record() throws Exception {
        Path file = folder.resolve("trace.fxt");
        Zonecast.startRecording(file);
        for (int i = 0; i < 100; i++) {
            Zone.end(Zone.begin(WORK));
        }
        Zonecast.stopRecording();
        return file;
    }

    /** Runs with a PATH of the three programs that the script uses. */
    private String run(Path zonecast, String... arguments) throws Exception {
        Path tools = folder.resolve("tools");
        if (!Files.exists(tools)) {
            Files.createDirectory(tools);
            for (String tool : List.of("sh", "dirname", "readlink")) {
                Files.createSymbolicLink(tools.resolve(tool), onPath(tool));
            }
        }
        List<String> command = new ArrayList<>(List.of(zonecast.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors.txt").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        String errors = Files.readString(folder.resolve("errors.txt"));
        assertEquals(0, exit, () -> String.join(" ", arguments) + "\n" + printed + errors);
        assertTrue(!errors.contains("WARNING"), errors);
        return printed;
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(each -> Path.of(each, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
