package dev.zonecast.core.fxt;

/** Heads of the blobs that {@link ExtensionLayout} describes. */
final class Blobs {
    private Blobs() {}

    /** First word of a payload. */
    static long head(int kind, int id) {
        return ExtensionLayout.VERSION | (long) (kind & 0xFFFF) << 16 | (long) id << 32;
    }

    /** Header of a blob record without the size in words. */
    static long header(Term name, int payloadBytes) {
        return FxtLayout.BLOB
                | (long) name.index() << FxtLayout.BLOB_NAME_SHIFT
                | (long) payloadBytes << FxtLayout.BLOB_BYTES_SHIFT
                | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT;
    }
}
