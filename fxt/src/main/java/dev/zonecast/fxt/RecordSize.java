package dev.zonecast.fxt;

/** Sizes of records by their headers, large records included. */
public final class RecordSize {
    private static final long LARGE_WORDS = 0xFFFF_FFFFL;

    private RecordSize() {}

    /** Bytes of a record, header included; 0 is no size of a record. */
    public static long bytes(long header) {
        long most = (header & 15) == FxtLayout.LARGE ? LARGE_WORDS : FxtLayout.MAX_RECORD_WORDS;
        return ((header >>> FxtLayout.WORDS_SHIFT) & most) * FxtLayout.WORD_BYTES;
    }
}
