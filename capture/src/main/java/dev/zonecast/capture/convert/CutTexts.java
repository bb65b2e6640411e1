package dev.zonecast.capture.convert;

import dev.zonecast.tracy.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encodes texts as UTF-8. Counts the texts that were too long and are cut. */
final class CutTexts {
    /** Texts that were cut. */
    long count;

    /** Without zero bytes, which end a text in some readers, and cut between characters. */
    byte[] utf8(String text, int maxBytes) {
        byte[] bytes = text.replace('\0', '\u2400').getBytes(StandardCharsets.UTF_8);
        int kept = Wire.prefixBytes(bytes, maxBytes);
        count += kept < bytes.length ? 1 : 0;
        return Arrays.copyOf(bytes, kept);
    }
}
