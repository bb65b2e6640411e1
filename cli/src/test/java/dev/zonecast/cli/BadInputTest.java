package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A wrong command line is answered by its mistake and by one line with the right form. */
class BadInputTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    static Stream<String> commands() {
        return model().getSubcommands().keySet().stream();
    }

    static Stream<String> commandsThatNeedSomething() {
        return commands()
                .filter(name -> spec(name).args().stream().anyMatch(arg -> arg.required() && arg.group() == null));
    }

    static Stream<String> commandsThatReadAFile() {
        return commands()
                .filter(name -> spec(name).positionalParameters().stream().anyMatch(BadInputTest::isInput));
    }

    private static boolean isInput(PositionalParamSpec parameter) {
        return parameter.type() == Path.class && !parameter.description()[0].contains("archive");
    }

    private static CommandLine model() {
        return Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));
    }

    private static CommandSpec spec(String name) {
        return model().getSubcommands().get(name).getCommandSpec();
    }

    @ParameterizedTest
    @MethodSource("commandsThatNeedSomething")
    void shouldShowTheFormWhenTheArgumentsAreMissing(String name) {
        CommandRun run = CommandRun.of(name);

        assertShowsTheForm(run, name);
        assertTrue(run.err().startsWith("zonecast: Missing required"), run.err());
    }

    @ParameterizedTest
    @MethodSource("commandsWithoutHelp")
    void shouldShowTheFormWhenAnOptionIsWrong(String name) {
        assertShowsTheForm(CommandRun.of(name, "--nosuch"), name);
    }

    @Test
    void shouldNameTheWrongOption() {
        CommandRun run = CommandRun.of("stats", "a.fxt", "--nosuch");

        assertShowsTheForm(run, "stats");
        assertTrue(run.err().startsWith("zonecast: Unknown option: '--nosuch'"), run.err());
    }

    /** Help answers a wrong command as the program does that is called with it. */
    static Stream<String> commandsWithoutHelp() {
        return commands().filter(name -> !name.equals("help"));
    }

    @ParameterizedTest
    @MethodSource("commandsWithoutHelp")
    void shouldShowTheFormWhenThereAreTooManyArguments(String name) {
        assertShowsTheForm(CommandRun.of(name, "a", "b", "c", "d"), name);
    }

    @ParameterizedTest
    @MethodSource("commandsThatReadAFile")
    void shouldShowTheFormWhenTheFileIsMissing(String name) {
        List<Object> arguments = new ArrayList<>(List.of(name));
        CommandSpec spec = spec(name);
        for (ArgSpec arg : spec.args()) {
            if (arg instanceof CommandLine.Model.OptionSpec option && option.required() && option.group() == null) {
                arguments.addAll(List.of(option.longestName(), "csv"));
            } else if (arg.isPositional()) {
                arguments.add("no-such.fxt");
            }
        }

        CommandRun run = CommandRun.of(arguments.toArray());

        assertShowsTheForm(run, name);
        assertTrue(run.err().startsWith("zonecast: no-such.fxt: no such file or folder"), run.err());
    }

    @Test
    void shouldHaveCommandsOfEachKindToTry() {
        assertTrue(commandsThatNeedSomething().toList().containsAll(List.of("stats", "compare", "export", "record")));
        assertTrue(commandsThatReadAFile()
                .toList()
                .containsAll(List.of("stats", "compare", "export", "report", "import")));
        assertFalse(commandsThatReadAFile().toList().contains("snapshot"));
    }

    private static void assertShowsTheForm(CommandRun run, String name) {
        assertEquals(ExitCode.FAILED, run.exit(), run.toString());
        assertEquals("", run.out());
        List<String> usage =
                run.err().lines().filter(line -> line.startsWith("Usage: ")).toList();
        assertEquals(1, usage.size(), run.err());
        assertTrue(usage.getFirst().startsWith("Usage: zonecast " + name), run.err());
        assertTrue(run.err().contains("zonecast " + name + " --help"), run.err());
        assertFalse(run.err().contains("\tat "), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "stats, zonecast stats FILE [OPTIONS]",
        "compare, zonecast compare A B [OPTIONS]",
        "export, zonecast export FILE --to FORMAT [OPTIONS]",
        "record, zonecast record [HOST:PORT] -o FILE [OPTIONS]",
        "watch, zonecast watch [PID|HOST:PORT] [OPTIONS]",
        "stop, zonecast stop [OPTIONS]",
        "attach, zonecast attach [PID] [NAME=VALUE...] [OPTIONS]",
        "run, zonecast run -o FILE [OPTIONS] -- PROGRAM...",
        "completion, zonecast completion SHELL [OPTIONS]",
    })
    void shouldNameWhatACommandNeeds(String name, String form) {
        assertEquals(form, UsageLine.of(spec(name)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nosuch a                  | Unknown command: 'nosuch'
                    stats a b                 | Unexpected argument: 'b'
                    stats a b c               | Unexpected arguments: 'b', 'c'
                    attach game               | Invalid value for PID: 'game' is no whole number
                    stats a --limit ten       | Invalid value for option '--limit': 'ten' is no whole number
                    compare a b --alpha small | Invalid value for option '--alpha': 'small' is no number
                    stats a --json --csv      | --json, --csv are mutually exclusive (specify only one)
                    """)
    void shouldNameTheMistakeWithoutPositionsAndTypesOfJava(String line, String mistake) {
        CommandRun run = CommandRun.of((Object[]) line.split(" "));

        assertEquals(ExitCode.FAILED, run.exit());
        assertEquals("zonecast: " + mistake, run.err().lines().findFirst().orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("commandsWithoutHelp")
    void shouldNameWhatAnOptionTakes(String name) {
        for (ArgSpec arg : spec(name).args()) {
            assertFalse(arg.arity().max() > 0 && arg.paramLabel().startsWith("<"), arg.toString());
        }
    }

    @Test
    void shouldNameTheCommandThatWasMeant() {
        CommandRun run = CommandRun.of("stast");

        assertEquals(ExitCode.FAILED, run.exit());
        assertTrue(run.err().contains("Did you mean") && run.err().contains("stats"), run.err());
        assertTrue(run.err().contains("Usage: zonecast [OPTIONS] COMMAND"), run.err());
    }

    @Test
    void shouldShowTheFormWhenThereIsNoCommand() {
        CommandRun run = CommandRun.of();

        assertEquals(ExitCode.FAILED, run.exit());
        assertTrue(run.err().contains("Usage: zonecast [OPTIONS] COMMAND"), run.err());
        assertTrue(run.err().contains("zonecast --help lists the commands"), run.err());
    }

    // --- the launcher of the checkout

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nosuch",
                "",
                "format now",
                "javadoc now",
                "dist a b",
                "dist --nosuch",
                "test core",
                "install core",
                "help stats now",
                "--nosuch"
            })
    @DisabledOnOs(OS.WINDOWS)
    void shouldShowTheFormWhenTheLauncherIsCalledWrongly(String arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", ROOT.resolve("zonecast").toString()));
        command.addAll(
                Stream.of(arguments.split(" ")).filter(word -> !word.isEmpty()).toList());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(ExitCode.FAILED, process.waitFor(), printed);
        assertTrue(printed.contains("Usage: zonecast "), printed);
    }
}
