package dev.zonecast.capture.manager;

import dev.zonecast.flight.buffer.ManagerProtocol;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A connection that commands the manager: one line, fields apart by tabs; the answer's lines, of which the first is "ok" or
 * "failed" and the reason.
 */
public final class ControlConnection {
    private static final int MOST_LINE_BYTES = 2 * RecordingSpec.MOST_BYTES;
    private static final List<String> REQUESTS = List.of("status", "categories", "record", "snapshot", "stop");

    private final Manager manager;
    private final SocketChannel channel;

    ControlConnection(Manager manager, SocketChannel channel) {
        this.manager = manager;
        this.channel = channel;
    }

    void serve() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_LINE_BYTES);
        boolean isTooLong = false;
        while (bytes.position() == 0 || bytes.get(bytes.position() - 1) != '\n') {
            if (!bytes.hasRemaining()) {
                // Its rest is read all the same: a connection that is closed before that loses the answer.
                isTooLong = true;
                bytes.clear();
            }
            if (channel.read(bytes) < 0) {
                return;
            }
        }
        String line = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        manager.answers.readLock().lock();
        try {
            answer(line, isTooLong);
        } finally {
            manager.answers.readLock().unlock();
        }
    }

    private void answer(String line, boolean isTooLong) throws IOException {
        StringBuilder answer = new StringBuilder("ok\n");
        try {
            require(!isTooLong, "a request of more than " + MOST_LINE_BYTES + " bytes");
            for (String each : execute(line.strip().split("\t", -1))) {
                answer.append(each).append('\n');
            }
        } catch (IOException | RuntimeException | InterruptedException e) {
            answer.setLength(0);
            answer.append("failed\t")
                    .append(String.valueOf(e.getMessage()).replace('\n', ' '))
                    .append('\n');
        }
        ManagerProtocol.write(channel, StandardCharsets.UTF_8.encode(answer.toString()));
    }

    private List<String> execute(String[] words) throws IOException, InterruptedException {
        String request = words[0];
        require(
                words.length == 1 || request.equals("record") || request.equals("snapshot"),
                request + " takes no fields");
        return switch (request) {
            case "status" -> manager.status();
            case "categories" -> manager.categories();
            case "record" -> {
                List<String> lines = Arrays.asList(words).subList(1, words.length);
                manager.record(RecordingSpec.of(null, lines).recording());
                yield manager.awaitRecording();
            }
            case "stop" -> {
                Manager.Ended ended = manager.end("stop");
                yield Stream.concat(Stream.of(ended.archive().toString()), ended.warnings().stream())
                        .toList();
            }
            case "snapshot" -> {
                require(words.length == 2 && Path.of(words[1]).isAbsolute(), "snapshot wants an absolute path");
                yield List.of(manager.snapshot(Path.of(words[1])).toString());
            }
            default ->
                throw new IOException(
                        "unknown request \"" + request + "\"; requests are " + String.join(", ", REQUESTS));
        };
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    /**
     * Sends a request to the manager in a runtime folder, and returns its answer.
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
