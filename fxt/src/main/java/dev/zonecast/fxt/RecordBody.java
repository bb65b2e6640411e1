package dev.zonecast.fxt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What follows the header of the record at hand; nothing is read beyond its end. */
final class RecordBody {
    private static final int WORD = FxtLayout.WORD_BYTES;
    static final int REFERENCE = 0xFFFF;
    private static final int STRING_BYTES = 0x7FFF;

    private final RecordInput input;
    private final FxtHandler handler;
    private final FxtEvent event = new FxtEvent();
    private Provider provider;
    private long unknownReferences;
    private int at;
    private int end;

    // What threadOf() found.
    private long process;
    private long thread;

    RecordBody(RecordInput input, FxtHandler handler) {
        this.input = input;
        this.handler = handler;
    }

    void use(Provider current) {
        provider = current;
    }

    void begin(int endOfRecord) {
        at = input.position() + WORD;
        end = endOfRecord;
    }

    long unknownReferences() {
        return unknownReferences;
    }

    FxtException corrupt(String reason) {
        return new FxtException(input.offset(), reason);
    }

    long word() throws FxtException {
        if (at + WORD > end) {
            throw corrupt("a record of " + (end - input.position()) + " bytes that should be longer");
        }
        long word = input.word(at);
        at += WORD;
        return word;
    }

    /** As many bytes of text; they take whole words. */
    String text(int bytes) throws FxtException {
        int from = skip(bytes);
        return new String(input.window(), from, bytes, StandardCharsets.UTF_8);
    }

    /** Passes as many bytes, which take whole words, and returns where they begin. */
    private int skip(int bytes) throws FxtException {
        int from = at;
        int padded = (bytes + WORD - 1) & -WORD;
        if (padded > end - at) {
            throw corrupt(bytes + " bytes in a record that has " + (end - at) + " left");
        }
        at += padded;
        return from;
    }

    /** A record refers to something that is not known, and is left out. */
    void countUnknown() {
        unknownReferences++;
    }

    private String reference(int reference) throws FxtException {
        String inline = inline(reference);
        return inline == null ? provider.text(reference) : inline;
    }

    /** The text of an inline reference; null of one to the table, which is counted if it was never registered. */
    private String inline(int reference) throws FxtException {
        if (reference >= FxtLayout.INLINE_STRING) {
            return text(reference & STRING_BYTES);
        }
        unknownReferences += reference != 0 && provider.string(reference) == null ? 1 : 0;
        return reference == 0 ? "" : null;
    }

    private void threadOf(int index) throws FxtException {
        if (index == 0) {
            process = word();
            thread = word();
            return;
        }
        if (!provider.knowsThread(index)) {
            unknownReferences++;
        }
        process = provider.process(index);
        thread = provider.thread(index);
    }

    /** Hands on an event of a known type, and returns it. */
    FxtEvent event(long header) throws IOException {
        int category = (int) (header >>> FxtLayout.EVENT_CATEGORY_SHIFT) & REFERENCE;
        event.type = (int) (header >>> FxtLayout.EVENT_TYPE_SHIFT) & 15;
        event.timeNanos = provider.nanos(word());
        threadOf((int) (header >>> FxtLayout.EVENT_THREAD_SHIFT) & FxtLayout.MAX_THREAD_INDEX);
        event.process = process;
        event.thread = thread;
        event.category = reference(category);
        int name = (int) (header >>> FxtLayout.EVENT_NAME_SHIFT) & REFERENCE;
        event.name = reference(name);
        event.nameIndex = index(name);
        arguments((int) (header >>> FxtLayout.EVENT_ARGUMENTS_SHIFT) & 15, event.arguments);
        event.last = switch (event.type) {
            case FxtLayout.INSTANT, FxtLayout.DURATION_BEGIN, FxtLayout.DURATION_END -> 0;
            case FxtLayout.DURATION_COMPLETE -> provider.nanos(word());
            default -> at < end ? word() : 0;
        };
        handler.event(event);
        return event;
    }

    private FxtArguments arguments(int count, FxtArguments arguments) throws FxtException {
        arguments.clear(provider);
        for (int i = 0; i < count; i++) {
            argument(arguments);
        }
        return arguments;
    }

    private void argument(FxtArguments arguments) throws FxtException {
        int start = at;
        int endOfRecord = end;
        long head = word();
        int words = (int) (head >>> FxtLayout.WORDS_SHIFT) & FxtLayout.MAX_RECORD_WORDS;
        if (words == 0 || words * WORD > endOfRecord - start) {
            throw corrupt("an argument of " + words + " words in a record that has " + (endOfRecord - start) / WORD
                    + " left");
        }
        int name = (int) (head >>> FxtLayout.ARGUMENT_NAME_SHIFT) & REFERENCE;
        at = start + WORD;
        end = start + words * WORD;
        String inlineName = inline(name);
        int type = (int) head & 15;
        int reference = (int) (head >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & REFERENCE;
        String inlineText = type == FxtLayout.ARGUMENT_STRING ? inline(reference) : null;
        if (type <= FxtLayout.ARGUMENT_BLOB) {
            long value = switch (type) {
                case FxtLayout.ARGUMENT_NULL -> 0;
                case FxtLayout.ARGUMENT_I32 -> head >> 32;
                case FxtLayout.ARGUMENT_U32, FxtLayout.ARGUMENT_BLOB -> head >>> 32;
                case FxtLayout.ARGUMENT_BOOL -> (head >>> 32) & 1;
                case FxtLayout.ARGUMENT_STRING -> index(reference);
                default -> word();
            };
            arguments.add(index(name), inlineName, type, value, inlineText);
        }
        at = end;
        end = endOfRecord;
    }

    private static int index(int reference) {
        return reference < FxtLayout.INLINE_STRING ? reference : 0;
    }

    void blob(long header) throws IOException {
        String name = reference((int) (header >>> FxtLayout.BLOB_NAME_SHIFT) & REFERENCE);
        int bytes = (int) (header >>> FxtLayout.BLOB_BYTES_SHIFT) & STRING_BYTES;
        int from = skip(bytes);
        handler.blob(name, (int) (header >>> FxtLayout.BLOB_TYPE_SHIFT) & 0xFF, input.slice(from, bytes));
    }

    void kernelObject(long header) throws IOException {
        long koid = word();
        String name = reference((int) (header >>> FxtLayout.OBJECT_NAME_SHIFT) & REFERENCE);
        arguments((int) (header >>> FxtLayout.OBJECT_ARGUMENTS_SHIFT) & 15, event.arguments);
        handler.kernelObject((int) (header >>> FxtLayout.OBJECT_TYPE_SHIFT) & 0xFF, koid, name, event.arguments);
    }

    void contextSwitch(long header) throws IOException {
        int core = (int) (header >>> FxtLayout.SCHEDULING_CORE_SHIFT) & 0xFFFF;
        int state = (int) (header >>> FxtLayout.SCHEDULING_STATE_SHIFT) & 15;
        handler.contextSwitch(provider.nanos(word()), core, word(), state, word());
    }

    void log(long header) throws IOException {
        long time = provider.nanos(word());
        threadOf((int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & FxtLayout.MAX_THREAD_INDEX);
        String line = text((int) (header >>> FxtLayout.INDEX_SHIFT) & STRING_BYTES);
        handler.log(time, process, thread, line);
    }
}
