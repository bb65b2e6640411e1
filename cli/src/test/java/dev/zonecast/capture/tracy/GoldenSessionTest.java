package dev.zonecast.capture.tracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.cli.CommandRun;
import dev.zonecast.trace.LockSpan;
import dev.zonecast.trace.TraceLog;
import dev.zonecast.tracy.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What real C++ clients sent (blocks linked by their history), against what Tracy's own tools said of the same sessions. The program:
 * 100 frames of a main thread, two workers of 100 rounds, with one of everything but GPU zones.
 */
class GoldenSessionTest {
    @TempDir
    Path folder;

    static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenSessionTest.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            return in.readAllBytes();
        }
    }

    private static List<String> lines(String name) throws IOException {
        return new String(resource(name), StandardCharsets.UTF_8).lines().toList();
    }

    /** Sends all at once: the answers that are in it come in the order in which the questions must be asked. */
    private static void play(ServerSocket server, byte[] session, int version) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    byte[] greeting = socket.getInputStream().readNBytes(12);
                    if (greeting[8] == version) {
                        socket.getOutputStream().write(session);
                        socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
                        return;
                    }
                    socket.getOutputStream().write(2);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"v0.14.0, 82, 98", "v0.12.2, 74, 100"})
    void shouldCountAsTracysOwnToolsWhenARealClientWasRecorded(String release, int version, int images)
            throws Exception {
        byte[] session = resource(release + ".client");
        Path file = folder.resolve("golden.fxt");
        CommandRun run;
        try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            Thread player = Thread.ofPlatform().daemon().start(() -> play(server, session, version));
            run = CommandRun.of("record", "127.0.0.1:" + server.getLocalPort(), "-o", file);
            player.join(10_000);
        }

        assertEquals(0, run.exit(), run.err());
        assertTrue(run.err().contains("protocol " + Protocol.ofVersion(version)), run.err());
        assertEquals(
                zones(lines(release + ".zones.csv")),
                zones(CommandRun.of("stats", file, "--csv").out().lines().toList()));

        TraceLog log = TraceLog.of(file);
        assertTrue(log.summary.endedWell());
        assertEquals(texts(lines(release + ".messages.csv")), texts(log));
        assertEquals(
                100,
                log.frames.stream()
                        .filter(frame -> frame.name().equals("Frame"))
                        .count());
        assertEquals(
                100,
                log.frames.stream()
                        .filter(frame -> frame.name().equals("sub frame"))
                        .count());
        assertEquals(images, log.images.size());
        for (String plot : List.of("sine", "mem", "percent")) {
            assertEquals(100, log.plotValues.get(plot).size(), plot);
        }
        assertEquals(200, log.plotValues.get("memory: memory").size());
        assertEquals(200, log.plotValues.get("memory: pool").size());
        assertEquals(600, log.locks.stream().filter(LockSpan::hold).count());
        assertEquals(600, log.locks.stream().filter(span -> !span.hold()).count());
        long middle =
                log.zones.stream().filter(zone -> zone.name().equals("renamed")).count();
        assertEquals(150, middle);
    }

    /** Name, file, line, sum, count, least and greatest. */
    private static Set<String> zones(List<String> csv) {
        return csv.stream()
                .map(line -> line.split(","))
                .map(f -> String.join(" ", f[0], f[1], f[2], f[3], f[5], f[7], f[8]))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Tracy's table begins with a heading. */
    private static List<String> texts(List<String> csv) {
        List<String> texts = new ArrayList<>();
        csv.stream()
                .skip(1)
                .map(line -> line.substring(0, line.lastIndexOf(',')))
                .forEach(texts::add);
        return texts.stream().sorted().toList();
    }

    private static List<String> texts(TraceLog log) {
        return log.messages.stream()
                .filter(message -> !message.severity().isEmpty())
                .map(message -> message.text())
                .sorted()
                .toList();
    }
}
