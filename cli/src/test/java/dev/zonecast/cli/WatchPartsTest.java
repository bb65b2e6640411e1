package dev.zonecast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.WatchScreen.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** The parts of {@code watch}: its screen, its options, the ports of a process, widths of texts. */
class WatchPartsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    // --- the screen

    private static String drawn(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    @Test
    void shouldLeaveTheTerminalAsItWas() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal screen = new Terminal(out, () -> new TerminalSize(5, 40));

        screen.show(List.of("first"));
        screen.show(List.of("second", "line"));
        screen.close();
        screen.close();
        screen.show(List.of("late"));

        String text = drawn(out);
        assertTrue(text.startsWith(Terminal.ENTER), text);
        assertEquals(1, count(text, Terminal.ENTER));
        assertEquals(1, count(text, Terminal.LEAVE));
        assertTrue(text.endsWith(Terminal.LEAVE + "second\nline\n"), text);
        assertFalse(text.contains("late"));
    }

    @Test
    void shouldNotTouchTheTerminalWhenNothingWasShown() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new Terminal(out, () -> new TerminalSize(5, 40)).close();

        assertEquals("", drawn(out));
    }

    @Test
    void shouldShowWhatFitsOnTheTerminal() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal screen = new Terminal(out, () -> new TerminalSize(3, 40));

        screen.show(List.of("one", "two", "three", "colour \u001b[31m"));

        assertTrue(drawn(out).contains("one") && drawn(out).contains("two"));
        assertFalse(drawn(out).contains("three"));
        screen.close();
        assertTrue(drawn(out).contains("colour \\u001b[31m"), "names move no cursor");
    }

    /** Ctrl-S holds a terminal: Ctrl-C must end the process all the same. */
    @Test
    void shouldEndWhileTheTerminalTakesNothing() {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        OutputStream held = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                writing.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        Terminal screen = new Terminal(held, () -> new TerminalSize(3, 40));
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            try {
                screen.show(List.of("held"));
            } catch (IOException e) {
                writing.countDown();
            }
        });

        assertTimeoutPreemptively(LIMIT, () -> {
            writing.await();
            screen.close();
        });
        writer.interrupt();
    }

    @Test
    void shouldPrintTablesOneBelowTheOtherWhenPlain() throws IOException {
        StringWriter text = new StringWriter();
        WatchScreen screen = WatchScreen.plain(new PrintWriter(text));

        screen.show(List.of("a", "b"));
        screen.show(List.of("c"));

        assertEquals(List.of("a", "b", "", "c"), text.toString().lines().toList());
        assertFalse(screen.isGone());
    }

    @ParameterizedTest
    @CsvSource({"50 132, 50, 132", "0 0, 24, 80", "nothing, 24, 80", "1 5, 2, 20"})
    void shouldReadTheSizeOfTheTerminal(String answer, int rows, int columns) {
        TerminalSize size = TerminalSize.of(answer + "\n");

        assertEquals(rows, size.rows());
        assertEquals(System.getenv("COLUMNS") != null && rows == 24 ? size.columns() : columns, size.columns());
    }

    @Test
    void shouldKeepTheLineOfARecordingOnOneRow() {
        assertEquals("0.2 s  5 zones     ", RecordLine.row("0.2 s  5 zones", 20));
        assertEquals("0.2 s  12,345 zone\u2026", RecordLine.row("0.2 s  12,345 zones  7 frames", 20));
        assertEquals(130, RecordLine.row("", 1_000).length());
    }

    // --- options

    @ParameterizedTest
    @CsvSource({"500ms, 500", "1s, 1000", "1.5s, 1500", "2m, 120000", "1h, 3600000", "50ms, 50"})
    void shouldReadIntervals(String text, long millis) {
        assertEquals(Duration.ofMillis(millis), new WatchInterval().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "ms", "0s", "10ms", "-1s", "1e9s", "999999999h", "1 s", "NaNs"})
    void shouldRefuseOtherIntervals(String text) {
        assertThrows(TypeConversionException.class, () -> new WatchInterval().convert(text));
    }

    @Test
    void shouldTellProcessIdsFromAddresses() {
        WatchTarget.Converter converter = new WatchTarget.Converter();

        assertEquals(new WatchTarget(8086, null), converter.convert("8086"));
        assertEquals(new WatchTarget(0, new ClientAddress("127.0.0.1", 8087)), converter.convert(":8087"));
        assertEquals(new WatchTarget(0, new ClientAddress("host", 8086)), converter.convert("host"));
        assertThrows(TypeConversionException.class, () -> converter.convert("0"));
        assertThrows(TypeConversionException.class, () -> converter.convert("99999999999999999999"));
        assertThrows(TypeConversionException.class, () -> converter.convert("host:99999"));
    }

    @ParameterizedTest
    @CsvSource({"--rows=0", "--rows=x", "--interval=1", "--interval=0s"})
    void shouldRefuseWrongOptions(String option) {
        CommandRun run = CommandRun.of("watch", "127.0.0.1:1", option);

        assertEquals(ExitCode.FAILED, run.exit());
        assertTrue(run.err().contains("Usage: zonecast watch [PID|HOST:PORT] [OPTIONS]"), run.err());
    }

    @Test
    void shouldNotWaitForAProcessId() {
        assertEquals(ExitCode.FAILED, CommandRun.of("watch", "1", "--wait").exit());
    }

    @Test
    void shouldNotTakeANumberForAHost() {
        TypeConversionException e =
                assertThrows(TypeConversionException.class, () -> new ClientAddress.Converter().convert("8087"));

        assertEquals("'8087' is no HOST:PORT: write :8087 for a port of this machine", e.getMessage());
    }

    // --- processes

    private static String row(String address, String port, String state, int socket) {
        return "   0: " + address + ":" + port + " 00000000:0000 " + state
                + " 00000000:00000000 00:00000000 00000000  1000        0 " + socket
                + " 1 0000000000000000 100 0 0 10 0";
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFindThePortsOfAProcess() throws IOException {
        Files.createDirectory(folder.resolve("self"));
        Path process = Files.createDirectory(folder.resolve("42"));
        Path descriptors = Files.createDirectory(process.resolve("fd"));
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of("pipe:[5]"));
        for (int socket : new int[] {7, 8, 9, 10}) {
            Files.createSymbolicLink(descriptors.resolve("2" + socket), Path.of("socket:[" + socket + "]"));
        }
        Path net = Files.createDirectory(process.resolve("net"));
        Files.write(
                net.resolve("tcp"),
                List.of(
                        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                        row("0100007F", "0050", "0A", 7),
                        row("00000000", "1F96", "0A", 8),
                        row("0100007F", "1F97", "01", 9),
                        row("0100007F", "1F98", "0A", 99)));
        Files.write(net.resolve("tcp6"), List.of(row("0000000000000000FFFF00000100007F", "1F99", "0A", 10)));

        List<InetSocketAddress> ports = ProcessPorts.of(42, folder);

        assertEquals(
                List.of(8086, 8089, 80),
                ports.stream().map(InetSocketAddress::getPort).toList());
        for (InetSocketAddress port : ports) {
            assertTrue(port.getAddress().isLoopbackAddress(), port.toString());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFindAPortOfThisProcess() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<InetSocketAddress> ports =
                    ProcessPorts.of(ProcessHandle.current().pid());

            assertTrue(
                    ports.contains(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort())),
                    ports.toString());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNameTheRemedyWhenAProcessDoesNotListen() throws IOException {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            CommandRun run = CommandRun.of("watch", sleeper.pid());

            assertEquals(ExitCode.FAILED, run.exit());
            assertEquals(
                    "zonecast: process " + sleeper.pid() + " has no Tracy client that listens: zonecast attach "
                            + sleeper.pid() + " puts one into a Java program",
                    run.err().strip());
        } finally {
            sleeper.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayThatThereIsNoSuchProcess() {
        CommandRun run = CommandRun.of("watch", "999999999");

        assertEquals(ExitCode.FAILED, run.exit());
        assertEquals("zonecast: no process 999999999", run.err().strip());
    }

    // --- texts

    @ParameterizedTest
    @CsvSource({"abc, 3", "\u00fc, 1", "\u4e16\u754c, 4", "e\u0301, 1", "\ud83d\ude00, 2", "\uff21, 2", "\uff71, 1"})
    void shouldKnowTheWidthOfATextOnATerminal(String text, int width) {
        assertEquals(width, TextWidth.of(text));
    }

    @Test
    void shouldCutTextsByTheirWidth() {
        assertEquals("abc", TextWidth.cut("abc", 3));
        assertEquals("ab\u2026", TextWidth.cut("abcd", 3));
        assertEquals("\u4e16\u2026", TextWidth.cut("\u4e16\u754c\u4e16", 4));
        assertEquals("\u4e16\u754c", TextWidth.cut("\u4e16\u754c", 4));
    }

    @Test
    void shouldFitATableIntoItsLines() {
        StringWriter text = new StringWriter();
        TextTable table = new TextTable("zone", "calls", "mean");
        table.row("a name that is longer than its column", "12", "1.0 ms");
        table.row("\u4e16\u754c", "3", "2.0 ms");

        table.print(new PrintWriter(text, true), 40);

        List<String> lines = text.toString().lines().toList();
        assertEquals(3, lines.size());
        for (String line : lines) {
            assertEquals(lines.getFirst().length(), TextWidth.of(line), line);
            assertTrue(TextWidth.of(line) <= 40, line);
        }
        assertTrue(lines.get(1).startsWith("a name that is longer th\u2026  "), lines.get(1));
    }
}
