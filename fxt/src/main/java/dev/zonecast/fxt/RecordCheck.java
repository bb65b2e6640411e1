package dev.zonecast.fxt;

import dev.zonecast.memory.Memory;
import java.util.BitSet;

/**
 * Checks records that another program wrote: the size, the sizes of the parts, and that the strings and threads were registered
 * before. Keeps the tables for that. Of a record that {@link SkippedRecords} names only the size is checked.
 */
@SuppressWarnings("exports") // For our own modules, which see the memory.
public final class RecordCheck {
    private static final int WORD = FxtLayout.WORD_BYTES;
    private static final int BAD = -1;

    private final BitSet strings = new BitSet();
    private final BitSet threads = new BitSet();
    private final long latestNanos;

    /** @param latestNanos no event is later */
    public RecordCheck(long latestNanos) {
        this.latestNanos = latestNanos;
    }

    /**
     * Checks the record at an offset.
     *
     * @param limit end of what may be read
     * @return its bytes, or 0 if it is damaged
     */
    public long bytes(Memory memory, long at, long limit) {
        if (limit - at < WORD) {
            return 0;
        }
        long header = memory.getLong(at);
        long bytes = RecordSize.bytes(header);
        if (bytes == 0 || bytes > limit - at) {
            return 0;
        }
        if (SkippedRecords.kindOf(header) != null) {
            return bytes;
        }
        int words = (int) (bytes / WORD);
        boolean good = switch ((int) header & 15) {
            case FxtLayout.EVENT -> event(memory, at, header, words);
            case FxtLayout.STRING -> string(header, words);
            case FxtLayout.THREAD -> thread(header, words);
            case FxtLayout.INITIALIZATION -> words == 2 && memory.getLong(at + WORD) > 0;
            case FxtLayout.BLOB -> blob(header, words);
            case FxtLayout.KERNEL_OBJECT -> object(memory, at, header, words, 2);
            case FxtLayout.USERSPACE_OBJECT ->
                object(memory, at, header, words, isInlineThread(header >>> FxtLayout.OBJECT_TYPE_SHIFT) ? 3 : 2);
            case FxtLayout.SCHEDULING -> scheduling(memory, at, header, words);
            default -> log(header, words);
        };
        return good ? bytes : 0;
    }

    private static boolean isInlineThread(long reference) {
        return (reference & FxtLayout.MAX_THREAD_INDEX) == 0;
    }

    private boolean string(long header, int words) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_STRING_INDEX;
        int bytes = (int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & 0x7FFF;
        if (1 + wordsOf(bytes) > words) {
            return false;
        }
        strings.set(index);
        return true;
    }

    private boolean thread(long header, int words) {
        int index = (int) (header >>> FxtLayout.INDEX_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        threads.set(index);
        return index != 0 && words == 3;
    }

    private boolean blob(long header, int words) {
        int name = reference(header >>> FxtLayout.BLOB_NAME_SHIFT);
        int bytes = (int) (header >>> FxtLayout.BLOB_BYTES_SHIFT) & 0x7FFF;
        return name != BAD && 1 + name + wordsOf(bytes) <= words;
    }

    private boolean object(Memory memory, long at, long header, int words, int head) {
        int name = reference(header >>> FxtLayout.OBJECT_NAME_SHIFT);
        int arguments = (int) (header >>> FxtLayout.OBJECT_ARGUMENTS_SHIFT) & FxtLayout.MAX_ARGUMENTS;
        return name != BAD && arguments(memory, at, head + name, arguments, words) != BAD;
    }

    private boolean scheduling(Memory memory, long at, long header, int words) {
        int head = switch ((int) (header >>> FxtLayout.SCHEDULING_SUBTYPE_SHIFT) & 15) {
            case FxtLayout.CONTEXT_SWITCH -> 4;
            case FxtLayout.WAKE_UP -> 3;
            default -> 0;
        };
        int count = (int) (header >>> FxtLayout.SUBTYPE_SHIFT) & FxtLayout.MAX_ARGUMENTS;
        return head == 0 || arguments(memory, at, head, count, words) != BAD;
    }

    private boolean log(long header, int words) {
        int head = isInlineThread(header >>> FxtLayout.STRING_BYTES_SHIFT) ? 4 : 2;
        int bytes = (int) (header >>> FxtLayout.INDEX_SHIFT) & 0x7FFF;
        return head + wordsOf(bytes) <= words;
    }

    private boolean event(Memory memory, long at, long header, int words) {
        int type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        int thread = (int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        int category = reference(header >>> FxtLayout.EVENT_CATEGORY_SHIFT);
        int name = reference(header >>> FxtLayout.EVENT_NAME_SHIFT);
        int head = thread == 0 ? 4 : 2;
        if (words < head || category == BAD || name == BAD) {
            return false;
        }
        long time = memory.getLong(at + WORD);
        if ((thread != 0 && !threads.get(thread)) || time < 0 || time > latestNanos) {
            return false;
        }
        int count = (int) (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & FxtLayout.MAX_ARGUMENTS;
        int next = count == 0 ? head + category + name : arguments(memory, at, head + category + name, count, words);
        boolean hasLast = type == FxtLayout.COUNTER || type >= FxtLayout.DURATION_COMPLETE;
        if (next == BAD || next + (hasLast ? 1 : 0) > words) {
            return false;
        }
        if (type == FxtLayout.DURATION_COMPLETE) {
            long end = memory.getLong(at + (long) next * WORD);
            return end >= time && end <= latestNanos;
        }
        return true;
    }

    /** Where the arguments end, in words, or BAD. */
    private int arguments(Memory memory, long at, int from, int count, int words) {
        int next = from;
        for (int i = 0; i < count; i++) {
            if (next >= words) {
                return BAD;
            }
            long head = memory.getLong(at + (long) next * WORD);
            int size = (int) (head >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
            int name = reference(head >>> FxtLayout.ARGUMENT_NAME_SHIFT);
            int payload = name == BAD ? BAD : payload(head);
            if (payload == BAD || size < 1 + name + payload || next + size > words) {
                return BAD;
            }
            next += size;
        }
        return next > words ? BAD : next;
    }

    private int payload(long head) {
        return switch ((int) head & 15) {
            case FxtLayout.ARGUMENT_NULL, FxtLayout.ARGUMENT_I32, FxtLayout.ARGUMENT_U32, FxtLayout.ARGUMENT_BOOL -> 0;
            case FxtLayout.ARGUMENT_STRING -> reference(head >>> FxtLayout.ARGUMENT_VALUE_SHIFT);

            case FxtLayout.ARGUMENT_BLOB -> wordsOf((int) (head >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & 0x7FFF);
            default -> 1;
        };
    }

    /** Words of an inline string; 0 for a string of the table, BAD for an unregistered one. */
    private int reference(long bits) {
        int reference = (int) bits & 0xFFFF;
        if ((reference & FxtLayout.INLINE_STRING) != 0) {
            return wordsOf(reference & 0x7FFF);
        }
        return reference == 0 || strings.get(reference) ? 0 : BAD;
    }

    private static int wordsOf(int bytes) {
        return (bytes + WORD - 1) / WORD;
    }
}
