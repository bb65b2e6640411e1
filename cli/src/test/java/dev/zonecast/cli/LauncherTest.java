package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The launchers know what the command line knows, and the documentation promises nothing else. */
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> OF_THE_LAUNCHER =
            Set.of("gpu", "demo", "fleet", "test", "bench", "dist", "install", "release", "format", "javadoc", "help");

    @TempDir
    Path folder;

    @Test
    void shouldPassOnEveryCommandWhenStartedByTheScript() throws IOException {
        String script = Files.readString(ROOT.resolve("zonecast"));
        Matcher passedOn = Pattern.compile("\n([a-z |-]+)\\)\n    need_jdk\n    build cli\n")
                .matcher(script);

        assertTrue(passedOn.find(), "no list of commands");
        assertEquals(commands(), names(passedOn.group(1), " \\| "));
    }

    @Test
    void shouldPassOnEveryCommandWhenStartedOnWindows() throws IOException {
        String script = Files.readString(ROOT.resolve("zonecast.cmd"));
        Matcher passedOn = Pattern.compile("for %%C in \\(([a-z -]+)\\) do if /i \"%COMMAND%\"==\"%%C\" goto cli")
                .matcher(script);

        assertTrue(passedOn.find(), "no list of commands");
        assertEquals(commands(), names(passedOn.group(1), " "));
    }

    @Test
    void shouldKnowTheSameCommandsOnWindows() throws IOException {
        Set<String> unix = new TreeSet<>();
        Pattern.compile("(?m)^([a-z][a-z |-]+)\\)$")
                .matcher(script("zonecast").replaceAll("(?s)^.*\ncase \\$command in\n", ""))
                .results()
                .forEach(found -> unix.addAll(names(found.group(1), " \\| ")));
        Set<String> windows = new TreeSet<>();
        Pattern.compile("if /i \"%COMMAND%\"==\"([a-z-]+)\" goto")
                .matcher(script("zonecast.cmd"))
                .results()
                .forEach(found -> windows.add(found.group(1)));
        windows.addAll(commands());

        assertTrue(unix.containsAll(OF_THE_LAUNCHER), unix.toString());
        assertEquals(unix, windows);
    }

    /** What makes commands fast, and which programs and which options of "test" there are. */
    @Test
    void shouldStartTheSameProgramsWithTheSameOptionsOnWindows() throws IOException {
        String unix = script("zonecast") + script("cli/src/main/dist/run.sh");
        Pattern shared = Pattern.compile(
                "dev\\.zonecast\\.\\w+\\.[A-Z]\\w+|-XX:[+\\w]+|-Xmn\\w+|-Xlog:[\\w*=,+]+|--sun-misc-unsafe-memory-access=\\w+|--enable-native-access=[\\w-]+|test"
                        + " --(?:arch|java|lwjgl)|surefire:test@[\\w-]+"
                        + "|-Dlwjgl\\.other\\.\\w+|-Dzonecast\\.(?:bench|test)\\.\\w+|-pl memory[\\w,-]+,jvm|spotless:\\w+");
        String windows = script("zonecast.cmd").replaceAll("\"%NEXT%\"==\"--", "test --");

        assertEquals(
                found(shared, unix.replaceAll("(?m)^ *(?:#|\\*).*$|\\*-XX.*\\) .*", "")),
                found(shared, windows.replaceAll("(?m)^rem .*$", "")));
    }

    @Test
    void shouldPrintItsHelpInPlaceOfTheSameCommandsOnWindows() throws IOException {
        String windows = script("zonecast.cmd");

        for (String option : List.of("--help", "-h")) {
            Set<String> unix = found(Pattern.compile("[a-z]+(?=," + option + "\\b)"), script("zonecast"));
            Matcher list = Pattern.compile("if /i \"%~2\"==\"" + option + "\" for %%C in \\(([a-z ]+)\\) do")
                    .matcher(windows);

            assertTrue(list.find(), option);
            assertEquals(unix, names(list.group(1), " "));
        }
    }

    @Test
    void shouldFindTheAgentForTheSameArgumentsOnWindows() throws IOException {
        String unix =
                found(Pattern.compile("\\*' --agent'.*\\)"), script("zonecast")).toString();
        Matcher list = Pattern.compile("for %%O in \\(([a-z -]+)\\) do if \"%~1\"==\"%%O\" exit /b 0")
                .matcher(script("zonecast.cmd"));

        assertTrue(list.find(), "no list of arguments");
        assertEquals(found(Pattern.compile("-+[a-z]+"), unix), names(list.group(1), " "));
    }

    @Test
    void shouldRefuseTheSameArgumentsOnWindows() throws IOException {
        Set<String> unix = forms(script("zonecast"), " wrong \"[^\"]+\" [\"']?([^\"'\n;]+)");
        Set<String> windows = forms(script("zonecast.cmd"), " :wrong \"[^\"]+\" \"([^\"]+)\"");

        unix.removeIf(form -> form.startsWith("test --arch"));
        assertTrue(unix.contains("dist [FOLDER]"), unix.toString());
        assertEquals(unix, windows);
    }

    /** The right forms of command lines that a launcher refuses. */
    private static Set<String> forms(String script, String pattern) {
        return Pattern.compile(pattern)
                .matcher(script)
                .results()
                .map(found -> found.group(1).strip().replaceAll("\\$1|%COMMAND%", "COMMAND"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The archive's command. */
    @Test
    void shouldRunTheCommandLineWithTheSameOptionsInAnArchiveOnWindows() throws IOException {
        Pattern options =
                Pattern.compile("-XX:\\+?\\w+(?:=\\d+)?|-Xmn\\w+|-Xlog:[\\w*=,+]+|--enable-native-access=[\\w-]+");
        String windows = script("cli/src/main/dist/zonecast.cmd");
        String unix = script("cli/src/main/dist/run.sh").replaceAll("(?m)^ *(?:#|\\*).*$", "");

        assertEquals(found(options, unix), found(options, windows));
        assertTrue(windows.contains("if not defined JAVA_TOOL_OPTIONS if not defined JDK_JAVA_OPTIONS set"), windows);
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String script(String path) throws IOException {
        return Files.readString(ROOT.resolve(path)).replace("\r", "");
    }

    @Test
    void shouldExplainEveryCommandThatPeopleType() throws IOException {
        Matcher line = Pattern.compile("(?m)^  ([a-z]+)(?= )").matcher(Files.readString(ROOT.resolve("zonecast")));

        Set<String> explained = line.results().map(found -> found.group(1)).collect(Collectors.toSet());

        Set<String> typed = commands();
        typed.removeAll(explained);
        assertEquals(Set.of(), typed);
    }

    @Test
    void shouldHaveEveryCommandThatTheDocumentationNames() throws IOException {
        Set<String> named = new TreeSet<>();
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            for (Path page : Stream.concat(pages, Stream.of(ROOT.resolve("README.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList()) {
                Pattern.compile("(?:\\./|`)zonecast (?!recording`)([a-z-]+)")
                        .matcher(Files.readString(page))
                        .results()
                        .forEach(found -> named.add(found.group(1)));
            }
        }

        assertTrue(named.contains("stats") && named.contains("status"), named.toString());
        named.removeAll(commands());
        named.removeAll(OF_THE_LAUNCHER);
        assertEquals(Set.of(), named);
    }

    // --- the script as it runs, on a Java that prints its arguments

    @ParameterizedTest
    @ValueSource(strings = {"attach", "attach --help", "attach -h", "attach 7 --agent a.jar", "help attach"})
    @DisabledOnOs(OS.WINDOWS)
    void shouldReachAttachWithoutTheAgentThatItNeedsNot(String arguments) throws IOException, InterruptedException {
        Launched launched = launch(builtCheckout(), arguments);

        assertEquals(0, launched.exit, launched.output);
        assertTrue(launched.output.contains("dev.zonecast.cli.Main attach"), launched.output);
        assertFalse(launched.output.contains("building agent"), launched.output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help help", "help --help", "help -h", "--help --help", "-h help"})
    @DisabledOnOs(OS.WINDOWS)
    void shouldPrintItsHelpWhenThatOfHelpIsWanted(String arguments) throws IOException, InterruptedException {
        Launched launched = launch(builtCheckout(), arguments);

        assertEquals(0, launched.exit, launched.output);
        assertTrue(launched.output.startsWith("Usage: zonecast COMMAND [ARGUMENTS]"), launched.output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--version", "-V"})
    @DisabledOnOs(OS.WINDOWS)
    void shouldPrintTheVersion(String argument) throws IOException, InterruptedException {
        Launched launched = launch(builtCheckout(), argument);

        assertEquals(0, launched.exit, launched.output);
        assertTrue(launched.output.contains("dev.zonecast.cli.Main version"), launched.output);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldFindItsCheckoutWhenItIsStartedThroughLinks() throws IOException, InterruptedException {
        Path script = builtCheckout();
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path link = Files.createSymbolicLink(bin.resolve("link"), Path.of("../checkout/zonecast"));

        Launched launched = launch(Files.createSymbolicLink(bin.resolve("zonecast"), link), "stats a.fxt");

        assertEquals(0, launched.exit, launched.output);
        assertTrue(launched.output.contains("dev.zonecast.cli.Main stats a.fxt"), launched.output);
        assertTrue(launched.output.contains(script.resolveSibling("cli").toString()), launched.output);
    }

    /** Such a file has 32 MB. SIGTERM in place of SIGINT, which a test in the background does not get. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldLeaveNoHalfCacheWhenItIsEndedWhileItMakesOne() throws IOException, InterruptedException {
        Path script = builtCheckout();
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        program("jdk/bin/java", """
                for argument; do
                    case $argument in -XX:AOTCacheOutput=*) cache=${argument#*=} ;; esac
                done
                echo half >"$cache"
                echo half >"$cache.config"
                echo asked >"$0.asked"
                kill -TERM $PPID
                """);

        Launched launched = launch(script, "stats a.fxt");

        assertTrue(launched.exit != 0, launched.output);
        assertTrue(Files.exists(folder.resolve("jdk/bin/java.asked")), launched.output);
        try (Stream<Path> files = Files.list(script.resolveSibling("cli/target"))) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.getFileName().toString().startsWith("start-"))
                            .toList());
        }
    }

    private record Launched(int exit, String output) {}

    private Launched launch(Path script, String arguments) throws IOException, InterruptedException {
        // A script that calls itself without end is killed after two seconds of processor time.
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -t 2; exec \"$@\"", "sh", script.toString()));
        command.addAll(List.of(arguments.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA25_HOME", folder.resolve("jdk").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Launched(process.waitFor(), output);
    }

    /** The script in a checkout in which nothing is left to build. */
    private Path builtCheckout() throws IOException {
        Path checkout = folder.resolve("checkout");
        for (String file : List.of("pom.xml", "cli/pom.xml", "cli/target/lib/a.jar", "cli/target/zonecast-cli-1.jar")) {
            Files.createDirectories(checkout.resolve(file).getParent());
            Files.createFile(checkout.resolve(file));
        }
        Files.createDirectories(checkout.resolve("agent/src/boot"));
        Path options = checkout.resolve("cli/src/main/dist/run.sh");
        Files.createDirectories(options.getParent());
        Files.copy(ROOT.resolve("cli/src/main/dist/run.sh"), options);
        Path stamp = Files.createFile(checkout.resolve("cli/target/launcher.stamp"));
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
        program("jdk/bin/javac", "echo javac 25");
        program("jdk/bin/java", "echo \"$@\"");
        return Files.copy(ROOT.resolve("zonecast"), checkout.resolve("zonecast"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void program(String name, String line) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** All commands but {@code help}, which the launchers answer themselves. */
    private static Set<String> commands() {
        CommandLine line = Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));
        Set<String> names = new TreeSet<>(line.getSubcommands().keySet());
        names.remove("help");
        return names;
    }

    private static Set<String> names(String list, String separator) {
        return Arrays.stream(list.split(separator)).collect(Collectors.toCollection(TreeSet::new));
    }
}
