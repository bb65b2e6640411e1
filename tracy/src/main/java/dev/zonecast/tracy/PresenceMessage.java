package dev.zonecast.tracy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What a client says of itself in the network, so that viewers can list it: BroadcastMessage of the protocol, version 3, which Tracy
 * has had since 0.8.2 and in all versions that are spoken here. Little-endian and packed:
 *
 * <pre>
 * 0 u16 3 | 2 u16 port | 4 u32 protocol | 8 u64 pid | 16 i32 seconds since the start, -1 = gone | 20 name, zero-terminated
 * </pre>
 */
public final class PresenceMessage {
    public static final int NAME_OFFSET = 20;

    private static final short LAYOUT = 3;
    private static final int NAME_BYTES = 64;

    /** In place of the seconds: viewers take the program off their list. */
    public static final int GONE = -1;

    private PresenceMessage() {}

    /**
     * A datagram.
     *
     * @param port that viewers connect to
     * @param version announced version: other viewers list the program, but cannot connect to it
     * @param pid process id
     * @param program its name
     * @param seconds since the program's start, or {@link #GONE}
     */
    public static ByteBuffer of(int port, int version, long pid, String program, int seconds) {
        ByteBuffer out = ByteBuffer.allocate(NAME_OFFSET + NAME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putShort(LAYOUT).putShort((short) port).putInt(version).putLong(pid).putInt(seconds);
        byte[] name = program.getBytes(StandardCharsets.UTF_8);
        // Cut off behind the name's zero.
        out.put(name, 0, Wire.prefixBytes(name, NAME_BYTES - 1)).put((byte) 0);
        return out.flip();
    }
}
