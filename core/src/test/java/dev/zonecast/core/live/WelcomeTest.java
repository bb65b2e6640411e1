package dev.zonecast.core.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.clock.ClockFigures;
import dev.zonecast.core.clock.CpuIdentity;
import dev.zonecast.tracy.Protocol;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WelcomeTest {
    private static final CpuIdentity CPU = new CpuIdentity("GenuineIntel", 0x0A0B0C);

    /** Offsets of section 1.4 of the specification, behind the status byte. */
    @Test
    void shouldLieAtTheSpecifiedOffsetsWhenVersionIs82() {
        ByteBuffer bytes = program("game", "host")
                .welcome(Protocol.V82, 1000, 2000, 7, 3000)
                .toBytes()
                .order(ByteOrder.LITTLE_ENDIAN);

        assertEquals(1 + 1170 + 16, bytes.remaining());
        assertEquals(1, bytes.get(0));
        assertEquals(1.0, bytes.getDouble(1));
        assertEquals(1000, bytes.getLong(1 + 8));
        assertEquals(2000, bytes.getLong(1 + 16));
        assertEquals(ClockFigures.MEASURED.stepNanos(), bytes.getLong(1 + 24));
        assertEquals(1_700_000_000L, bytes.getLong(1 + 32));
        assertEquals(0, bytes.getLong(1 + 40));
        assertEquals(4711, bytes.getLong(1 + 48));
        assertEquals(0, bytes.getLong(1 + 56));
        assertEquals(1, bytes.get(1 + 64));
        assertEquals(2, bytes.get(1 + 65));
        assertEquals("GenuineIntel", text(bytes, 1 + 66, 12));
        assertEquals(0x0A0B0C, bytes.getInt(1 + 78));
        assertEquals("game\0", text(bytes, 1 + 82, 5));
        assertEquals("host\0", text(bytes, 1 + 146, 5));
        assertEquals(7, bytes.getLong(1 + 1170));
        assertEquals(3000, bytes.getLong(1 + 1178));
    }

    @Test
    void shouldHaveTheDelayInPlaceWhenVersionIs74() {
        ByteBuffer bytes = program("game", "host")
                .welcome(Protocol.V74, 1000, 2000, 7, 3000)
                .toBytes()
                .order(ByteOrder.LITTLE_ENDIAN);

        assertEquals(1 + 1178 + 16, bytes.remaining());
        assertEquals(ClockFigures.MEASURED.readNanos(), bytes.getLong(1 + 24));
        assertTrue(bytes.getLong(1 + 32) >= 1, "the clock has no steps");
        assertEquals(1_700_000_000L, bytes.getLong(1 + 40));
        assertEquals(1, bytes.get(1 + 72));
        assertEquals("game\0", text(bytes, 1 + 90, 5));
    }

    @Test
    void shouldCutBetweenCharactersWhenTextsAreTooLong() {
        ByteBuffer bytes = program("ä".repeat(100), "€".repeat(1000))
                .welcome(Protocol.V82, 0, 0, 0, 0)
                .toBytes()
                .order(ByteOrder.LITTLE_ENDIAN);

        assertEquals("ä".repeat(31) + "\0\0", text(bytes, 1 + 82, 64));
        assertEquals("€".repeat(341) + "\0", text(bytes, 1 + 146, 1024));
    }

    private static String text(ByteBuffer bytes, int at, int length) {
        byte[] copy = new byte[length];
        bytes.get(at, copy);
        return new String(copy, StandardCharsets.UTF_8);
    }

    private static ProgramInfo program(String name, String host) {
        return new ProgramInfo(name, host, List.of(), List.of(), 1_700_000_000L, 4711, 2, CPU, 2000);
    }

    @Test
    void shouldDiscloseNeitherUserNorPathWhenItDescribesTheHost() {
        ProgramInfo info = ProgramInfo.current("", List.of(), System.nanoTime());

        assertFalse(info.name().isEmpty());
        assertTrue(info.hostInfo().contains("JVM: "));
        assertFalse(info.hostInfo().contains(System.getProperty("user.home") + "/"));
        assertEquals(ProcessHandle.current().pid(), info.pid());
    }

    @Test
    void shouldKnowTheProcessorsKind() {
        assertEquals(2, ProgramInfo.architecture("amd64"));
        assertEquals(2, ProgramInfo.architecture("x86_64"));
        assertEquals(4, ProgramInfo.architecture("aarch64"));
        assertEquals(1, ProgramInfo.architecture("x86"));
        assertEquals(3, ProgramInfo.architecture("arm"));
        assertEquals(0, ProgramInfo.architecture("riscv64"));
    }
}
