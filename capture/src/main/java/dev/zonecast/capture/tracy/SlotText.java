package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.memory.Memory;
import dev.zonecast.tracy.Slot;
import java.nio.charset.StandardCharsets;

/** A client's text as sinks take it: in well-formed UTF-8. Belongs to the decoder; used again for each text. */
final class SlotText {
    private final Utf8Text text = new Utf8Text();
    private byte[] array;
    private Memory segment;

    /** The text of a slot, which is empty then. Good until the next call. */
    Utf8Text take(Slot slot) {
        byte[] bytes = slot.bytes();
        int from = slot.from();
        int length = slot.length();
        slot.empty();
        if (isAscii(bytes, from, length)) {
            if (array != bytes) {
                array = bytes;
                segment = Memory.ofArray(bytes);
            }
            return text.at(segment, from, length);
        }
        // Whatever is no UTF-8 becomes U+FFFD.
        return Utf8Text.of(new String(bytes, from, length, StandardCharsets.UTF_8));
    }

    /** The text of a slot, which is empty then. */
    static String takeString(Slot slot) {
        String result = new String(slot.bytes(), slot.from(), slot.length(), StandardCharsets.UTF_8);
        slot.empty();
        return result;
    }

    private static boolean isAscii(byte[] bytes, int from, int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            sum |= bytes[from + i];
        }
        return sum >= 0;
    }
}
