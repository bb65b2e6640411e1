package dev.zonecast.flight.buffer;

import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.TraceStrings;
import dev.zonecast.memory.Memory;

/** Takes what a trace says of the program's memory to a listener. */
final class MemoryBlobs {
    private static final String COUNTER_NAME = "memory";
    private static final int COUNTER_WORDS = 5;

    private final TraceStrings strings;
    private final MemoryListener listener;

    MemoryBlobs(TraceStrings strings, MemoryListener listener) {
        this.strings = strings;
        this.listener = listener;
    }

    void blob(Memory part, long at, long header) {
        if (!strings.is(header >>> FxtLayout.BLOB_NAME_SHIFT, ExtensionLayout.MEMORY)
                || ((header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF) < ExtensionLayout.MEMORY_BYTES) {
            return;
        }
        long first = part.getLong(at + 8);
        String name = strings.of(first >>> 32);
        String pool = name == null ? "" : name;
        long address = part.getLong(at + 8 + ExtensionLayout.MEMORY_ADDRESS);
        switch ((int) (first >>> 16) & 0xFFFF) {
            case ExtensionLayout.MEMORY_ALLOCATED ->
                listener.allocated(pool, address, part.getLong(at + 8 + ExtensionLayout.MEMORY_SIZE));
            case ExtensionLayout.MEMORY_FREED -> listener.freed(pool, address);
            case ExtensionLayout.MEMORY_DISCARDED -> listener.discarded(pool);
            default -> {
                // Of a later version.
            }
        }
    }

    void counter(Memory part, long at, long header) {
        int words = (int) (header >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
        if (words == COUNTER_WORDS
                && strings.is(header >>> FxtLayout.EVENT_NAME_SHIFT, COUNTER_NAME)
                && strings.is(header >>> FxtLayout.EVENT_CATEGORY_SHIFT, COUNTER_NAME)) {
            long argument = part.getLong(at + 16);
            String shown = strings.of(argument >>> FxtLayout.ARGUMENT_NAME_SHIFT);
            if (shown != null) {
                listener.inUse(shown, part.getLong(at + 24));
            }
        }
    }
}
