import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;

/**
 * Makes what users of the command line download, from the packaged modules {@code cli} and {@code agent}: an archive with a Java runtime,
 * the one jar, the agent's jar, and their checksums. {@code ./zonecast dist} runs it: {@code java Dist.java CLI FOLDER [RUNTIME]}. With the folder of a Java RUNTIME the
 * archive links to that in place of a runtime made by jlink, has no AOT cache, and no agent if that is not packaged: seconds in place of a minute, for tests.
 *
 * <pre>
 * zonecast-VERSION-SYSTEM/
 *   bin/zonecast                  starts the command line
 *   lib/                          zonecast.jar, its AOT cache, the JVM's options, zonecast-agent.jar
 *   runtime/                      Java, with the modules that the jar uses
 *   share/completion, share/man   for shells and man
 * </pre>
 */
final class Dist {
    /** Class files below it have no stack maps, so that an AOT cache leaves them out: Java 6. */
    private static final int OLDEST_CACHED_VERSION = 50;

    private static final boolean IS_WINDOWS = osName().startsWith("windows");

    private final Path cli;
    private final Path output;
    private final Path jar;
    private final Path agent;

    private Dist(Path cli, Path output) throws IOException {
        this.cli = cli;
        this.output = output;
        this.jar = cli.resolve("target/zonecast.jar");
        this.agent = cli.resolveSibling("agent").resolve("target/zonecast-agent-" + version() + ".jar");
    }

