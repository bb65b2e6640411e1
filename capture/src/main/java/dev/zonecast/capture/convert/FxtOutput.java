package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a trace of other programs in FXT, without records of ours: several processes, names that are known by numbers here. */
final class FxtOutput {
    private static final int MAX_NAME_BYTES = 4_000;
    private static final int NO_EPOCH = -1;

    private final OutputStream out;
    private final ByteBuffer record =
            ByteBuffer.allocate(FxtLayout.MAX_RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, Integer> nameIds = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] nameIndexes = new int[64];
    private int[] nameEpochs = new int[64];
    private int nextString = 1;
    private int stringEpoch;
    private int processName;

    FxtOutput(OutputStream out) {
        this.out = out;
        name("");
    }

    /** Number of a name, 0 for the empty one. */
    int name(String text) {
        Integer known = nameIds.get(text);
        if (known != null) {
            return known;
        }
        int id = names.size();
        names.add(text);
        nameIds.put(text, id);
        if (id == nameIndexes.length) {
            nameIndexes = Arrays.copyOf(nameIndexes, 2 * id);
            nameEpochs = Arrays.copyOf(nameEpochs, 2 * id);
        }
        nameEpochs[id] = NO_EPOCH;
        return id;
    }

    String nameOf(int id) {
        return names.get(id);
    }

    /** The first records. */
    void begin() throws IOException {
        processName = name("process");
        record.putLong(FxtLayout.MAGIC);
        flush();
        open(FxtLayout.TICKS_PER_SECOND);
        close(FxtLayout.INITIALIZATION);
    }

    void process(long koid, String name) throws IOException {
        byte[] text = ArgumentBuffer.utf8(name, MAX_NAME_BYTES);
        open(koid);
        long reference = inline(text);
        close(FxtLayout.KERNEL_OBJECT
                | (long) FxtLayout.OBJECT_PROCESS << FxtLayout.OBJECT_TYPE_SHIFT
                | reference << FxtLayout.OBJECT_NAME_SHIFT);
    }

    void thread(long processKoid, long koid, String name) throws IOException {
        reserveStrings(1);
        int process = reference(processName);
        byte[] text = ArgumentBuffer.utf8(name, MAX_NAME_BYTES);
        open(koid);
        long reference = inline(text);
        record.putLong(FxtLayout.ARGUMENT_KOID
                | 2L << FxtLayout.WORDS_SHIFT
                | (long) process << FxtLayout.ARGUMENT_NAME_SHIFT);
        record.putLong(processKoid);
        close(FxtLayout.KERNEL_OBJECT
                | (long) FxtLayout.OBJECT_THREAD << FxtLayout.OBJECT_TYPE_SHIFT
                | reference << FxtLayout.OBJECT_NAME_SHIFT
                | 1L << FxtLayout.OBJECT_ARGUMENTS_SHIFT);
    }

    private long inline(byte[] text) {
        record.put(text);
        while (record.position() % FxtLayout.WORD_BYTES != 0) {
            record.put((byte) 0);
        }
        return text.length == 0 ? 0 : FxtLayout.INLINE_STRING | text.length;
    }

    /** Binds a place of the thread table, 1 to 255, to a thread. */
    void bindThread(int index, long processKoid, long koid) throws IOException {
        open(processKoid);
        record.putLong(koid);
        close(FxtLayout.THREAD | (long) index << FxtLayout.INDEX_SHIFT);
    }

    /**
     * Writes an event.
     *
     * @param type {@link FxtLayout#INSTANT} and so on
     * @param thread place in the thread table
     * @param name number of it
     * @param category number of it
     * @param arguments as {@link ArgumentBuffer} has them, or null
     * @param count how many they are
     * @param last the word at the end, of types that have one
     */
    void event(
            int type,
            int thread,
            long time,
            int name,
            int category,
            byte[] arguments,
            int at,
            int bytes,
            int count,
            long last)
            throws IOException {
        reserveStrings(2);
        int nameIndex = reference(name);
        int categoryIndex = reference(category);
        open(time);
        if (bytes > 0) {
            record.put(arguments, at, bytes);
        }
        if (type == FxtLayout.COUNTER || type >= FxtLayout.ASYNC_BEGIN) {
            record.putLong(last);
        }
        close(FxtLayout.EVENT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (long) count << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) thread << FxtLayout.EVENT_THREAD_SHIFT
                | (long) categoryIndex << FxtLayout.EVENT_CATEGORY_SHIFT
                | (long) nameIndex << FxtLayout.EVENT_NAME_SHIFT);
    }

    /** The string table starts over when it is full, and not between the strings of one record. */
    private void reserveStrings(int count) {
        if (nextString + count > FxtLayout.MAX_STRING_INDEX + 1) {
            nextString = 1;
            stringEpoch++;
        }
    }

    /** Index of a name in the string table. */
    private int reference(int name) throws IOException {
        if (name == 0 || nameEpochs[name] == stringEpoch) {
            return name == 0 ? 0 : nameIndexes[name];
        }
        byte[] text = ArgumentBuffer.utf8(names.get(name), MAX_NAME_BYTES);
        int index = nextString++;
        record.putLong(0);
        inline(text);
        close(FxtLayout.STRING
                | (long) index << FxtLayout.INDEX_SHIFT
                | (long) text.length << FxtLayout.STRING_BYTES_SHIFT);
        nameIndexes[name] = index;
        nameEpochs[name] = stringEpoch;
        return index;
    }

    private void open(long firstWord) {
        record.putLong(0);
        record.putLong(firstWord);
    }

    private void close(long header) throws IOException {
        record.putLong(0, header | (long) (record.position() / FxtLayout.WORD_BYTES) << FxtLayout.WORDS_SHIFT);
        flush();
    }

    private void flush() throws IOException {
        out.write(record.array(), 0, record.position());
        record.clear();
    }
}
