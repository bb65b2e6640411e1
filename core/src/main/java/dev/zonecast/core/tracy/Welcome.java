package dev.zonecast.core.tracy;

import dev.zonecast.core.late.LateEvents;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of a session: status, welcome message, and what a client that viewers may join at any time adds. All packed and
 * little-endian (WelcomeMessage and OnDemandPayloadMessage of the protocol).
 */
final class Welcome {
    static final byte STATUS_WELCOME = 1;
    static final byte STATUS_PROTOCOL_MISMATCH = 2;
    static final byte STATUS_NOT_AVAILABLE = 3;

    /** Viewers may come and go; the welcome message is followed by the payload for that. */
    private static final byte FLAG_ON_DEMAND = 1;

    /** The viewer may ask for source texts. */
    private static final byte FLAG_CODE_TRANSFER = 4;

    private static final int CPU_MANUFACTURER_BYTES = 12;
    private static final int PROGRAM_NAME_BYTES = 64;
    private static final int HOST_INFO_BYTES = 1024;
    private static final int WELCOME_BYTES = 1170;
    private static final int ON_DEMAND_BYTES = 16;

    private Welcome() {}

    /**
     * Status, welcome and on-demand payload.
     *
     * @param originNanos time 0 of the trace, {@link System#nanoTime}
     * @param readyNanos when the profiler was ready, not before the origin
     * @param frameMarks offset of the viewer's numbers of video frames
     * @param nowNanos time of the connection
     */
    static ByteBuffer of(
            Protocol protocol, ProgramInfo program, long originNanos, long readyNanos, long frameMarks, long nowNanos) {
        boolean sendsSource = !program.sourceRoots().isEmpty();
        int delayBytes = protocol.welcomeHasDelay() ? 8 : 0;
        ByteBuffer out = ByteBuffer.allocate(1 + WELCOME_BYTES + delayBytes + ON_DEMAND_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.put(STATUS_WELCOME);
        // Our ticks are nanoseconds: the clock's map has been applied before an event gets here.
        out.putDouble(1.0).putLong(originNanos).putLong(readyNanos);
        if (protocol.welcomeHasDelay()) {
            out.putLong(0);
        }
        out.putLong(1); // Resolution in ticks.
        out.putLong(program.startedEpochSeconds());
        // Time of the executable: if it is unknown the viewer asks for no source text.
        out.putLong(sendsSource ? program.startedEpochSeconds() : 0);
        out.putLong(program.pid());
        out.putLong(LateEvents.INSTANCE.samplingPeriodNanos());
        out.put(sendsSource ? FLAG_ON_DEMAND | FLAG_CODE_TRANSFER : FLAG_ON_DEMAND);
        out.put((byte) program.architecture());
        text(out, program.cpu().vendor(), CPU_MANUFACTURER_BYTES, CPU_MANUFACTURER_BYTES);
        out.putInt(program.cpu().packedSignature());
        text(out, program.name(), PROGRAM_NAME_BYTES, PROGRAM_NAME_BYTES - 1);
        text(out, program.hostInfo(), HOST_INFO_BYTES, HOST_INFO_BYTES - 1);
        out.putLong(frameMarks).putLong(nowNanos);
        return out.flip();
    }

    /** Zero-padded, cut between characters. */
    private static void text(ByteBuffer out, String text, int fieldBytes, int maxBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int end = out.position() + fieldBytes;
        out.put(utf8, 0, prefixBytes(utf8, maxBytes));
        out.position(end);
    }

    /** How many of the bytes make whole characters and are no more than allowed. */
    static int prefixBytes(byte[] utf8, int maxBytes) {
        int length = Math.min(utf8.length, maxBytes);
        while (length < utf8.length && length > 0 && (utf8[length] & 0xC0) == 0x80) {
            length--;
        }
        return length;
    }
}