    /** Ends with an exception if a step fails. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Dist dist = new Dist(Path.of(args[0]).toAbsolutePath(), Path.of(args[1]).toAbsolutePath());
        dist.make(args.length > 2 ? Path.of(args[2]) : null);
    }

    private void make(Path runtime) throws IOException, InterruptedException {
        String version = version();
        String name = "zonecast-" + version + "-" + system();
        Files.createDirectories(output);
        Path folder = output.resolve(name);
        delete(folder);
        boolean hasAgent = runtime == null || Files.exists(agent);
        copyFiles(folder);
        if (hasAgent) {
            Files.copy(agent, folder.resolve("lib/zonecast-agent.jar"));
        }
        upgrade(jar, folder.resolve("lib/zonecast.jar"));
        if (runtime == null) {
            link(folder.resolve("runtime"));
            learn(folder);
        } else {
            Files.createSymbolicLink(folder.resolve("runtime"), runtime);
        }
        describe(folder);
        Path archive = pack(folder);
        Path one = Files.copy(jar, output.resolve("zonecast-" + version + ".jar"), StandardCopyOption.REPLACE_EXISTING);
        List<Path> files = new ArrayList<>(List.of(archive, one));
        if (hasAgent) {
            files.add(Files.copy(agent, output.resolve(agent.getFileName()), StandardCopyOption.REPLACE_EXISTING));
        }
        sign(files);
        delete(folder);
    }

    private void copyFiles(Path folder) throws IOException {
        Path sources = cli.resolve("src/main/dist");
        for (String name : List.of("bin", "lib", "share/completion", "share/man/man1")) {
            Files.createDirectories(folder.resolve(name));
        }
        String script = IS_WINDOWS ? "zonecast.cmd" : "zonecast";
        Path start = folder.resolve("bin").resolve(script);
        Files.copy(sources.resolve(script), start);
        if (!IS_WINDOWS) {
            boolean isExecutable = start.toFile().setExecutable(true, false);
            if (!isExecutable) {
                throw new IOException(start + " cannot be made executable");
            }
            Files.copy(sources.resolve("run.sh"), folder.resolve("lib/run.sh"));
        }
        Files.copy(cli.resolve("../LICENSE"), folder.resolve("LICENSE"));
        Files.copy(sources.resolve("THIRD-PARTY"), folder.resolve("THIRD-PARTY"));
    }

    /** Copies a jar; old class files get stack maps. Picocli's are for Java 5: without this a start takes twice as long. */
    private static void upgrade(Path from, Path to) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {from.toUri().toURL()});
                JarFile in = new JarFile(from.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
            ClassFile format = ClassFile.of(
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)
                            .orElse(ClassHierarchyResolver.defaultResolver())),
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
            ClassTransform upgraded = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                    .andThen((builder, element) -> {
                        if (element instanceof ClassFileVersion) {
                            builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                        } else {
                            builder.with(element);
                        }
                    });
            for (JarEntry entry : Collections.list(in.entries())) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith(".class") && majorVersion(bytes) < OLDEST_CACHED_VERSION) {
                    bytes = format.transformClass(format.parse(bytes), upgraded);
                }
                JarEntry copy = new JarEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                out.putNextEntry(copy);
                out.write(bytes);
                out.closeEntry();
            }
        }
    }

    private static int majorVersion(byte[] classFile) {
        return Byte.toUnsignedInt(classFile[6]) << 8 | Byte.toUnsignedInt(classFile[7]);
    }

    private void link(Path runtime) {
        say("linking a Java runtime");
        String modules = tool("jdeps", "--ignore-missing-deps", "--multi-release", "25", "--print-module-deps", jar);
        tool(
                "jlink",
                "--add-modules",
                modules.strip(),
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                runtime);
    }

    /** The runtime's cache of loaded classes and profiles. Optional: without it a start takes longer. */
    private static void learn(Path folder) throws IOException, InterruptedException {
        say("preparing a fast start");
        run(
                folder,
                java(folder),
                "-XX:+UseParallelGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:AOTCacheOutput=" + folder.resolve("lib/zonecast.aot"),
                "--class-path",
                folder.resolve("lib/zonecast.jar").toString(),
                "dev.zonecast.cli.Rehearsal");
    }

    private static void describe(Path folder) throws IOException, InterruptedException {
        say("writing completions and the manual page");
        List<String> start = List.of(
                java(folder), "--class-path", folder.resolve("lib/zonecast.jar").toString());
        for (String shell : List.of("bash", "zsh", "fish")) {
            Files.writeString(
                    folder.resolve("share/completion/zonecast." + shell),
                    run(folder, with(start, "dev.zonecast.cli.Main", "completion", shell)));
        }
        Files.writeString(
                folder.resolve("share/man/man1/zonecast.1"), run(folder, with(start, "dev.zonecast.cli.ManPage")));
    }

    private static Path pack(Path folder) throws IOException, InterruptedException {
        Path archive = folder.resolveSibling(folder.getFileName() + (IS_WINDOWS ? ".zip" : ".tar.gz"));
        say("packing " + archive.getFileName());
        // Windows has bsdtar, which makes a zip by the file's name.
        run(
                folder.getParent(),
                "tar",
                IS_WINDOWS ? "-acf" : "-czf",
                archive.toString(),
                folder.getFileName().toString());
        return archive;
    }

    /** {@code SHA256SUMS}, as {@code sha256sum --check} reads it. */
    private void sign(List<Path> files) throws IOException {
        StringBuilder sums = new StringBuilder();
        for (Path file : files) {
            sums.append(sha256(file)).append("  ").append(file.getFileName()).append('\n');
            System.out.println(file + " (" + Files.size(file) / 1_000_000 + " MB)");
        }
        Files.writeString(output.resolve("SHA256SUMS"), sums);
        System.out.println(output.resolve("SHA256SUMS"));
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private String version() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue("Implementation-Version");
        }
    }

    private static String osName() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT);
    }

    private static String system() {
        String os = IS_WINDOWS ? "windows" : osName().startsWith("mac") ? "macos" : "linux";
        return os + "-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64");
    }

    private static String java(Path folder) {
        return folder.resolve("runtime/bin/java").toString();
    }

    private static String[] with(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String tool(String name, Object... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        int exit = ToolProvider.findFirst(name)
                .orElseThrow(() -> new IllegalStateException("this Java has no " + name + ": use a JDK"))
                .run(out, out, texts);
        String text = printed.toString(StandardCharsets.UTF_8);
        if (exit != 0) {
            throw new IllegalStateException(name + " failed: " + text);
        }
        return text;
    }

    /** Runs a program and returns its standard output. Its errors are shown only if it fails. */
    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("zonecast-dist", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
            Process process = builder.start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " failed: " + printed + Files.readString(errors));
            }
            return printed;
        } finally {
            Files.delete(errors);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                // A jlink image has files that nobody may write, which Windows keeps.
                if (IS_WINDOWS && !file.toFile().setWritable(true)) {
                    throw new IOException(file + " cannot be deleted");
                }
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void say(String line) {
        System.err.println("zonecast: " + line);
    }
}
