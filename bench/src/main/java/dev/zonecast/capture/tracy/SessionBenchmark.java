package dev.zonecast.capture.tracy;

import dev.zonecast.bench.Burst;
import dev.zonecast.bench.BurstBenchmark;
import dev.zonecast.core.recording.FxtRecording;
import dev.zonecast.core.recording.ProgramFacts;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.LinkedBlocks;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.TracyException;
import dev.zonecast.tracy.Welcome;
import dev.zonecast.tracy.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does {@code zonecast record} take for a zone, begin and end together, from the bytes of the connection to those of the file?
 *
 * <p>{@code ./zonecast bench SessionBenchmark}: microseconds a burst, divided by 1,000, are nanoseconds a zone.
 *
 * <p>A whole session from memory to a device that takes all, with the three threads that it has: neither the network nor the disk is
 * measured. The baseline is the decompression of the same blocks alone, which no reader of the protocol can do without. In this
 * package because the parts are not visible outside.
 */
@Burst(SessionBenchmark.ZONES)
@State(Scope.Thread)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SessionBenchmark extends BurstBenchmark {
    static final int ZONES = 1_000_000;

    private static final Protocol PROTOCOL = Protocol.V82;
    private static final Path NOWHERE = Path.of("/dev/null");
    private static final int INNER_ZONES = 4;
    private static final int THREAD = 7;
    private static final int PLACES = 16;
    private static final int WELCOME_BYTES = 1170;
    private static final int MAX_STEP_NANOS = 300;

    private final List<byte[]> blocks = new ArrayList<>();
    private final byte[] target =
            new byte[LinkedBlocks.HISTORY_BYTES + EventBlock.MAX_BYTES + LinkedBlocks.SLACK_BYTES];
    private final Random random = new Random(7);
    private byte[] stream;

    @Setup
    public void pack() {
        LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] welcome = new byte[WELCOME_BYTES];
        Wire.putLong(welcome, 0, Double.doubleToRawLongBits(1.0));
        out.writeBytes(welcome);
        for (byte[] events : events()) {
            byte[] packed = compressor.compress(events);
            byte[] head = new byte[Integer.BYTES];
            Wire.putInt(head, 0, packed.length);
            out.writeBytes(head);
            out.writeBytes(packed);
            byte[] block = new byte[packed.length + LinkedBlocks.SLACK_BYTES];
            System.arraycopy(packed, 0, block, 0, packed.length);
            blocks.add(block);
        }
        stream = out.toByteArray();
    }

    /** Blocks of zones of one thread, one inside of the other, with the names that are asked for at the first. */
    private List<byte[]> events() {
        List<byte[]> all = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(event(EventType.THREAD_CONTEXT, THREAD));
        named(out, EventType.THREAD_NAME, THREAD, "worker");
        // Answers that nobody has asked for are passed over: first what makes it ask.
        for (int place = 1; place <= PLACES; place++) {
            begin(out, place);
            end(out);
        }
        all.add(out.toByteArray());
        out.reset();
        for (int place = 1; place <= PLACES; place++) {
            byte[] location = event(EventType.SOURCE_LOCATION, 0);
            Wire.putLong(location, 1, PLACES + place);
            Wire.putLong(location, 9, PLACES + place);
            Wire.putLong(location, 17, 1);
            out.writeBytes(location);
        }
        for (int name = 1; name <= 2 * PLACES; name++) {
            named(out, EventType.STRING_DATA, name, "name " + name);
        }
        for (int zones = PLACES; zones < ZONES; zones += 1 + INNER_ZONES) {
            begin(out, 1 + zones % PLACES);
            for (int i = 1; i <= INNER_ZONES; i++) {
                begin(out, 1 + (zones + i) % PLACES);
                end(out);
            }
            end(out);
            if (out.size() > EventBlock.MAX_BYTES - 1000) {
                all.add(out.toByteArray());
                out.reset();
            }
        }
        out.write(PROTOCOL.code(EventType.TERMINATE));
        all.add(out.toByteArray());
        return all;
    }

    private static byte[] event(EventType type, int first) {
        byte[] bytes = new byte[PROTOCOL.sizeBytes(type)];
        if (bytes.length > Integer.BYTES) {
            Wire.putInt(bytes, 1, first);
        }
        bytes[0] = PROTOCOL.code(type);
        return bytes;
    }

    private void begin(ByteArrayOutputStream out, long place) {
        byte[] bytes = event(EventType.ZONE_BEGIN_16, random.nextInt(MAX_STEP_NANOS));
        Wire.putLong(bytes, 3, place);
        out.writeBytes(bytes);
    }

    private void end(ByteArrayOutputStream out) {
        byte[] bytes = event(EventType.ZONE_END_16, 0);
        Wire.putShort(bytes, 1, random.nextInt(MAX_STEP_NANOS));
        out.writeBytes(bytes);
    }

    private static void named(ByteArrayOutputStream out, EventType type, long id, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] head = new byte[11];
        head[0] = PROTOCOL.code(type);
        Wire.putLong(head, 1, id);
        Wire.putShort(head, 9, utf8.length);
        out.writeBytes(head);
        out.writeBytes(utf8);
    }

    @Benchmark
    public int decompress() throws TracyException {
        int bytes = 0;
        for (byte[] block : blocks) {
            int start = LinkedBlocks.HISTORY_BYTES;
            int end = LinkedBlocks.decompress(
                    block, block.length - LinkedBlocks.SLACK_BYTES, target, start, start + EventBlock.MAX_BYTES);
            bytes += end - start;
        }
        return bytes;
    }

    @Benchmark
    public long record() throws IOException {
        InputStream in = new ByteArrayInputStream(stream);
        Welcome welcome = Welcome.read(in, PROTOCOL);
        FxtRecording recording = FxtRecording.create(NOWHERE, new ProgramFacts("bench", 1, "", "", "", ""), 0);
        TracySession session = new TracySession(
                welcome,
                in,
                OutputStream.nullOutputStream(),
                EventBlock.MAX_BYTES,
                recording,
                TracySession.Limits.NONE,
                (counts, kept) -> {},
                SessionTables.real(),
                () -> 0);
        TracySession.Outcome outcome = session.record();
        if (outcome.end() != TracySession.End.FINISHED || session.counts().of(SessionCount.ZONES) < ZONES) {
            throw new IllegalStateException(
                    "not a valid run: " + outcome + ", " + session.counts().of(SessionCount.ZONES));
        }
        return recording.bytes();
    }
}
