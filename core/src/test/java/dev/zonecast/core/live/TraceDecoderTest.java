package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tests' own viewer understands what real clients sent: only then it can be trusted with what ours sends. */
class TraceDecoderTest {
    @ParameterizedTest
    @CsvSource({"golden-v0.14.0.client, 82, 1170", "golden-v0.12.2.client, 74, 1178"})
    void shouldCountWhatTheRealClientSentWhenASessionIsReplayed(String file, int version, int welcomeBytes)
            throws IOException {
        byte[] bytes;
        try (InputStream in = TraceDecoderTest.class.getResourceAsStream(file)) {
            bytes = in.readAllBytes();
        }
        ByteBuffer stream = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        LiveTrace trace = new LiveTrace();
        trace.originNanos = stream.getLong(9);
        boolean onDemand = (stream.get(1 + welcomeBytes - 1106) & 1) != 0;
        stream.position(1 + welcomeBytes + (onDemand ? 16 : 0));

        TraceDecoder decoder = new TraceDecoder(version, trace, (type, pointer) -> {});
        Lz4History lz4 = new Lz4History();
        while (stream.hasRemaining()) {
            int size = stream.getInt();
            decoder.frame(lz4.decode(bytes, stream.position(), stream.position() + size));
            stream.position(stream.position() + size);
        }

        assertTrue(trace.terminated);
        // The real viewer asked for source text as well; what our decoder did not ask was refused.
        assertEquals(-(trace.acknowledged + trace.refusedSources.size()), decoder.pending());
        assertEquals(0, trace.openZones());
        assertEquals(100, trace.zonesNamed("main frame").size());
        assertEquals(100, trace.zonesNamed("main").size());
        assertEquals(300, trace.zonesNamed("middle").size());
        assertEquals(600, trace.zonesNamed("leaf").size());
        assertEquals(200, trace.zonesNamed("worker loop").size());
        assertEquals(200, trace.zonesNamed("locked").size());
        assertEquals(100, trace.zonesNamed("dyn zone A").size());
        assertEquals(100, trace.zonesNamed("dyn zone B").size());
        assertEquals(100, trace.frames.get(0L).size());
        assertEquals(200, trace.frameSet("sub frame").size());
        assertEquals(100, trace.plot("sine").size());
        assertEquals(100, trace.plot("mem").size());
        assertEquals(100, trace.plot("percent").size());
        assertTrue(trace.appInfo.contains("cpp-client reference app"));
    }

    @Test
    void shouldReadTheSpecificationsExampleWhenItsBytesAreDecoded() {
        String events = """
            4b 01000000
            7a 0000000000000000 1700 0080ff00 2a000000 72756e00 412e6a61766100 7469636b
            07 c8550f0000000000
            1b e803
            53 985d0f0000000000 0000000000000000
            5f fc5d0f0000000000 f401000000000000 00000000 0000803f 00 00 01
            72 03 475055 3d 00
            7a 0000000000000000 1800 00000000 07000000 6472617700 412e6a61766100 70617373
            2f b004000000000000 01000000 0000 00
            31 6400000000000000 01000000 0100 00
            3c bc02000000000000 0000 00
            3c c800000000000000 0100 00
            7e 0000000000000000 08000000 00f8 1f00 0055aaff
            12 01000000 0400 0400 00
            """;
        LiveTrace trace = new LiveTrace();
        trace.originNanos = 1_000_000;

        byte[] bytes = HexFormat.of().parseHex(events.replaceAll("\\s", ""));
        new TraceDecoder(82, trace, (type, pointer) -> {}).frame(bytes);

        assertEquals(225, bytes.length);
        LiveTrace.Zone tick = trace.zonesNamed("tick").getFirst();
        assertEquals(5000, tick.beginNanos);
        assertEquals(6000, tick.endNanos);
        assertEquals(7000, trace.frames.get(0L).getFirst().nanos());
        LiveTrace.GpuZone pass = trace.gpuZones.getFirst();
        assertEquals("GPU", trace.gpuNames.get(0));
        assertEquals(7200, pass.cpuBeginNanos);
        assertEquals(7300, pass.cpuEndNanos);
        assertEquals(7300, pass.gpuBeginNanos);
        assertEquals(7500, pass.gpuEndNanos);
        assertEquals(1, trace.images.size());
    }
}
