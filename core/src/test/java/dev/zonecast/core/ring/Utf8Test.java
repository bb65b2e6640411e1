package dev.zonecast.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.kind.EventKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts as they come out of a ring, against the JDK's own encoder. */
class Utf8Test {
    private static final int CAPACITY = 1 << 20;
    private final EventRing ring = new EventRing(RingSource.NATIVE.allocate(CAPACITY), CAPACITY);
    private final Recorder recorder = new Recorder(ring, new RingPool(4096, 4096, 0, RingPolicy.DROP, () -> {}));
    private final RingReader reader = new RingReader(ring);

    private String throughRing(String text) {
        recorder.recordText(EventKind.MESSAGE, 1, 2, text);
        return reader.read().getFirst().text();
    }

    /** What the JDK makes of it, with U+FFFD for a lone surrogate, cut before the character that ends beyond the limit. */
    private static String expected(String text, int maxBytes) {
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .replaceWith("\uFFFD".getBytes(StandardCharsets.UTF_8));
        // An encoder stops before the first character for which there is no room.
        ByteBuffer bytes = ByteBuffer.allocate(maxBytes);
        var ignored = encoder.encode(CharBuffer.wrap(text), bytes, true);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("the JDK's encoder does not do this", e);
        }
    }

    private static String random(Random random, int chars) {
        StringBuilder text = new StringBuilder();
        int alphabet = random.nextInt(6);
        while (text.length() < chars) {
            switch (random.nextInt(alphabet + 1)) {
                case 0 -> text.append((char) random.nextInt(0x80));
                case 1 -> text.append((char) (0x80 + random.nextInt(0x780)));
                case 2 -> text.append((char) (0x800 + random.nextInt(0xD000)));
                case 3 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                case 4 -> text.append((char) (0xD800 + random.nextInt(0x800)));
                default -> text.append((char) (0xE000 + random.nextInt(0x2000)));
            }
        }
        return text.toString();
    }

    @Test
    void shouldEqualTheJdksEncodingWhenTextsAreRandomUnicodeWithLoneSurrogates() {
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            String text = random(random, random.nextInt(80));
            assertEquals(expected(text, 1000), throughRing(text));
        }
        assertEquals(0, recorder.truncatedCount());
    }

    @Test
    void shouldCutAtACharacterAndCountWhenTextsAreTooLong() {
        Random random = new Random(12);
        long cut = 0;
        for (int i = 0; i < 60; i++) {
            String text = random(random, 100_000);
            String kept = throughRing(text);
            assertEquals(expected(text, RingLayout.MAX_TEXT_BYTES), kept);
            cut++;
            assertEquals(cut, recorder.truncatedCount());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64_998, 64_999, 65_000, 65_001, 65_002})
    void shouldKeepWhatFitsExactlyWhenTheLengthIsNearTheLimit(int bytes) {
        for (String last : new String[] {"x", "\u00e9", "\u20ac", "\uD83D\uDE00", "\uD800"}) {
            int size = expected(last, 10).getBytes(StandardCharsets.UTF_8).length;
            String text = "a".repeat(bytes - size) + last;
            assertEquals(expected(text, RingLayout.MAX_TEXT_BYTES), throughRing(text));
        }
        assertEquals(bytes > RingLayout.MAX_TEXT_BYTES ? 5 : 0, recorder.truncatedCount());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "1234567",
                "12345678",
                "123456789",
                "\u0000",
                "\u007f",
                "\u0080",
                "\u07ff",
                "\u0800",
                "\uffff",
                "\uD83D\uDE00",
                "\uD83D",
                "\uDE00",
                "\uDE00\uD83D",
                "a\uD83D",
                "\uD83Da",
                "12345678\u00e9"
            })
    void shouldEqualTheJdksEncodingWhenTheTextIsAnEdgeCase(String text) {
        assertEquals(expected(text, 1000), throughRing(text));
    }

    @Test
    void shouldCutToAQuarterOfTheRingWhenTheRingIsSmall() {
        EventRing small = new EventRing(RingSource.NATIVE.allocate(4096), 4096);
        Recorder tight = new Recorder(small, new RingPool(4096, 4096, 0, RingPolicy.DROP, () -> {}));
        tight.recordText(EventKind.MESSAGE, 0, 0, "\u20ac".repeat(100_000));
        String kept = new RingReader(small).read().getFirst().text();

        assertEquals("\u20ac".repeat(1024 / 3), kept);
        assertEquals(1, tight.truncatedCount());
        assertTrue(tight.droppedCount() == 0);
    }
}
