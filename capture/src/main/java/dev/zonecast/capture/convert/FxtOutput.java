package dev.zonecast.capture.convert;

import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** Writes a trace of several processes in FXT, without records of ours. */
final class FxtOutput {
    private static final int MAX_NAME_BYTES = 4_000;

    private final OutputStream out;
    private final CutTexts texts;
    private final ByteBuffer record =
            ByteBuffer.allocate(FxtLayout.MAX_RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    /** The string table. */
    private final Map<String, Integer> strings = new HashMap<>();

    private int lastThread;

    /** Writes the first records. */
    FxtOutput(OutputStream out, CutTexts texts) throws IOException {
        this.out = out;
        this.texts = texts;
        record.putLong(FxtLayout.MAGIC);
        flush();
        open(FxtLayout.TICKS_PER_SECOND);
        close(FxtLayout.INITIALIZATION);
    }

    void process(long koid, String name) throws IOException {
        object(FxtLayout.OBJECT_PROCESS, koid, name);
        close(0);
    }

    void thread(long processKoid, long koid, String name) throws IOException {
        reserveStrings(1);
        int process = reference("process");
        object(FxtLayout.OBJECT_THREAD, koid, name);
        record.putLong(FxtLayout.ARGUMENT_KOID
                | 2L << FxtLayout.WORDS_SHIFT
                | (long) process << FxtLayout.ARGUMENT_NAME_SHIFT);
        record.putLong(processKoid);
        close(1L << FxtLayout.OBJECT_ARGUMENTS_SHIFT);
    }

    private void object(int type, long koid, String name) {
        byte[] text = texts.utf8(name, MAX_NAME_BYTES);
        open(koid);
        ArgumentBuffer.putPadded(record, text);
        record.putLong(
                0,
                FxtLayout.KERNEL_OBJECT
                        | (long) type << FxtLayout.OBJECT_TYPE_SHIFT
                        | ArgumentBuffer.reference(text) << FxtLayout.OBJECT_NAME_SHIFT);
    }

    /** Binds a thread to the next place of the thread table. The place is valid until 255 further threads are bound. */
    int bindThread(long processKoid, long koid) throws IOException {
        lastThread = lastThread % FxtLayout.MAX_THREAD_INDEX + 1;
        open(processKoid);
        record.putLong(koid);
        close(FxtLayout.THREAD | (long) lastThread << FxtLayout.INDEX_SHIFT);
        return lastThread;
    }

    /**
     * Writes an event.
     *
     * @param type {@link FxtLayout#INSTANT} and so on
     * @param thread place in the thread table
     * @param last the word at the end, of types that have one
     */
    void event(
            int type, int thread, long time, String name, String category, ImportedEvent.Arguments arguments, long last)
            throws IOException {
        reserveStrings(2);
        int nameIndex = reference(name);
        int categoryIndex = reference(category);
        open(time);
        record.put(arguments.bytes);
        if (type == FxtLayout.COUNTER || type >= FxtLayout.ASYNC_BEGIN) {
            record.putLong(last);
        }
        close(FxtLayout.EVENT
                | (long) type << FxtLayout.EVENT_TYPE_SHIFT
                | (long) arguments.count << FxtLayout.EVENT_ARGUMENTS_SHIFT
                | (long) thread << FxtLayout.EVENT_THREAD_SHIFT
                | (long) categoryIndex << FxtLayout.EVENT_CATEGORY_SHIFT
                | (long) nameIndex << FxtLayout.EVENT_NAME_SHIFT);
    }

    /** The string table starts over when it is full, and not between the strings of one record. */
    private void reserveStrings(int count) {
        if (strings.size() + count > FxtLayout.MAX_STRING_INDEX) {
            strings.clear();
        }
    }

    /** Index of a text in the string table. */
    private int reference(String text) throws IOException {
        Integer known = text.isEmpty() ? Integer.valueOf(0) : strings.get(text);
        if (known != null) {
            return known;
        }
        byte[] utf8 = texts.utf8(text, MAX_NAME_BYTES);
        int index = strings.size() + 1;
        strings.put(text, index);
        record.putLong(0);
        ArgumentBuffer.putPadded(record, utf8);
        close(FxtLayout.STRING
                | (long) index << FxtLayout.INDEX_SHIFT
                | (long) utf8.length << FxtLayout.STRING_BYTES_SHIFT);
        return index;
    }

    private void open(long firstWord) {
        record.putLong(0);
        record.putLong(firstWord);
    }

    private void close(long header) throws IOException {
        long words = record.position() / FxtLayout.WORD_BYTES;
        record.putLong(0, record.getLong(0) | header | words << FxtLayout.WORDS_SHIFT);
        flush();
    }

    private void flush() throws IOException {
        out.write(record.array(), 0, record.position());
        record.clear();
    }
}
