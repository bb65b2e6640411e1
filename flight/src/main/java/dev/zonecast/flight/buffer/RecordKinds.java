package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;

/** Where a trace buffer keeps a record of our own writer. The header decides: names of our blobs have fixed places in the string table. */
final class RecordKinds {
    /** Where a record belongs. */
    enum Kind {
        /** An event, or what belongs to one: may be overwritten. */
        ROLLING,
        /** What later records refer to, or what the trace begins with. */
        DURABLE,
        /** Durable while there is plenty of room. */
        PREFERABLY_DURABLE,
        THREAD,
        /** A kernel object that names a thread. */
        THREAD_OBJECT,
        /** A blob that describes a thread. */
        THREAD_BLOB,
        /** The first word of a trace, which a buffer has not. */
        MAGIC
    }

    private RecordKinds() {}

    static Kind of(long header) {
        return switch ((int) header & 15) {
            case FxtLayout.METADATA -> header == FxtLayout.MAGIC ? Kind.MAGIC : Kind.ROLLING;
            case FxtLayout.INITIALIZATION, FxtLayout.STRING -> Kind.DURABLE;
            case FxtLayout.THREAD -> Kind.THREAD;
            case FxtLayout.KERNEL_OBJECT -> isOfThread(header) ? Kind.THREAD_OBJECT : Kind.DURABLE;
            case FxtLayout.BLOB -> ofBlob(Term.at((int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF));
            default -> Kind.ROLLING;
        };
    }

    /** True for a kernel object that is a thread. */
    static boolean isOfThread(long header) {
        return ((header >>> FxtLayout.OBJECT_TYPE_SHIFT) & 0xFF) == FxtLayout.OBJECT_THREAD;
    }

    private static Kind ofBlob(Term name) {
        return switch (name) {
            case BLOB_SESSION, BLOB_CATEGORY, BLOB_LOCATION, BLOB_MARKER, BLOB_PLOT, BLOB_GPU_CONTEXT -> Kind.DURABLE;
            case BLOB_LOCK, BLOB_CALL, BLOB_STACK -> Kind.PREFERABLY_DURABLE;
            case BLOB_TRACK -> Kind.THREAD_BLOB;
            case null, default -> Kind.ROLLING;
        };
    }
}
