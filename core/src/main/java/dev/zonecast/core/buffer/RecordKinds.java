package dev.zonecast.core.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Tells what a record is for, as far as that decides where it is kept. Knows our blobs by the strings that came before. */
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

    private static final String PREFIX = "zonecast.";

    private final Kind[] blobs = new Kind[FxtLayout.MAX_STRING_INDEX + 1];

    Kind of(MemorySegment memory, long at, long header) {
        return switch ((int) header & 15) {
            case FxtLayout.METADATA -> header == FxtLayout.MAGIC ? Kind.MAGIC : Kind.ROLLING;
            case FxtLayout.INITIALIZATION -> Kind.DURABLE;
            case FxtLayout.STRING -> {
                string(memory, at, header);
                yield Kind.DURABLE;
            }
            case FxtLayout.THREAD -> Kind.THREAD;
            case FxtLayout.KERNEL_OBJECT ->
                ((header >>> FxtLayout.OBJECT_TYPE_SHIFT) & 0xFF) == FxtLayout.OBJECT_THREAD
                        ? Kind.THREAD_OBJECT
                        : Kind.DURABLE;
            case FxtLayout.BLOB -> blob(header);
            default -> Kind.ROLLING;
        };
    }

    private Kind blob(long header) {
        int name = (int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & 0xFFFF;
        Kind kind = name < blobs.length ? blobs[name] : null;
        return kind == null ? Kind.ROLLING : kind;
    }

    private void string(MemorySegment memory, long at, long header) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        int bytes = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        blobs[index] = null;
        if (bytes > PREFIX.length() && bytes <= 64) {
            byte[] text = memory.asSlice(at + 8, bytes).toArray(ValueLayout.JAVA_BYTE);
            blobs[index] = ofBlob(new String(text, StandardCharsets.UTF_8));
        }
    }

    private static Kind ofBlob(String name) {
        return switch (name) {
            case ExtensionLayout.SESSION,
                    ExtensionLayout.CATEGORY,
                    ExtensionLayout.LOCATION,
                    ExtensionLayout.MARKER,
                    ExtensionLayout.PLOT,
                    ExtensionLayout.GPU_CONTEXT -> Kind.DURABLE;
            case ExtensionLayout.LOCK, ExtensionLayout.CALL, ExtensionLayout.STACK -> Kind.PREFERABLY_DURABLE;
            case ExtensionLayout.TRACK -> Kind.THREAD_BLOB;
            default -> null;
        };
    }
}
