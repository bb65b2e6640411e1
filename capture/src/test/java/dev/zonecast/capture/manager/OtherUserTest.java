package dev.zonecast.capture.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another user can do: needs root. */
class OtherUserTest {
    /** The user that owns nothing. */
    private static final String NOBODY = "65534";

    /** Connects, says who it is as a provider does, and tells what comes back. */
    private static final String KNOCK = """
        import java.net.UnixDomainSocketAddress;
        import java.nio.ByteBuffer;
        import java.nio.channels.SocketChannel;
        import java.nio.file.Path;

        class Knock {
            public static void main(String[] arguments) throws Exception {
                try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(arguments[0])))) {
                    System.out.println("connected");
                    channel.write(ByteBuffer.wrap("ZCCTRL1\\nproviders\\n".getBytes()));
                    ByteBuffer answer = ByteBuffer.allocate(2);
                    while (answer.hasRemaining() && channel.read(answer) >= 0) {
                        // Until two bytes are there, or no more come.
                    }
                    System.out.println("answered " + new String(answer.array(), 0, answer.position()));
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    private Path open;
    private Path runtime;
    private Manager manager;

    @BeforeEach
    void startManager() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may become another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv, by which to become another user");
        // All on the way is open to others, and the folder itself is not.
        open = Files.createTempDirectory("zonecast-other-user-");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        runtime = open.resolve("r");
        manager = RunningManager.in(runtime);
    }

    @AfterEach
    void remove() throws IOException {
        if (manager != null) {
            manager.close();
            try (var files = Files.walk(open)) {
                for (Path each :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** What it printed, errors too, and its exit code. */
    private record Run(int exit, String text) {}

    private static Run asNobody(String... command) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("/usr/bin/setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), text);
    }

    private Run knock() throws Exception {
        Path source = open.resolve("Knock.java");
        Files.writeString(source, KNOCK);
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-r--r--"));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return asNobody(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                source.toString(),
                runtime.resolve("manager.sock").toString());
    }

    @Test
    void shouldLetAnotherUserNeitherReadNorDisturb() throws Exception {
        manager.record(Recording.of("mode = circular", "size = 1M", "output = " + folder.resolve("all.fxt")));
        try (FuchsiaProvider provider = new FuchsiaProvider(runtime.resolve("manager.sock"), "p")) {
            assertEquals(0, asNobody("true").exit, "nobody can do something at all");
            for (String[] each : List.of(
                    new String[] {"ls", runtime.toString()},
                    new String[] {"cat", runtime.resolve("manager.lock").toString()},
                    new String[] {"touch", runtime.resolve("x").toString()},
                    new String[] {"rm", "-f", runtime.resolve("manager.sock").toString()},
                    new String[] {
                        "ln", "-s", "/etc/passwd", runtime.resolve("link").toString()
                    })) {
                Run run = asNobody(each);
                assertTrue(run.exit != 0, String.join(" ", each) + ": " + run);
            }
            Run knock = knock();
            assertTrue(knock.text.contains("Permission denied"), knock.toString());
            assertTrue(Files.exists(runtime.resolve("manager.sock"), LinkOption.NOFOLLOW_LINKS));
            assertTrue(provider.channel.isOpen());
        }
    }

    @Test
    void shouldAnswerNothingToAnotherUserThatReachesTheSocketAllTheSame() throws Exception {
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(runtime.resolve("manager.sock"), PosixFilePermissions.fromString("rw-rw-rw-"));

        Run knock = knock();

        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
        assertTrue(knock.text.contains("connected"), knock.toString());
        assertTrue(!knock.text.contains("answered ok"), knock.toString());
        // It is there for its own.
        assertEquals(List.of("idle\t"), ControlConnection.tell(runtime, "status"));
    }

    @Test
    void shouldRefuseARuntimeFolderThatAnotherUserHasMade() throws Exception {
        Path prepared = open.resolve("prepared");
        assertEquals(0, asNobody("mkdir", "-m", "700", prepared.toString()).exit);
        Path link = open.resolve("link");
        assertEquals(0, asNobody("ln", "-s", runtime.toString(), link.toString()).exit);

        assertThrows(IOException.class, () -> RuntimeFolder.open(prepared));
        assertThrows(IOException.class, () -> RuntimeFolder.open(link));
    }
}
