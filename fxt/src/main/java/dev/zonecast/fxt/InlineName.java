package dev.zonecast.fxt;

import dev.zonecast.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The inline name of a blob. It can be read without earlier string records. */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class InlineName {
    private final byte[] text;
    private final Memory textMemory;
    private final long[] words;

    /** @param name in ASCII */
    public InlineName(String name) {
        text = name.getBytes(StandardCharsets.US_ASCII);
        textMemory = Memory.ofArray(text);
        byte[] padded = Arrays.copyOf(text, (text.length + 7) & ~7);
        words = Memory.ofArray(padded).toLongs();
    }

    /** The name, padded. */
    public long[] words() {
        return words;
    }

    /** Offset of the payload in the record: behind header and name. */
    public int payloadOffset() {
        return FxtLayout.WORD_BYTES * (1 + words.length);
    }

    /** Header of the record, without the size in words. */
    public long header(int payloadBytes) {
        return FxtLayout.BLOB
                | (long) (FxtLayout.INLINE_STRING | text.length) << FxtLayout.BLOB_NAME_SHIFT
                | (long) payloadBytes << FxtLayout.BLOB_BYTES_SHIFT
                | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT;
    }

    /** Header and name of a record whose payload has as many whole words. */
    public long[] head(int payloadWords) {
        long[] head = new long[1 + words.length];
        head[0] = header(payloadWords * FxtLayout.WORD_BYTES)
                | (long) (head.length + payloadWords) << FxtLayout.WORDS_SHIFT;
        System.arraycopy(words, 0, head, 1, words.length);
        return head;
    }

    /** A record with such a payload. */
    long[] record(long... payload) {
        long[] head = head(payload.length);
        long[] record = Arrays.copyOf(head, head.length + payload.length);
        System.arraycopy(payload, 0, record, head.length, payload.length);
        return record;
    }

    /** True for a blob of that name; its record is whole. */
    public boolean isOf(Memory memory, long at, long header) {
        return ((header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF) == (FxtLayout.INLINE_STRING | text.length)
                && memory.slice(at + FxtLayout.WORD_BYTES, text.length).mismatch(textMemory) < 0;
    }
}
