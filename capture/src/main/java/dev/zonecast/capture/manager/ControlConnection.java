package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.registry.CategorySelection;
import dev.zonecast.flight.buffer.ManagerProtocol;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A connection that commands the manager: one line, fields apart by tabs; the answer's lines, of which the first is "ok" or
 * "failed" and the reason.
 */
public final class ControlConnection {
    private static final int MOST_LINE_BYTES = 8192;
    private static final long RECORD_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Manager manager;
    private final SocketChannel channel;

    ControlConnection(Manager manager, SocketChannel channel) {
        this.manager = manager;
        this.channel = channel;
    }

    void serve() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_LINE_BYTES);
        while (bytes.hasRemaining() && (bytes.position() == 0 || bytes.get(bytes.position() - 1) != '\n')) {
            if (channel.read(bytes) < 0) {
                return;
            }
        }
        String line = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        StringBuilder answer = new StringBuilder("ok\n");
        try {
            for (String each : execute(line.strip().split("\t", -1))) {
                answer.append(each).append('\n');
            }
        } catch (IOException | IllegalArgumentException | InterruptedException e) {
            answer.setLength(0);
            answer.append("failed\t")
                    .append(String.valueOf(e.getMessage()).replace('\n', ' '))
                    .append('\n');
        }
        ManagerProtocol.write(channel, StandardCharsets.UTF_8.encode(answer.toString()));
    }

    private List<String> execute(String[] words) throws IOException, InterruptedException {
        return switch (words[0]) {
            case "providers" -> manager.providers();
            case "record" -> {
                require(words.length == 6, "record wants a mode, two sizes, categories and a file");
                manager.record(new Recording(
                        BufferMode.valueOf(words[1].toUpperCase(Locale.ROOT)),
                        Long.parseLong(words[2]),
                        Long.parseLong(words[3]),
                        CategorySelection.parse(words[4]),
                        Path.of(words[5])));
                yield manager.awaitRecording(RECORD_LIMIT_NANOS);
            }
            case "stop" -> List.of(manager.stop().toString());
            case "snapshot" -> {
                require(words.length == 2, "snapshot wants a file");
                yield List.of(manager.snapshot(Path.of(words[1])).toString());
            }
            default -> throw new IOException("not known: " + words[0]);
        };
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    /**
     * Tells the manager in a runtime folder what to do, and returns its answer.
     *
     * @throws IOException if there is none, or it cannot do that
     */
    public static List<String> tell(Path folder, String... words) throws IOException {
        Path socket = folder.resolve(ManagerProtocol.SOCKET);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer head = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(ManagerProtocol.CONTROL)
                    .flip();
            ManagerProtocol.write(channel, head);
            ManagerProtocol.write(channel, StandardCharsets.UTF_8.encode(String.join("\t", words) + "\n"));
            byte[] answer = Channels.newInputStream(channel).readAllBytes();
            List<String> lines =
                    new String(answer, StandardCharsets.UTF_8).lines().toList();
            if (lines.isEmpty() || !lines.getFirst().equals("ok")) {
                throw new IOException(
                        lines.isEmpty()
                                ? "the manager has gone"
                                : lines.getFirst().replaceFirst("^failed\t", ""));
            }
            return lines.subList(1, lines.size());
        } catch (java.net.SocketException e) {
            throw new IOException("there is no manager in " + folder + " (zonecast manager starts one)", e);
        }
    }
}
