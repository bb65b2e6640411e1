package dev.zonecast.fxt;

import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;

/** The string table of a trace, as it is where one has read to. */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class TraceStrings {
    private final String[] strings = new String[FxtLayout.MAX_STRING_INDEX + 1];

    /** An empty table. */
    public TraceStrings() {
        // Records are added.
    }

    /** A string record that has been checked. */
    public void string(Memory part, long at, long header) {
        int bytes = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        byte[] text = part.slice(at + 8, bytes).toBytes();
        strings[index] = new String(text, StandardCharsets.UTF_8);
    }

    /** The string of a reference in the lowest bits of a word; null if it is inline or was never registered. */
    public String of(long bits) {
        int reference = (int) bits & 0xFFFF;
        return (reference & FxtLayout.INLINE_STRING) != 0 ? null : strings[reference];
    }

    public boolean is(long bits, String text) {
        return text.equals(of(bits));
    }
}
