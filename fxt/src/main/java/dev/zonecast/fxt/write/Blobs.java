package dev.zonecast.fxt.write;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;

/** Heads of the blobs that {@link ExtensionLayout} describes. */
public final class Blobs {
    private Blobs() {}

    /** First word of a payload. */
    public static long head(int kind, int id) {
        return ExtensionLayout.VERSION | (long) (kind & 0xFFFF) << 16 | (long) id << 32;
    }

    /** Header of a blob record without the size in words. */
    public static long header(Term name, int payloadBytes) {
        return FxtLayout.BLOB
                | (long) name.index() << FxtLayout.BLOB_NAME_SHIFT
                | (long) payloadBytes << FxtLayout.BLOB_BYTES_SHIFT
                | (long) FxtLayout.BLOB_DATA << FxtLayout.BLOB_TYPE_SHIFT;
    }
}
