package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every command: exit codes, output, choices, names that a recording brings along. */
class CommandLineTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = SampleTrace.write(folder.resolve("a.fxt"), 500);
    }

    /** The command in a process of its own, whose standard output is a file. */
    private int run(File out, Object... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(CommandProcess.program().command(arguments))
                .directory(folder.toFile())
                .redirectOutput(out)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor();
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    // --- exit codes

    @Test
    void shouldHaveAnExitCodeOfItsOwnWhenADefectOfOursEndsACommand() {
        StringWriter err = new StringWriter();
        PrintWriter broken = new PrintWriter(Writer.nullWriter()) {
            @Override
            public void println(String line) {
                throw new IllegalStateException("a defect");
            }
        };

        int exit = Main.execute(
                Main::commandLine, new String[] {"stats", file.toString()}, broken, new PrintWriter(err, true));

        assertEquals(ExitCode.INTERNAL_ERROR, exit);
        assertTrue(err.toString().startsWith("zonecast: internal error"), err.toString());
        assertTrue(err.toString().contains("a defect"), err.toString());
    }

    @Test
    @EnabledOnOs(OS.LINUX) // The device.
    void shouldFailWhenTheStandardOutputIsFull() throws IOException, InterruptedException {
        File full = new File("/dev/full");

        assertEquals(ExitCode.FAILED, run(full, "stats", file));
        assertEquals(ExitCode.FAILED, run(full, "stats", file, "--json"));
        assertEquals(ExitCode.FAILED, run(full, "stats", file, "--csv"));
        assertEquals(ExitCode.FAILED, run(full, "export", file, "--to", "csv", "-o", "-"));
    }

    // --- output

    @ParameterizedTest
    @ValueSource(strings = {"csv", "chrome", "firefox", "perfetto"})
    void shouldWriteToTheStandardOutputWhenTheFileIsADash(String format) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path expected = folder.resolve("expected");
        assertEquals(
                0, CommandRun.of("export", file, "--to", format, "-o", expected).exit());
        Set<String> before = names();

        assertEquals(0, run(out.toFile(), "export", file, "--to", format, "-o", "-"));

        assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(out));
        before.add("out");
        assertEquals(before, names());
    }

    @Test
    void shouldNameTheFileThatCannotBeWritten() {
        Path target = folder.resolve("nowhere").resolve("b.csv");

        CommandRun run = CommandRun.of("export", file, "--to", "csv", "-o", target);

        assertEquals(ExitCode.FAILED, run.exit());
        assertEquals(
                "zonecast: " + target.getParent() + ": no such file or folder",
                run.err().lines().findFirst().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"stats", "report", "export --to csv", "import"})
    void shouldSayThatTheRootIsAFolder(String command) {
        List<Object> arguments = new ArrayList<>(List.<Object>of((Object[]) command.split(" ")));
        arguments.add("/");

        CommandRun run = CommandRun.of(arguments.toArray());

        assertEquals(ExitCode.FAILED, run.exit(), run.err());
        assertEquals("zonecast: /: is a folder", run.err().strip());
    }

    /** A pipe that has been read to its end looks like an empty file. */
    @ParameterizedTest
    @ValueSource(strings = {"stats", "report -o r.html", "stats --since 0.1 --show MESSAGES"})
    @EnabledOnOs(OS.LINUX) // The device.
    void shouldNameAPipeThatItHasToReadAgain(String command) throws IOException, InterruptedException {
        List<Object> arguments = new ArrayList<>(List.<Object>of((Object[]) command.split(" ")));
        arguments.add("/dev/stdin");
        Process process = new ProcessBuilder(CommandProcess.program().command(arguments.toArray()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (OutputStream pipe = process.getOutputStream()) {
            Files.copy(file, pipe);
        }

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(ExitCode.FAILED, process.waitFor(), printed);
        assertTrue(printed.contains("zonecast: /dev/stdin: is a pipe, and has to be read again"), printed);
        assertEquals(Set.of("a.fxt"), names());
    }

    // --- choices

    @ParameterizedTest
    @ValueSource(strings = {"stats", "compare", "export", "report"})
    void shouldFailWhenAChoiceMatchesNothing(String command) throws IOException {
        for (List<String> choice : List.of(
                List.of("--zone", "nosuch"),
                List.of("--thread", "nosuch"),
                List.of("--process", "4711"),
                List.of("--since", "99999"))) {
            CommandRun run = chosen(command, choice);

            assertEquals(ExitCode.FAILED, run.exit(), choice + run.out());
            assertTrue(run.err().contains("matches " + String.join(" ", choice)), run.err());
        }
        assertEquals(Set.of("a.fxt"), names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "compare", "export", "report"})
    void shouldRefuseChoicesThatCannotMatch(String command) {
        for (List<String> choice : List.of(
                List.of("--zone", "/[/"),
                List.of("--thread", "/(/"),
                List.of("--since", "5", "--until", "2"),
                List.of("--since", "NaN"))) {
            CommandRun run = chosen(command, choice);

            assertEquals(ExitCode.FAILED, run.exit(), choice.toString());
            assertFalse(run.err().contains("\tat "), run.err());
            assertTrue(run.err().contains(choice.getFirst()), run.err());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    record -o x.fxt --all 127.0.0.1:1     | HOST:PORT
                    record -o x.fxt --all --frames 3      | --frames
                    record -o x.fxt --folder FOLDER       | --folder needs --all
                    stats FILE --self                     | --self needs --csv
                    stats FILE --csv --show ZONES         | --show
                    stats FILE --csv --limit 3            | --limit
                    stats FILE --csv --messages 3         | --messages
                    stats FILE --csv --memory             | --memory
                    stats FILE --memory --show ZONES      | --show
                    recover FOLDER --older 1              | --older needs --clean
                    recover FOLDER --keep 1               | --keep needs --clean
                    recover FILE --delete                 | --delete
                    recover --clean FOLDER --all          | --all
                    recover --clean FOLDER/program        | --clean wants a runtime folder
                    recover --clean FILE                  | --clean wants a runtime folder
                    recover --clean FOLDER --keep -1      | --keep: 0 to
                    recover --clean FOLDER --keep 8796093022208 | --keep: 0 to
                    recover --clean FOLDER --older -1     | --older: 0 or more
                    recover --clean FOLDER --older NaN    | --older: 0 or more
                    record 127.0.0.1:1 -o -               | -o cannot be the standard output
                    run -o - --folder FOLDER/r -- true    | -o cannot be the standard output
                    recover FILE -o -                     | -o cannot be the standard output
                    snapshot - --folder FOLDER/r          | FILE cannot be the standard output
                    compare FILE FILE --page -            | --page cannot be the standard output
                    import FILE --json -o -               | -o cannot be the standard output
                    """)
    void shouldRefuseOptionsWithoutEffect(String line, String reason) throws IOException {
        Path program = Files.createDirectory(folder.resolve("program"));
        Files.createFile(program.resolve("state.zc"));

        CommandRun run = CommandRun.of(Stream.of(line.split(" +"))
                .map(word -> word.replace("FILE", file.toString()).replace("FOLDER", folder.toString()))
                .toArray());

        assertEquals(ExitCode.FAILED, run.exit());
        assertTrue(run.err().lines().findFirst().orElseThrow().contains(reason), run.err());
        assertEquals(Set.of("a.fxt", "program"), names());
    }

    private CommandRun chosen(String command, List<String> choice) {
        List<Object> arguments = new ArrayList<>(List.of(command, file));
        if (command.equals("compare")) {
            arguments.add(file);
        }
        if (command.equals("export")) {
            arguments.addAll(List.of("--to", "csv"));
        }
        arguments.addAll(choice);
        return CommandRun.of(arguments.toArray());
    }

    @Test
    void shouldAcceptAZoneThatOneOfTwoRecordingsHas() throws IOException {
        TraceBytes other = TraceBytes.trace().string(1, "another").thread(1, 70, 71);
        other.event(4, 0, 1, 1, 1000).word(2000).end();
        Path second = Files.write(folder.resolve("b.fxt"), other.bytes());

        CommandRun run = CommandRun.of("compare", file, second, "--zone", "draw");

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.out().contains("only in a"), run.out());
    }

    // --- names from a recording

    @Test
    void shouldSendNoCommandToTheTerminalWhenANameHasOne() throws IOException, InterruptedException {
        TraceBytes trace =
                TraceBytes.trace().string(1, "a\u001b[31mb\u009bc\u202ed\ne").thread(1, 70, 71);
        trace.event(4, 0, 1, 1, 1000).word(2000).end();
        Path odd = Files.write(folder.resolve("odd.fxt"), trace.bytes());
        Path text = folder.resolve("text");
        Path json = folder.resolve("json");

        int exit = run(text.toFile(), "stats", odd);
        int exitOfJson = run(json.toFile(), "stats", odd, "--json");

        assertEquals(0, exit);
        assertEquals(0, exitOfJson);
        assertTrue(Files.readString(text).contains("a\\u001b[31mb\\u009bc\\u202ed e"), Files.readString(text));
        assertTrue(Files.readString(json).contains("\"a\\u001B[31mb\\u009bc\\u202ed\\ne\""), Files.readString(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "draw|draw",
                "=1+1|'=1+1",
                "+x|'+x",
                "-x|'-x",
                "@x|'@x",
                "a,b|\"a,b\"",
                "=a,\"b\"|\"'=a,\"\"b\"\"\"",
            })
    void shouldNotHandFormulasToSpreadsheets(String name, String cell) throws IOException {
        TraceBytes trace = TraceBytes.trace().string(1, name).thread(1, 70, 71);
        trace.event(4, 0, 1, 1, 1000).word(2000).end();
        Path odd = Files.write(folder.resolve("odd.fxt"), trace.bytes());
        Path csv = folder.resolve("odd.csv");

        CommandRun statistics = CommandRun.of("stats", odd, "--csv");
        CommandRun export = CommandRun.of("export", odd, "--to", "csv", "-o", csv);

        assertEquals(0, export.exit(), export.err());
        assertTrue(statistics.out().contains("\n" + cell + ",,0,"), statistics.out());
        assertTrue(Files.readString(csv).contains("\n" + cell + ",,0,"), Files.readString(csv));
    }

    // --- completion and version

    @ParameterizedTest
    @EnumSource
    void shouldCompleteEveryCommand(CompletionCommand.Shell shell) {
        CommandRun run = CommandRun.of("completion", shell);

        assertEquals(0, run.exit(), run.err());
        Main.commandLine(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()))
                .getSubcommands()
                .keySet()
                .forEach(name -> assertTrue(run.out().contains(name), name));
        assertTrue(run.out().contains("fail-if"), run.out());
    }

    @Test
    void shouldPrintTheVersionEitherWay() {
        CommandRun command = CommandRun.of("version");

        assertEquals(command, CommandRun.of("--version"));
        for (String name : List.of("stats", "compare", "export", "report", "record", "recover", "manager", "import")) {
            assertEquals(command, CommandRun.of(name, "--version"), name);
        }
        assertTrue(command.out().matches("zonecast \\S.*\\R"), command.out());
        assertEquals(0, command.exit());
    }
}
