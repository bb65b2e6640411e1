package dev.zonecast.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.fxt.fixtures.Java21;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A JVM for the programs that tests start, and the programs' classes for it.
 *
 * @param name for the name of the test
 * @param home folder of its Java
 * @param flags of each program
 * @param classes of the programs
 */
record ProgramJvm(String name, Path home, List<String> flags, Path classes) {
    private static final Pattern MAIN =
            Pattern.compile("(?m)^( +public static void (pre)?main\\(|public final class Mod )");
    private static final Path SOURCES = Path.of("src", "test", "java");
    private static final Path OWN_HOME = Path.of(System.getProperty("java.home"));
    private static final Path OWN_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    /** With its last name: zones show it as their category. */
    private static final Path CLASSES_21 =
            Path.of("target", "java21", "test-classes").toAbsolutePath();

    private static final ProgramJvm CHOSEN = choose();

    /** Of all tests that ask for no other: this one, or that of the option {@code zonecast.agent.java}, a folder of Java 21. */
    static ProgramJvm chosen() {
        return CHOSEN;
    }

    private static ProgramJvm choose() {
        String home = System.getProperty("zonecast.agent.java");
        return home == null ? new ProgramJvm("this Java", OWN_HOME, List.of(), OWN_CLASSES) : java21(Path.of(home));
    }

    /** What has no {@code java.lang.classfile} and no {@code java.lang.foreign}: this JVM without them, and a Java 21 where there is one. */
    static List<ProgramJvm> asJava21() throws IOException {
        List<ProgramJvm> all = new ArrayList<>();
        all.add(new ProgramJvm(
                "this Java as Java 21",
                OWN_HOME,
                List.of(
                        "-Ddev.zonecast.memory.asJava21=true",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED"),
                OWN_CLASSES));
        Java21.home().ifPresent(home -> all.add(java21(home)));
        return all;
    }

    private static ProgramJvm java21(Path home) {
        compile();
        return new ProgramJvm("Java 21", home, List.of(), CLASSES_21);
    }

    /** Compiles the programs for Java 21: classes with a main method, an agent and a mod. */
    private static void compile() {
        List<String> options = new ArrayList<>(List.of("--release", "21", "-proc:none", "-nowarn", "-implicit:class"));
        options.addAll(List.of("-d", CLASSES_21.toString(), "-sourcepath", SOURCES.toString()));
        options.addAll(List.of(
                "-cp",
                lwjgl()
                        + File.pathSeparator
                        + AgentRun.zonecast("memory|core|gpu-gl")
                        + File.pathSeparator
                        + backport()));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(ProgramJvm::isProgram).map(Path::toString).forEach(options::add);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        assertEquals(0, exit, "the programs do not compile for Java 21");
    }

    private static boolean isProgram(Path file) {
        try {
            return file.toString().endsWith(".java")
                    && MAIN.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** LWJGL and the programs, nothing of Zonecast. */
    String classPath() {
        return lwjgl() + File.pathSeparator + classes;
    }

    /** LWJGL and its natives. */
    static String lwjgl() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("org" + File.separator + "lwjgl"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The library by which {@link OtherAgent} writes classes. Programs that have it may have the agent too. */
    static String backport() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("jdk-classfile-backport"))
                .collect(Collectors.joining());
    }

    /** Copies a class of the programs, with its nested classes, into a folder. Returns the folder. */
    Path alone(Class<?> type, Path folder) throws IOException {
        Path ours = Path.of(type.getPackageName().replace('.', File.separatorChar));
        Files.createDirectories(folder.resolve(ours));
        try (Stream<Path> files = Files.list(classes.resolve(ours))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().matches(type.getSimpleName() + "(\\$.*)?\\.class")) {
                    Files.copy(file, folder.resolve(ours).resolve(file.getFileName()));
                }
            }
        }
        return folder;
    }

    /** The version of the newest class files that it runs. */
    int classFileVersion() {
        return classes.equals(CLASSES_21) ? ClassFile.JAVA_21_VERSION : ClassFile.latestMajorVersion();
    }

    /** The beginning of a command. Programs run for a second or two: the larger compiler would take more time than it saves. */
    List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(flags);
        return command;
    }

    @Override
    public String toString() {
        return name;
    }
}
