package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.fixtures.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The examples as projects of a user: copies in a folder of their own, built without a network against a local repository that
 * holds the published modules. Nothing else of the checkout is visible to them.
 *
 * <p>The property {@code zonecast.examples.repository} names a folder with a release, {@code zonecast.examples.version} its
 * version. Without them the repository is made of the classes of this build.
 */
final class ExampleProjects implements AutoCloseable {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLES = ROOT.resolve("examples");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final String RELEASE = System.getProperty("zonecast.examples.repository");
    private static final String VERSION =
            System.getProperty("zonecast.examples.version", text(ROOT.resolve("bom/pom.xml"), "<version>([^<]+)"));

    private final Path folder;
    private final List<Path> links = new ArrayList<>();

    /** Copies all examples to a folder and builds them. */
    ExampleProjects(Path folder) throws Exception {
        this.folder = folder;
        Path repository = folder.resolve("repository");
        link(Path.of(System.getProperty("localRepository")), repository, Path.of("dev", "zonecast"));
        Path ours = repository.resolve("dev/zonecast");
        if (RELEASE == null) {
            publish(ours);
        } else {
            Files.delete(ours);
            links.add(Files.createSymbolicLink(
                    ours, Path.of(RELEASE, "dev", "zonecast").toAbsolutePath()));
        }
        for (String name : names()) {
            copy(EXAMPLES.resolve(name), folder.resolve(name));
        }
        String modules =
                names().stream().map(name -> "<module>" + name + "</module>").collect(Collectors.joining());
        Files.writeString(folder.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>test</groupId>
                <artifactId>all</artifactId><version>1</version><packaging>pom</packaging><modules>%s</modules></project>
                """.formatted(modules));
        String maven = File.separatorChar == '\\' ? "mvn.cmd" : "mvn";
        run(
                folder,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                List.of(
                        maven,
                        "-B",
                        "-o",
                        "-q",
                        "-Dmaven.repo.local=" + repository,
                        "-Dzonecast.version=" + VERSION,
                        "package"));
    }

    /** Names of the examples: folders with a {@code pom.xml}. */
    static List<String> names() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(one -> Files.exists(one.resolve("pom.xml")))
                    .map(one -> one.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** The checkout's folder of an example. */
    static Path source(String name) {
        return EXAMPLES.resolve(name);
    }

    /** The folder in which an example is built and runs. */
    Path project(String name) {
        return folder.resolve(name);
    }

    /** The POM of a published module. */
    Path published(String module) {
        String artifact = "zonecast-" + module;
        return folder.resolve(
                "repository/dev/zonecast/" + artifact + "/" + VERSION + "/" + artifact + "-" + VERSION + ".pom");
    }

    /** The dependencies of the published modules, as their POMs have them. */
    List<String> dependencies() throws IOException {
        List<String> dependencies = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("repository/dev/zonecast"), FileVisitOption.FOLLOW_LINKS)) {
            for (Path pom : files.filter(file -> file.toString().endsWith(".pom"))
                    .filter(file -> !file.getFileName().toString().startsWith("zonecast-parent"))
                    .toList()) {
                DEPENDENCY.matcher(Files.readString(pom)).results().forEach(found -> dependencies.add(found.group()));
            }
        }
        return dependencies;
    }

    /** Runs the jar of an example; returns its output and its errors. */
    String run(String name, Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dheadless=true",
                "-Dorg.lwjgl.system.memoryBackend=ffm",
                "-Dzonecast.listen=false",
                JavaProgram.SHUTDOWN_LIMIT));
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", "target/" + name + ".jar"));
        return run(project(name), environment, command);
    }

    private static String run(Path directory, Map<String, String> environment, List<String> command) throws Exception {
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertEquals(0, ended ? process.exitValue() : -1, text);
        return text;
    }

    /** Removes the links, so that no deletion of the folder follows them. */
    @Override
    public void close() throws IOException {
        for (Path entry : links) {
            Files.delete(entry);
        }
    }

    // --- repository

    /** Links all entries of a folder but those on the way to one, which is made empty. */
    private void link(Path from, Path to, Path except) throws IOException {
        Files.createDirectories(to.resolve(except));
        for (int depth = 0; depth < except.getNameCount(); depth++) {
            Path way = depth == 0 ? Path.of("") : except.subpath(0, depth);
            if (!Files.isDirectory(from.resolve(way))) {
                return;
            }
            try (Stream<Path> entries = Files.list(from.resolve(way))) {
                for (Path entry : entries.toList()) {
                    if (!entry.getFileName().equals(except.getName(depth))) {
                        links.add(Files.createSymbolicLink(to.resolve(way).resolve(entry.getFileName()), entry));
                    }
                }
            }
        }
    }

    /** Makes a repository of the classes of this build: the modules of the BOM, their parent, the BOM. */
    private static void publish(Path ours) throws IOException {
        pom(ours, "parent", ROOT.resolve("pom.xml"));
        pom(ours, "bom", ROOT.resolve("bom/pom.xml"));
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        String modules = bom.substring(bom.indexOf("<dependencies>"));
        for (String module : Pattern.compile("<artifactId>zonecast-([a-z-]+)")
                .matcher(modules)
                .results()
                .map(found -> found.group(1))
                .toList()) {
            Path jar = pom(ours, module, ROOT.resolve(module).resolve("pom.xml"));
            PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
            String classes = ROOT.resolve(module).resolve("target/classes").toString();
            int status = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(out, out, "--create", "--no-compress", "--file", jar.toString(), "-C", classes, ".");
            assertEquals(0, status, module);
        }
    }

    /** Copies an artifact's POM; returns where its jar belongs. */
    private static Path pom(Path ours, String module, Path pom) throws IOException {
        String artifact = "zonecast-" + module;
        Path version = Files.createDirectories(ours.resolve(artifact).resolve(VERSION));
        Files.copy(pom, version.resolve(artifact + "-" + VERSION + ".pom"));
        return version.resolve(artifact + "-" + VERSION + ".jar");
    }

    // --- files

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(one -> !from.relativize(one).startsWith("target"))
                    .toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static String text(Path file, String expression) {
        try {
            return Pattern.compile(expression)
                    .matcher(Files.readString(file))
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
