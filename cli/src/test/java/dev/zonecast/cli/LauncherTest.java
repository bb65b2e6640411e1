package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The launchers know what the command line knows, and the documentation promises nothing else. */
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> OF_THE_LAUNCHER =
            Set.of("gpu", "demo", "fleet", "test", "bench", "dist", "install", "release", "format", "javadoc", "help");

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
        Pattern.compile("if /i \"%COMMAND%\"==\"([a-z]+)\" goto")
                .matcher(script("zonecast.cmd"))
                .results()
                .forEach(found -> windows.add(found.group(1)));
        windows.addAll(commands());

        unix.removeAll(Set.of("--help", "-h"));
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
