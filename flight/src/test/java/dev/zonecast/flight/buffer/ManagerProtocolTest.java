package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Names that are too long end with a whole character. */
class ManagerProtocolTest {
    private static final int HEAD_BYTES = 18;

    private static String registered(String name) {
        ByteBuffer hello = ManagerProtocol.registration(1, name);
        assertEquals(hello.getShort(HEAD_BYTES - 2) & 0xFFFF, hello.remaining() - HEAD_BYTES);
        return StandardCharsets.UTF_8.decode(hello.position(HEAD_BYTES)).toString();
    }

    private static String alerted(String name) {
        byte[] packet = ManagerProtocol.alert(name).bytes().array();
        String text = new String(Arrays.copyOfRange(packet, 2, packet.length), StandardCharsets.UTF_8);
        return text.replace("\0", "");
    }

    @Test
    void shouldCutANameBetweenCharacters() {
        assertEquals("game", registered("game"));
        assertEquals("ä".repeat(127), registered("ä".repeat(128)));
        assertEquals("x".repeat(252), registered("x".repeat(252) + "😀"));
    }

    @Test
    void shouldCutTheNameOfAnAlertBetweenCharacters() {
        assertEquals("slow frame", alerted("slow frame"));
        assertEquals("fourteen bytes", alerted("fourteen bytes"));
        assertEquals("überlastungö", alerted("überlastungöö"));
        assertEquals("thirteen byte", alerted("thirteen byteö"));
    }
}
