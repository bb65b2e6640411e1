package dev.zonecast.flight.buffer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.RecordSize;
import dev.zonecast.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Events with inline threads and names of one letter, and how they read. */
final class PlainRecords {
    private static final int WORDS = 5;

    private PlainRecords() {}

    /** A batch of records of one type, all of one name and time. */
    static ByteBuffer batch(int type, char name, long time, int count) {
        ByteBuffer batch = ByteBuffer.allocateDirect(count * WORDS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long header = FxtLayout.EVENT
                | (long) WORDS << FxtLayout.WORDS_SHIFT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (FxtLayout.INLINE_STRING | 1L) << FxtLayout.EVENT_NAME_SHIFT;
        for (int i = 0; i < count; i++) {
            batch.putLong(header).putLong(time).putLong(1).putLong(2).putLong(name);
        }
        return batch.flip();
    }

    /** Begins as their names, ends as ")", in their order. */
    static List<String> durations(byte[] trace) {
        Memory memory = Memory.ofArray(trace);
        List<String> found = new ArrayList<>();
        for (long at = 0; at < memory.byteSize(); at += bytes(memory, at)) {
            long header = memory.getLong(at);
            int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
            if (((int) header & 15) != FxtLayout.EVENT) {
                continue;
            }
            if (type == FxtLayout.DURATION_BEGIN) {
                found.add("" + (char) memory.getLong(at + 32));
            } else if (type == FxtLayout.DURATION_END) {
                found.add(")");
            }
        }
        return found;
    }

    /** How many records of a type. */
    static long count(byte[] trace, int wanted) {
        Memory memory = Memory.ofArray(trace);
        long count = 0;
        for (long at = 0; at < memory.byteSize(); at += bytes(memory, at)) {
            long header = memory.getLong(at);
            boolean isEvent = ((int) header & 15) == FxtLayout.EVENT;
            count += isEvent && ((header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15) == wanted ? 1 : 0;
        }
        return count;
    }

    private static long bytes(Memory memory, long at) {
        long bytes = RecordSize.bytes(memory.getLong(at));
        assertTrue(bytes > 0, () -> "no record at " + at);
        return bytes;
    }
}
