package dev.zonecast.capture.tracy;

import dev.zonecast.core.tracy.Protocol;
import dev.zonecast.core.tracy.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a client says first (WelcomeMessage and OnDemandPayload of the protocol).
 *
 * @param protocol that both sides speak
 * @param nanosPerTick of the client's clock
 * @param originTicks time 0 of the trace
 * @param epochSeconds since 1970 (UTC) when the program started
 * @param pid process id
 * @param programName as the program calls itself
 * @param hostInfo lines about the machine
 * @param onDemand true if the client tells nothing of the time before the connection
 * @param frameMarks marks of the base set before the connection
 * @param samplingPeriodNanos processor time of a thread between two samples of its stack; 1 if the client does not say
 * @param connectedTicks time of the connection; of a client that is not on demand, time 0
 */
public record ClientWelcome(
        Protocol protocol,
        double nanosPerTick,
        long originTicks,
        long epochSeconds,
        long pid,
        String programName,
        String hostInfo,
        boolean onDemand,
        long frameMarks,
        long samplingPeriodNanos,
        long connectedTicks) {
    private static final int BYTES = 1170;
    private static final long MAX_SAMPLING_PERIOD_NANOS = 60_000_000_000L;
    private static final int DELAY_BYTES = 8;
    private static final int ON_DEMAND_BYTES = 16;
    private static final int FLAG_ON_DEMAND = 1;

    // Offsets from the end, which has no field that some versions lack.
    private static final int HOST_INFO = BYTES - 146;
    private static final int PROGRAM_NAME = BYTES - 82;
    private static final int FLAGS = BYTES - 64;
    private static final int SAMPLING_PERIOD = BYTES - 56;
    private static final int PID = BYTES - 48;
    private static final int EPOCH = BYTES - 32;

    /** Reads it; the status byte has been read. */
    static ClientWelcome read(InputStream in, Protocol protocol) throws IOException {
        byte[] bytes = readAll(in, BYTES + (protocol.welcomeHasDelay() ? DELAY_BYTES : 0));
        int end = bytes.length;
        boolean onDemand = (bytes[end - FLAGS] & FLAG_ON_DEMAND) != 0;
        byte[] payload = onDemand ? readAll(in, ON_DEMAND_BYTES) : new byte[ON_DEMAND_BYTES];
        long origin = Wire.getLong(bytes, 8);
        double nanosPerTick = Double.longBitsToDouble(Wire.getLong(bytes, 0));
        if (!(nanosPerTick > 0 && nanosPerTick < 1e9)) {
            throw new TracyException("the client's clock cannot be right: " + nanosPerTick + " nanoseconds a tick");
        }
        return new ClientWelcome(
                protocol,
                nanosPerTick,
                origin,
                Wire.getLong(bytes, end - EPOCH),
                Wire.getLong(bytes, end - PID),
                text(bytes, end - PROGRAM_NAME, 64),
                text(bytes, end - HOST_INFO, 1024),
                onDemand,
                Math.max(0, Wire.getLong(payload, 0)),
                Math.clamp(Wire.getLong(bytes, end - SAMPLING_PERIOD), 1, MAX_SAMPLING_PERIOD_NANOS),
                onDemand ? Wire.getLong(payload, 8) : origin);
    }

    private static byte[] readAll(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the client hung up while it introduced itself");
        }
        return bytes;
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < from + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Nanoseconds of the trace, from 0 on. */
    long nanos(long ticks) {
        long since = ticks - originTicks;
        return since <= 0 ? 0 : Math.min((long) (since * nanosPerTick), MAX_NANOS);
    }

    /** The protocol's times have 47 bits. What is later is nonsense, and must not overflow what is computed from it. */
    private static final long MAX_NANOS = 1L << 60;
}
