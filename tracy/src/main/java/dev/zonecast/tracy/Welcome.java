package dev.zonecast.tracy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The client's part of the handshake: WelcomeMessage and, of a client on demand, OnDemandPayload. A viewer sends {@link #greeting}
 * first; the client answers with a status, and with this if the status is {@link #STATUS_WELCOME}.
 *
 * @param protocol of the session
 * @param nanosPerTick of the client's clock
 * @param originTicks time 0 of the trace
 * @param readyTicks when the profiler was ready, not before the origin
 * @param epochSeconds since 1970 (UTC) when the program started
 * @param pid process id
 * @param samplingPeriodNanos processor time of a thread between two samples of its stack; 1 if the client does not send it
 * @param onDemand true if the client sends nothing of the time before the connection
 * @param sendsSource true if the viewer may ask for source texts
 * @param cpu the client's processor
 * @param programName as the program calls itself
 * @param hostInfo lines about the machine
 * @param frameMarks marks of the base set before the connection
 * @param connectedTicks time of the connection; of a client that is not on demand, time 0
 */
public record Welcome(
        Protocol protocol,
        double nanosPerTick,
        long originTicks,
        long readyTicks,
        long epochSeconds,
        long pid,
        long samplingPeriodNanos,
        boolean onDemand,
        boolean sendsSource,
        Cpu cpu,
        String programName,
        String hostInfo,
        long frameMarks,
        long connectedTicks) {

    /**
     * A processor.
     *
     * @param architecture 0 unknown, 1 x86, 2 x86-64, 3 ARM, 4 AArch64
     * @param vendor of an x86 processor, 12 characters
     * @param signature of an x86 processor
     */
    public record Cpu(int architecture, String vendor, int signature) {}

    public static final byte STATUS_WELCOME = 1;
    public static final byte STATUS_PROTOCOL_MISMATCH = 2;
    public static final byte STATUS_NOT_AVAILABLE = 3;

    /** Bytes of a viewer's greeting: {@link #magic}, then its version in 4. */
    public static final int GREETING_BYTES = 12;

    private static final byte[] MAGIC = "TracyPrf".getBytes(StandardCharsets.US_ASCII);
    private static final long MAX_SAMPLING_PERIOD_NANOS = 60_000_000_000L;

    /** The protocol's times have 47 bits. Later ones are nonsense, and must not overflow sums. */
    private static final long MAX_NANOS = 1L << 60;

    private static final int FLAG_ON_DEMAND = 1;
    private static final int FLAG_CODE_TRANSFER = 4;

    // Offsets: packed and little-endian. Some versions have 8 bytes more before the resolution.
    private static final int NANOS_PER_TICK = 0;
    private static final int ORIGIN = 8;
    private static final int READY = 16;
    private static final int RESOLUTION = 24;
    private static final int EPOCH = 32;
    private static final int EXECUTABLE_TIME = 40;
    private static final int PID = 48;
    private static final int SAMPLING_PERIOD = 56;
    private static final int FLAGS = 64;
    private static final int ARCHITECTURE = 65;
    private static final int CPU_VENDOR = 66;
    private static final int CPU_SIGNATURE = 78;
    private static final int PROGRAM_NAME = 82;
    private static final int HOST_INFO = 146;
    private static final int BYTES = 1170;
    private static final int FRAME_MARKS = BYTES;
    private static final int CONNECTED = BYTES + 8;
    private static final int ON_DEMAND_BYTES = 16;

    /** The first bytes of a viewer. */
    public static byte[] magic() {
        return MAGIC.clone();
    }

    /** What a viewer of a version sends first. */
    public static byte[] greeting(Protocol protocol) {
        byte[] greeting = java.util.Arrays.copyOf(MAGIC, GREETING_BYTES);
        Wire.putInt(greeting, MAGIC.length, protocol.version());
        return greeting;
    }

    private static int delayBytes(Protocol protocol) {
        return protocol.welcomeHasDelay() ? 8 : 0;
    }

    /** Status, welcome and on-demand payload. */
    public ByteBuffer toBytes() {
        int shift = 1 + delayBytes(protocol);
        byte[] out = new byte[shift + BYTES + (onDemand ? ON_DEMAND_BYTES : 0)];
        out[0] = STATUS_WELCOME;
        Wire.putLong(out, 1 + NANOS_PER_TICK, Double.doubleToRawLongBits(nanosPerTick));
        Wire.putLong(out, 1 + ORIGIN, originTicks);
        Wire.putLong(out, 1 + READY, readyTicks);
        Wire.putLong(out, shift + RESOLUTION, 1);
        Wire.putLong(out, shift + EPOCH, epochSeconds);
        // Without a time of the executable the viewer asks for no source text.
        Wire.putLong(out, shift + EXECUTABLE_TIME, sendsSource ? epochSeconds : 0);
        Wire.putLong(out, shift + PID, pid);
        Wire.putLong(out, shift + SAMPLING_PERIOD, samplingPeriodNanos);
        out[shift + FLAGS] = (byte) ((onDemand ? FLAG_ON_DEMAND : 0) | (sendsSource ? FLAG_CODE_TRANSFER : 0));
        out[shift + ARCHITECTURE] = (byte) cpu.architecture;
        put(cpu.vendor, out, shift + CPU_VENDOR, CPU_SIGNATURE - CPU_VENDOR);
        Wire.putInt(out, shift + CPU_SIGNATURE, cpu.signature);
        put(programName, out, shift + PROGRAM_NAME, HOST_INFO - PROGRAM_NAME - 1);
        put(hostInfo, out, shift + HOST_INFO, BYTES - HOST_INFO - 1);
        if (onDemand) {
            Wire.putLong(out, shift + FRAME_MARKS, frameMarks);
            Wire.putLong(out, shift + CONNECTED, connectedTicks);
        }
        return ByteBuffer.wrap(out);
    }

    /** Zero-padded, cut between characters. */
    private static void put(String text, byte[] out, int at, int maxBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(utf8, 0, out, at, Wire.prefixBytes(utf8, maxBytes));
    }

    /**
     * Reads it; the status byte has been read.
     *
     * @throws TracyException if the client's clock cannot be right
     */
    public static Welcome read(InputStream in, Protocol protocol) throws IOException {
        int shift = delayBytes(protocol);
        byte[] bytes = readAll(in, shift + BYTES);
        boolean onDemand = (bytes[shift + FLAGS] & FLAG_ON_DEMAND) != 0;
        byte[] payload = onDemand ? readAll(in, ON_DEMAND_BYTES) : new byte[ON_DEMAND_BYTES];
        double nanosPerTick = Double.longBitsToDouble(Wire.getLong(bytes, NANOS_PER_TICK));
        if (!(nanosPerTick > 0 && nanosPerTick < 1e9)) {
            throw new TracyException("the client's clock cannot be right: " + nanosPerTick + " nanoseconds a tick");
        }
        long origin = Wire.getLong(bytes, ORIGIN);
        return new Welcome(
                protocol,
                nanosPerTick,
                origin,
                Wire.getLong(bytes, READY),
                Wire.getLong(bytes, shift + EPOCH),
                Wire.getLong(bytes, shift + PID),
                Math.clamp(Wire.getLong(bytes, shift + SAMPLING_PERIOD), 1, MAX_SAMPLING_PERIOD_NANOS),
                onDemand,
                (bytes[shift + FLAGS] & FLAG_CODE_TRANSFER) != 0,
                new Cpu(
                        bytes[shift + ARCHITECTURE],
                        text(bytes, shift + CPU_VENDOR, CPU_SIGNATURE - CPU_VENDOR),
                        Wire.getInt(bytes, shift + CPU_SIGNATURE)),
                text(bytes, shift + PROGRAM_NAME, HOST_INFO - PROGRAM_NAME),
                text(bytes, shift + HOST_INFO, BYTES - HOST_INFO),
                Math.max(0, Wire.getLong(payload, 0)),
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
    public long nanos(long ticks) {
        long since = ticks - originTicks;
        return since <= 0 ? 0 : Math.min((long) (since * nanosPerTick), MAX_NANOS);
    }
}
