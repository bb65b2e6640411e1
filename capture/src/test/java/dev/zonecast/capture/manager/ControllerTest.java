package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.capture.Waiting;
import dev.zonecast.trace.TraceLog;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that is written from {@code docs/reference/manager-protocol.md} alone, with nothing of ours. */
class ControllerTest {
    @TempDir
    private Path folder;

    private Path runtime;
    private Manager manager;
    private final ChildPrograms programs = new ChildPrograms();

    @BeforeEach
    void startManager() throws IOException {
        runtime = folder.resolve("r");
        manager = RunningManager.in(runtime);
    }

    @AfterEach
    void stopAll() throws Exception {
        programs.killAll();
        manager.close();
    }

    // --- the controller

    private String answer(byte[] request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(runtime.resolve("manager.sock")))) {
            channel.write(ByteBuffer.wrap("ZCCTRL1\n".getBytes(StandardCharsets.US_ASCII)));
            channel.write(ByteBuffer.wrap(request));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> ask(String... fields) throws IOException {
        String answer = answer((String.join("\t", fields) + "\n").getBytes(StandardCharsets.UTF_8));
        return answer.lines().toList();
    }

    // --- what it does

    private Process program() throws Exception {
        Process program = programs.startManaged(runtime, "game", ManagedProgram.class, "1000");
        // It has come, and has reported its categories.
        Waiting.until(() -> "the program does not come", () -> ask("categories").size() >= 2);
        return program;
    }

    /** A provider that is written from the page, too: process 1. */
    private SocketChannel provider(String name) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(runtime.resolve("manager.sock")));
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        channel.write(ByteBuffer.allocate(18 + utf8.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("ZCPROV1\n".getBytes(StandardCharsets.US_ASCII))
                .putLong(1)
                .putShort((short) utf8.length)
                .put(utf8)
                .flip());
        return channel;
    }

    private void awaitGone() throws Exception {
        Waiting.until(() -> "the program stays", () -> ask("status").size() <= 2);
    }

    private static ByteBuffer dropped(int data16, long events) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0x8007)
                .putShort((short) data16)
                .putInt(0)
                .putLong(events)
                .flip();
    }

    /** Waits until the manager's line of the only program has a value. */
    private void awaitField(int field, String value) throws Exception {
        Waiting.until(() -> "field " + field + " is not " + value, () -> {
            List<String> status = ask("status");
            return status.size() >= 3 && status.get(2).split("\t", -1)[field].equals(value);
        });
    }

    @Test
    void shouldControlAProgram() throws Exception {
        Process program = program();
        String pid = Long.toString(program.pid());
        Path target = folder.resolve("all.fxt");
        Path snapshot = folder.resolve("now.fxt");

        assertEquals("idle", ask("status").get(1).split("\t", -1)[0]);
        assertEquals(
                List.of(
                        "ok",
                        "1\t" + pid + "\tgame\tCombat",
                        "1\t" + pid + "\tgame\tIdle",
                        "1\t" + pid + "\tgame\tOther"),
                ask("categories").subList(0, 4));
        assertEquals(
                List.of("ok", "recording 1 program"),
                ask("record", "mode=circular", "size game=1M", "categories ga*=Phy*", "output=" + target));
        assertEquals("done", program.inputReader().readLine());
        List<String> status = ask("status");
        assertEquals(
                "recording\tmode = circular\tsize game = 1M\tcategories ga* = Phy*\toutput = " + target, status.get(1));
        String[] fields = status.get(2).split("\t", -1);
        assertEquals(List.of("1", pid, "game", "records"), List.of(fields).subList(0, 4));
        assertTrue(Long.parseLong(fields[5]) > 100 * 32 && Long.parseLong(fields[5]) < 1 << 20, status.get(2));
        assertEquals("0", fields[6]);
        awaitField(7, "0");
        assertEquals(List.of("ok", snapshot.toString()), ask("snapshot", snapshot.toString()));
        assertEquals(List.of("ok", target.toString()), ask("stop"));

        for (Path archive : List.of(snapshot, target)) {
            assertEquals(100, TraceLog.of(archive).count("physics"));
            assertEquals(0, TraceLog.of(archive).count("step"));
        }
    }

    @Test
    void shouldSeeTheEventsThatAProgramDropped() throws Exception {
        Process program = programs.startManaged(
                runtime,
                "game",
                List.of("-Dzonecast.ring.policy=*=drop", "-Dzonecast.ring.bytes=64K", "-Dzonecast.ring.limit=128K"),
                DroppingProgram.class);
        awaitField(7, "0");
        assertEquals("ok", ask("record", "output=" + folder.resolve("all.fxt")).getFirst());

        String dropped = program.inputReader().readLine();

        assertTrue(Long.parseLong(dropped) > 0, dropped);
        awaitField(7, dropped);
        assertEquals("ok", ask("stop").getFirst());
    }

    @Test
    void shouldSeeWhatAnyProviderReports() throws Exception {
        try (SocketChannel provider = provider("other")) {
            awaitField(7, "-");
            provider.write(dropped(0, 7));
            awaitField(7, "7");
            provider.write(dropped(0, Long.MAX_VALUE));
            awaitField(7, Long.toString(Long.MAX_VALUE));
        }
        awaitGone();
        for (ByteBuffer wrong : List.of(dropped(1, 7), dropped(0, -1))) {
            try (SocketChannel provider = provider("other")) {
                awaitField(7, "-");
                provider.write(wrong);
                // The manager closes the connection of a program that breaks the protocol.
                awaitGone();
            }
        }
    }

    @Test
    void shouldGetAReasonForEachRequestThatFails() throws Exception {
        String output = "output=" + folder.resolve("all.fxt");

        assertEquals(List.of("failed\tno recording runs; start one: zonecast record --all -o FILE"), ask("stop"));
        assertEquals(List.of("failed\tsnapshot wants an absolute path"), ask("snapshot", "now.fxt"));
        assertEquals(List.of("failed\ta recording needs an output"), ask("record"));
        assertTrue(ask("record", "speed=3", output).getFirst().startsWith("failed\tunknown key \"speed\""));
        assertTrue(ask("dance").getFirst().startsWith("failed\tunknown request \"dance\"; requests are status"));
        assertEquals(
                List.of("failed\ta request of more than 131072 bytes"),
                ask("record", "categories=" + "x".repeat(131_072), output));
    }

    @Test
    void shouldRefuseACategoryThatNoProgramHas() throws Exception {
        Process program = program();
        String output = "output=" + folder.resolve("all.fxt");

        assertTrue(ask("record", "categories=Phisics", output)
                .getFirst()
                .startsWith("failed\tno program has the category \"Phisics\" (the nearest is \"Physics\")"));
        assertTrue(ask("record", "categories=Net*", output)
                .getFirst()
                .startsWith("failed\tno program has the category \"Net*\"."));
        // No such program is there: it cannot be known.
        assertEquals(List.of("ok", "recording 1 program"), ask("record", "categories server=Net*", output));
        assertEquals("done", program.inputReader().readLine());
        assertEquals("ok", ask("stop").getFirst());
        assertEquals(
                List.of("ok", "recording 1 program"), ask("record", "categories=Boss, Physics", "later=true", output));
        assertEquals(
                List.of("ok", folder.resolve("all.fxt").toString(), "no program has the category \"Boss\""),
                ask("stop"));
    }

    @Test
    void shouldAnswerAnyBytes() throws Exception {
        Random random = new Random(8);
        String[] beginnings = {"", "record\t", "record\toutput=/no/such/", "snapshot\t", "status", "stop\t"};
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            String begin = beginnings[random.nextInt(beginnings.length)];
            ByteBuffer request = ByteBuffer.allocate(begin.length() + bytes.length + 1);
            request.put(begin.getBytes(StandardCharsets.US_ASCII)).put(bytes).put((byte) '\n');
            // What stands behind the first line feed is no request.
            String answer = answer(request.array());

            assertTrue(answer.startsWith("ok\n") || answer.startsWith("failed\t"), answer);
        }
        assertEquals("ok", ask("status").getFirst());
    }
}
