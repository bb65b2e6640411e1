package dev.zonecast.core.live;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Zonecast;
import dev.zonecast.tracy.PresenceMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Announces itself, listens to that as a viewer does, connects to itself, and ends; prints each datagram that is news. */
final class PresenceProgram {
    private PresenceProgram() {}

    /** The version of the viewer that connects is the only argument. */
    public static void main(String[] args) throws IOException {
        try (DatagramChannel viewers = DatagramChannel.open(StandardProtocolFamily.INET)) {
            viewers.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            viewers.bind(new InetSocketAddress("0.0.0.0", PresenceBroadcast.PORT));
            Zonecast.start(Options.fromSystemProperties()
                    .set(Option.PROGRAM_NAME, "Wölfe")
                    .set(Option.SHUTDOWN_HOOK, false));
            printNext(viewers, true);
            try (Socket viewer = new Socket(InetAddress.getLoopbackAddress(), Zonecast.port())) {
                viewer.getOutputStream().write(TracyViewer.greeting(Integer.parseInt(args[0])));
                printNext(viewers, false);
            }
            printNext(viewers, true);
            Zonecast.shutdown(Duration.ofSeconds(10));
            printNext(viewers, false);
        }
    }

    /** The next datagram that lists the program or takes it off the list. */
    private static void printNext(DatagramChannel viewers, boolean listed) throws IOException {
        while (true) {
            ByteBuffer in = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
            viewers.receive(in);
            in.flip();
            boolean gone = in.getInt(16) == PresenceMessage.GONE;
            if (gone != listed) {
                String name = new String(
                        in.array(),
                        PresenceMessage.NAME_OFFSET,
                        in.limit() - PresenceMessage.NAME_OFFSET - 1,
                        StandardCharsets.UTF_8);
                boolean isOurs = Zonecast.port() < 0 || (in.getShort(2) & 0xFFFF) == Zonecast.port();
                System.out.println((gone ? "gone" : "listed") + " protocol " + in.getInt(4) + " port " + isOurs
                        + " pid " + (in.getLong(8) == ProcessHandle.current().pid()) + " program " + name);
                return;
            }
        }
    }
}
