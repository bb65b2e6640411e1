package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM has no memory for the recording that a manager asks for. */
class ScarceManagedMemoryTest {
    /** Is its own manager. */
    static final class Program {
        private static final int ONESHOT_CODE = 0;
        private static final int BUFFER_BYTES = 1 << 20;
        private static final int REGISTRATION_BYTES = 18;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            if (arguments.length > 1) {
                BrokenLog.from(arguments[1]);
            }
            Path run = RuntimeFolder.open(Path.of(arguments[0])).path();
            try (ServerSocketChannel manager = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(run.resolve(ManagerProtocol.SOCKET)))) {
                boolean ignored = Zonecast.start();
                try (SocketChannel program = registered(manager)) {
                    askToRecord(program, run.resolve("managed.zc"));
                    while (program.read(ByteBuffer.allocate(1 << 10)) >= 0) {
                        // Until it disconnects.
                    }
                }
                FutureTask<SocketChannel> again = new FutureTask<>(() -> registered(manager));
                Thread.ofPlatform().daemon().start(again);
                while (!again.isDone() && isManaged()) {
                    LockSupport.parkNanos(1_000_000);
                }
                System.out.println("again " + again.isDone());
            }
        }

        private static SocketChannel registered(ServerSocketChannel manager) throws IOException {
            SocketChannel program = manager.accept();
            var registration = ManagerProtocol.readFully(program, REGISTRATION_BYTES);
            var ignored = ManagerProtocol.readFully(program, registration.getShort(REGISTRATION_BYTES - Short.BYTES));
            return program;
        }

        private static void askToRecord(SocketChannel program, Path buffer) throws IOException {
            Files.write(buffer, new byte[BUFFER_BYTES]);
            byte[] path = buffer.toString().getBytes(StandardCharsets.UTF_8);
            ManagerProtocol.write(
                    program, new Packet(ManagerProtocol.START, ONESHOT_CODE, path.length, BUFFER_BYTES).bytes());
            ManagerProtocol.write(program, ByteBuffer.wrap(path));
        }

        private static boolean isManaged() {
            return Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().equals("zonecast-provider"));
        }
    }

    private static void assertRegistersAgain(Path run, String... brokenFrom) throws Exception {
        String[] arguments = new String[1 + brokenFrom.length];
        arguments[0] = run.toString();
        System.arraycopy(brokenFrom, 0, arguments, 1, brokenFrom.length);

        ChildJvm.Result result = new ChildJvm()
                .flags(
                        "-Dzonecast.listen=false",
                        "-Dzonecast.manager=true",
                        "-Dzonecast.buffer.folder=" + run,
                        "-XX:MaxDirectMemorySize=128K")
                .run(Program.class, arguments)
                .expectSuccess();

        assertEquals(List.of("again true"), result.outLines(), result.toString());
    }

    @Test
    void shouldRegisterAgain(@TempDir Path folder) throws Exception {
        assertRegistersAgain(folder.resolve("r"));
    }

    @Test
    void shouldRegisterAgainWhenTheLogThrowsAtTheLineAboutIt(@TempDir Path folder) throws Exception {
        assertRegistersAgain(folder.resolve("r"), "the manager's request failed");
    }
}
