package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.flight.buffer.ManagerProtocol;
import dev.zonecast.flight.buffer.ManagerProtocol.Packet;
import dev.zonecast.flight.buffer.ProviderBuffer;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a program that a manager records. */
class ManagedEndTest {
    /** Is its own manager. */
    static final class Program {
        private static final int ONESHOT_CODE = 0;
        private static final long BUFFER_BYTES = 1 << 20;
        private static final int REGISTRATION_BYTES = 18;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            Path run = RuntimeFolder.open(Path.of(arguments[0])).path();
            try (ServerSocketChannel manager = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(run.resolve(ManagerProtocol.SOCKET)))) {
                boolean ignored = Zonecast.start();
                try (SocketChannel program = manager.accept()) {
                    record(program, run.resolve("managed.zc"));
                    endTwice();
                    System.out.println("stopped " + isSent(program, ManagerProtocol.STOPPED));
                }
            }
        }

        private static void record(SocketChannel program, Path file) throws IOException {
            var registration = ManagerProtocol.readFully(program, REGISTRATION_BYTES);
            var ignored = ManagerProtocol.readFully(program, registration.getShort(REGISTRATION_BYTES - Short.BYTES));
            ProviderBuffer.create(file, BufferMode.ONESHOT, BUFFER_BYTES).close();
            byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
            ManagerProtocol.write(
                    program, new Packet(ManagerProtocol.START, ONESHOT_CODE, path.length, BUFFER_BYTES).bytes());
            ManagerProtocol.write(program, ByteBuffer.wrap(path));
            System.out.println("started " + isSent(program, ManagerProtocol.STARTED));
        }

        /** Reads up to the packet, or to the end of the connection. */
        private static boolean isSent(SocketChannel program, int request) throws IOException {
            try {
                while (true) {
                    Packet next = ManagerProtocol.read(program);
                    if (next.request() == request) {
                        return true;
                    }
                    if (next.request() == ManagerProtocol.KNOWN) {
                        String ignored = ManagerProtocol.text(next, ManagerProtocol.MOST_CATEGORIES_BYTES, program);
                    }
                }
            } catch (EOFException e) {
                return false;
            }
        }

        private static void endTwice() {
            CountDownLatch mayEnd = new CountDownLatch(1);
            boolean ignored = Zonecast.attach(new SlowSink(mayEnd));
            System.out.println("first " + Zonecast.shutdown(Duration.ofMillis(50)));
            mayEnd.countDown();
            System.out.println("second " + Zonecast.shutdown(Duration.ofSeconds(60)));
        }
    }

    @Test
    void shouldTellTheManagerOfTheEndWhenAnEarlierOneTookTooLong(@TempDir Path folder) throws Exception {
        Path run = folder.resolve("r");

        ChildJvm.Result result = new ChildJvm()
                .flags("-Dzonecast.listen=false", "-Dzonecast.manager=true", "-Dzonecast.buffer.folder=" + run)
                .run(Program.class, run.toString())
                .expectSuccess();

        assertEquals(
                List.of("started true", "first false", "second true", "stopped true"),
                result.outLines(),
                result.toString());
    }
}
