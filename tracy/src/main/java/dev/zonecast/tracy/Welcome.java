package dev.zonecast.tracy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The client's part of the handshake: WelcomeMessage and, of a client on demand, OnDemandPayload. A viewer sends {@link #greeting}
 * first; the client answers with a status, and with this if the status is {@link #STATUS_WELCOME}.
 *
 * @param protocol of the session
 * @param nanosPerTick of the client's clock
 * @param originTicks time 0 of the trace
 * @param readyTicks when the profiler was ready, not before the origin
 * @param delayTicks cost of a clock reading of the client; viewers from 0.13 on do not get it
 * @param resolutionTicks smallest step of the client's clock
 * @param epochSeconds since 1970 (UTC) when the program started
 * @param pid process id
 * @param samplingPeriodNanos processor time of a thread between two samples of its stack; 1 if the client does not send it
 * @param onDemand true if the client sends nothing of the time before the connection
 * @param sendsSource true if the viewer may ask for source texts
 * @param combinesSamples true if a thread's sample may come as two of equal time, each with a part of the stack
 * @param samplesSwitches true if stacks at context switches come as samples, with the time of the switch to the thread
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
        long delayTicks,
        long resolutionTicks,
        long epochSeconds,
        long pid,
        long samplingPeriodNanos,
        boolean onDemand,
        boolean sendsSource,
        boolean combinesSamples,
        boolean samplesSwitches,
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
    private static final int FLAG_COMBINE_SAMPLES = 8;
    private static final int FLAG_IDENTIFY_SAMPLES = 16;

    private static final int BYTES = 1170;
    private static final int VENDOR_BYTES = 12;
    private static final int NAME_BYTES = 64;
    private static final int HOST_INFO_BYTES = 1024;
    private static final int ON_DEMAND_BYTES = 16;

    /** The first bytes of a viewer. */
    public static byte[] magic() {
        return MAGIC.clone();
    }

    /** The first bytes of a viewer of a version. */
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
        ByteBuffer out = littleEndian(new byte[1 + BYTES + delayBytes(protocol) + (onDemand ? ON_DEMAND_BYTES : 0)]);
        out.put(STATUS_WELCOME).putDouble(nanosPerTick).putLong(originTicks).putLong(readyTicks);
        if (protocol.welcomeHasDelay()) {
            out.putLong(delayTicks);
        }
        // Without a time of the executable the viewer asks for no source text.
        out.putLong(resolutionTicks).putLong(epochSeconds).putLong(sendsSource ? epochSeconds : 0);
        out.putLong(pid).putLong(samplingPeriodNanos);
        out.put((byte) ((onDemand ? FLAG_ON_DEMAND : 0)
                | (sendsSource ? FLAG_CODE_TRANSFER : 0)
                | (combinesSamples ? FLAG_COMBINE_SAMPLES : 0)
                | (samplesSwitches ? FLAG_IDENTIFY_SAMPLES : 0)));
        out.put((byte) cpu.architecture);
        put(cpu.vendor, out, VENDOR_BYTES, VENDOR_BYTES);
        out.putInt(cpu.signature);
        put(programName, out, NAME_BYTES, NAME_BYTES - 1);
        put(hostInfo, out, HOST_INFO_BYTES, HOST_INFO_BYTES - 1);
        if (onDemand) {
            out.putLong(frameMarks).putLong(connectedTicks);
        }
        return out.flip();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void skip(ByteBuffer buffer, int bytes) {
        buffer.position(buffer.position() + bytes);
    }

    /** Zero-padded, cut between characters. */
    private static void put(String text, ByteBuffer out, int bytes, int maxBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Wire.prefixBytes(utf8, maxBytes);
        out.put(utf8, 0, length);
        skip(out, bytes - length);
    }

    /**
     * Reads it; the status byte has been read.
     *
     * @throws TracyException if the client's clock cannot be right
     */
    public static Welcome read(InputStream in, Protocol protocol) throws IOException {
        ByteBuffer bytes = readAll(in, BYTES + delayBytes(protocol));
        double nanosPerTick = bytes.getDouble();
        if (!(nanosPerTick > 0 && nanosPerTick < 1e9)) {
            throw new TracyException("the client's clock cannot be right: " + nanosPerTick + " nanoseconds a tick");
        }
        long origin = bytes.getLong();
        long ready = bytes.getLong();
        long delay = protocol.welcomeHasDelay() ? bytes.getLong() : 0;
        long resolution = bytes.getLong();
        long epochSeconds = bytes.getLong();
        skip(bytes, Long.BYTES);
        long pid = bytes.getLong();
        long samplingPeriod = Math.clamp(bytes.getLong(), 1, MAX_SAMPLING_PERIOD_NANOS);
        int flags = bytes.get();
        Cpu cpu = new Cpu(bytes.get(), text(bytes, VENDOR_BYTES), bytes.getInt());
        String programName = text(bytes, NAME_BYTES);
        String hostInfo = text(bytes, HOST_INFO_BYTES);
        boolean onDemand = (flags & FLAG_ON_DEMAND) != 0;
        ByteBuffer payload = onDemand ? readAll(in, ON_DEMAND_BYTES) : null;
        return new Welcome(
                protocol,
                nanosPerTick,
                origin,
                ready,
                delay,
                resolution,
                epochSeconds,
                pid,
                samplingPeriod,
                onDemand,
                (flags & FLAG_CODE_TRANSFER) != 0,
                (flags & FLAG_COMBINE_SAMPLES) != 0,
                (flags & FLAG_IDENTIFY_SAMPLES) != 0,
                cpu,
                programName,
                hostInfo,
                onDemand ? Math.max(0, payload.getLong()) : 0,
                onDemand ? payload.getLong() : origin);
    }

    private static ByteBuffer readAll(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the client hung up while it introduced itself");
        }
        return littleEndian(bytes);
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        String padded = new String(bytes, StandardCharsets.UTF_8);
        int end = padded.indexOf(0);
        return end < 0 ? padded : padded.substring(0, end);
    }

    /** Nanoseconds of the trace, from 0 on. */
    public long nanos(long ticks) {
        long since = ticks - originTicks;
        return since <= 0 ? 0 : Math.min((long) (since * nanosPerTick), MAX_NANOS);
    }
}
