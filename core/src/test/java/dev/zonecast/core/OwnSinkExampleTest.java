package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a sink is built as the Maven project that it is, without a network, against jars of our modules; then it runs. */
class OwnSinkExampleTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path EXAMPLE = ROOT.resolve("examples/own-sink");
    private static final Path SOURCE = Path.of("src/main/java/example/HeapWatch.java");
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** What the example needs of ours. */
    private static final List<String> MODULES = List.of("core", "memory", "fxt", "tracy");

    @TempDir
    static Path folder;

    private static Path classes;

    @BeforeAll
    static void build() throws Exception {
        Path repository = repository();
        Path project = folder.resolve("own-sink");
        Files.createDirectories(project.resolve(SOURCE).getParent());
        Files.copy(EXAMPLE.resolve("pom.xml"), project.resolve("pom.xml"));
        Files.copy(EXAMPLE.resolve(SOURCE), project.resolve(SOURCE));
        ProcessBuilder maven = new ProcessBuilder(
                        "mvn", "-B", "-o", "-q", "-Dmaven.repo.local=" + repository, "compiler:compile")
                .directory(project.toFile())
                .redirectErrorStream(true);
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = maven.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        classes = project.resolve("target/classes");
    }

    /** The local repository of the build that runs, with our modules as jars. */
    private static Path repository() throws IOException {
        Path made = folder.resolve("repository");
        Path present = Path.of(System.getProperty("localRepository"));
        link(present, made, "dev");
        link(present.resolve("dev"), made.resolve("dev"), "zonecast");
        Path ours = made.resolve("dev/zonecast");
        pom(ours, "zonecast-parent", ROOT.resolve("pom.xml"));
        for (String module : MODULES) {
            Path jar = pom(ours, "zonecast-" + module, ROOT.resolve(module).resolve("pom.xml"));
            PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
            String content = ROOT.resolve(module).resolve("target/classes").toString();
            int status = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(out, out, "--create", "--file", jar.toString(), "-C", content, ".");
            assertEquals(0, status);
        }
        return made;
    }

    /** Links all but one of a folder's entries, and makes a folder for that one. */
    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to.resolve(except));
        if (Files.isDirectory(from)) {
            try (Stream<Path> entries = Files.list(from)) {
                for (Path entry : entries.toList()) {
                    if (!entry.getFileName().toString().equals(except)) {
                        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                    }
                }
            }
        }
    }

    /** Copies an artifact's POM; returns where its jar belongs. */
    private static Path pom(Path ours, String artifact, Path pom) throws IOException {
        Path version = Files.createDirectories(ours.resolve(artifact).resolve(VERSION));
        Files.copy(pom, version.resolve(artifact + "-" + VERSION + ".pom"));
        return version.resolve(artifact + "-" + VERSION + ".jar");
    }

    private static String run(List<Path> classPath) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--module-path=" + System.getProperty("jdk.module.path"),
                        "--add-modules=dev.zonecast.core",
                        "--enable-native-access=dev.zonecast.memory",
                        "-cp",
                        String.join(
                                java.io.File.pathSeparator,
                                classPath.stream().map(Path::toString).toList()),
                        "example.HeapWatch"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return out;
    }

    @Test
    void shouldGetWhatIsRecordedWhenAttachedInCode() throws Exception {
        String out = run(List.of(classes));
        assertTrue(out.endsWith("zones 100, highest heap 49.5\n"), out);
        assertTrue(Files.readAllLines(EXAMPLE.resolve(SOURCE)).size() < 80);
    }

    @Test
    void shouldBeAttachedWhenTheServiceLoaderFindsIt() throws Exception {
        Path descriptors = folder.resolve("descriptors");
        Path services = Files.createDirectories(descriptors.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.zonecast.core.event.EventSink"), "example.HeapWatch\n");
        String out = run(List.of(classes, descriptors));
        assertEquals(
                2,
                out.lines()
                        .filter(line -> line.equals("zones 100, highest heap 49.5"))
                        .count(),
                out);
    }
}
