package dev.zonecast.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.fxt.FxtException;
import dev.zonecast.fxt.fixtures.TraceBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes a file has: it is read, or refused by a typed error that says where; never a crash or a hang. */
class FuzzTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final SourceLocation PLACE = SourceLocation.of("fuzzed", "Fuzz.run", "Fuzz.java", 1, 0x123456);

    @TempDir
    Path folder;

    private byte[] recording() throws Exception {
        Path file = folder.resolve("fuzz.fxt");
        Zonecast.startRecording(file);
        Plot plot = Plot.of("fuzz plot");
        for (int i = 0; i < 20; i++) {
            dev.zonecast.core.Frame.mark();
            try (Zone zone = Zone.open(PLACE)) {
                zone.value(i);
                plot.set(i);
                Zone.end(Zone.begin(PLACE));
                zone.text("a text");
                zone.color(i);
            }
            Message.log("message " + i);
        }
        Zonecast.stopRecording();
        return Files.readAllBytes(file);
    }

    private static int read(byte[] file) {
        try {
            TraceReader.read(TraceFile.uncompressed(new ByteArrayInputStream(file)), new TraceLog());
            return 0;
        } catch (FxtException e) {
            assertTrue(e.offsetBytes() <= file.length, e.getMessage());
            return 1;
        } catch (IOException e) {
            throw new AssertionError("another error than of the format", e);
        }
    }

    @Test
    void shouldReadOrRefuseWhenEachByteIsFlippedInTurn() throws Exception {
        byte[] recording = recording();
        assertTimeoutPreemptively(LIMIT, () -> {
            int refused = 0;
            for (int at = 0; at < recording.length; at++) {
                for (int bit : new int[] {1, 0x80}) {
                    byte[] damaged = recording.clone();
                    damaged[at] ^= (byte) bit;
                    refused += read(damaged);
                }
            }
            // The records that a size in a header leads astray.
            assertTrue(refused > recording.length / 100, refused + " of " + recording.length);
        });
    }

    @Test
    void shouldReadWhatIsThereWhenCutAnywhere() throws Exception {
        byte[] recording = recording();
        assertTimeoutPreemptively(LIMIT, () -> {
            for (int length = 8; length < recording.length; length += 3) {
                int refused = read(java.util.Arrays.copyOf(recording, length));
                assertTrue(refused == 0, "refused when cut to " + length);
            }
        });
    }

    @Test
    void shouldReadOrRefuseWhenSeveralPlacesAreOverwritten() throws Exception {
        byte[] recording = recording();
        assertTimeoutPreemptively(LIMIT, () -> {
            Random random = new Random(11);
            for (int round = 0; round < 3000; round++) {
                byte[] damaged = recording.clone();
                for (int i = random.nextInt(8); i >= 0; i--) {
                    int at = 8 + random.nextInt(damaged.length - 16);
                    switch (random.nextInt(3)) {
                        case 0 -> damaged[at] = (byte) random.nextInt();
                        case 1 -> java.util.Arrays.fill(damaged, at, at + 8, (byte) -random.nextInt(2));
                        default ->
                            System.arraycopy(
                                    recording,
                                    8 + random.nextInt(64) * 8,
                                    damaged,
                                    at & -8,
                                    Math.min(8, damaged.length - at));
                    }
                }
                read(damaged);
            }
        });
    }

    @Test
    void shouldReadOrRefuseRecordsOfRandomWords() {
        assertTimeoutPreemptively(LIMIT, () -> {
            for (int seed = 0; seed < 2000; seed++) {
                read(RandomTrace.of(seed));
            }
        });
    }

    @Test
    void shouldCountRecordsOfUnknownTypesByKind() throws IOException {
        TraceBytes trace = TraceBytes.trace();
        trace.record(12).word(-1).end();
        trace.event(13, 0, 0, 0, 5).end();
        trace.raw(15 | 3L << 4 | 1L << 40).raw(0).raw(0);
        trace.raw(15 | 2L << 4 | 9L << 36).raw(0);

        TraceSummary summary = TraceReader.read(trace.stream(), new TraceLog());

        assertEquals(1, summary.losses().of(LossKind.UNKNOWN_TYPES));
        assertEquals(1, summary.losses().of(LossKind.UNKNOWN_EVENTS));
        assertEquals(2, summary.losses().of(LossKind.LARGE_RECORDS));
        assertEquals(3, summary.losses().entries().size(), summary.losses()::toString);
    }
}
