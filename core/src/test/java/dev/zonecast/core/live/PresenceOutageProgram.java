package dev.zonecast.core.live;

import dev.zonecast.tracy.PresenceMessage;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Announces a program while the network goes and comes back. Only in a network of its own, whose default route it takes away. */
final class PresenceOutageProgram {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private PresenceOutageProgram() {}

    /** No arguments. */
    public static void main(String[] args) throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        CapturedLog log = new CapturedLog();
        log.onLine = line -> {
            if (line.contains("not announced")) {
                failed.countDown();
            }
        };
        ProgramInfo program = ProgramInfo.current("outage", List.of(), System.nanoTime());
        try (DatagramSocket viewers = new DatagramSocket(new InetSocketAddress("0.0.0.0", PresenceBroadcast.PORT))) {
            viewers.setSoTimeout((int) LIMIT.toMillis());
            PresenceBroadcast presence = new PresenceBroadcast(
                    new InetSocketAddress("0.0.0.0", 50_000), 82, () -> program, () -> false, log);
            presence.start(Thread::start);
            System.out.println("announced " + next(viewers));
            route("del");
            presence.viewerChanged();
            System.out.println("failed " + failed.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
            route("add");
            presence.viewerChanged();
            System.out.println("announced " + next(viewers));
            presence.close();
            System.out.println("lines " + log.count("not announced"));
        }
    }

    private static boolean next(DatagramSocket viewers) throws IOException {
        byte[] bytes = new byte[100];
        viewers.receive(new DatagramPacket(bytes, bytes.length));
        return new String(bytes, PresenceMessage.NAME_OFFSET, 6, StandardCharsets.US_ASCII).equals("outage");
    }

    private static void route(String command) throws IOException, InterruptedException {
        int status = new ProcessBuilder("ip", "route", command, "default", "dev", "lo")
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("ip route " + command + ": " + status);
        }
    }
}
