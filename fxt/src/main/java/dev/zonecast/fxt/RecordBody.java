package dev.zonecast.fxt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What follows the header of the record at hand; nothing is read beyond its end. */
final class RecordBody {
    private static final int WORD = FxtLayout.WORD_BYTES;
    static final int REFERENCE = 0xFFFF;
    private static final int STRING_BYTES = 0x7FFF;
    private static final int CPU = 0xFFFF;

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

    private String reference(int reference) throws FxtException {
        if (reference == 0) {
            return "";
        }
        if (reference >= FxtLayout.INLINE_STRING) {
            return text(reference & STRING_BYTES);
        }
        look(reference);
        return provider.text(reference);
    }

    /** Counts a reference to a string of the table that was never registered. */
    private void look(int reference) {
        if (reference != 0 && provider.string(reference) == null) {
            unknownReferences++;
        }
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
        event.nameIndex = name < FxtLayout.INLINE_STRING ? name : 0;
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
        // Most have no text of their own.
        if (name == 0 || name >= FxtLayout.INLINE_STRING || !argumentOfTable(arguments, name, head, start, words)) {
            at = start + WORD;
            end = start + words * WORD;
            argumentWithText(arguments, name, head);
            at = end;
            end = endOfRecord;
        }
    }

    /** An argument with a name of the string table. False if it is a string or something that is not of it. */
    private boolean argumentOfTable(FxtArguments arguments, int name, long head, int start, int words)
            throws FxtException {
        int type = (int) head & 15;
        long value;
        switch (type) {
            case FxtLayout.ARGUMENT_I32 -> value = head >> 32;
            case FxtLayout.ARGUMENT_U32 -> value = head >>> 32;
            case FxtLayout.ARGUMENT_STRING -> {
                value = (head >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & REFERENCE;
                if (value == 0 || value >= FxtLayout.INLINE_STRING) {
                    return false;
                }
                look((int) value);
            }
            case FxtLayout.ARGUMENT_I64, FxtLayout.ARGUMENT_U64, FxtLayout.ARGUMENT_F64, FxtLayout.ARGUMENT_KOID -> {
                if (words < 2) {
                    return false;
                }
                value = word();
            }
            default -> {
                return false;
            }
        }
        look(name);
        arguments.add(name, type, value);
        at = start + words * WORD;
        return true;
    }

    private void argumentWithText(FxtArguments arguments, int nameReference, long head) throws FxtException {
        String name = reference(nameReference);
        int index = nameReference < FxtLayout.INLINE_STRING ? nameReference : 0;
        int type = (int) head & 15;
        switch (type) {
            case FxtLayout.ARGUMENT_NULL -> arguments.addInline(index, name, type, 0, null);
            case FxtLayout.ARGUMENT_I32 -> arguments.addInline(index, name, type, head >> 32, null);
            case FxtLayout.ARGUMENT_U32 -> arguments.addInline(index, name, type, head >>> 32, null);
            case FxtLayout.ARGUMENT_I64,
                    FxtLayout.ARGUMENT_U64,
                    FxtLayout.ARGUMENT_F64,
                    FxtLayout.ARGUMENT_POINTER,
                    FxtLayout.ARGUMENT_KOID -> arguments.addInline(index, name, type, word(), null);
            case FxtLayout.ARGUMENT_STRING -> {
                int reference = (int) (head >>> FxtLayout.ARGUMENT_VALUE_SHIFT) & REFERENCE;
                int value = reference < FxtLayout.INLINE_STRING ? reference : 0;
                arguments.addInline(index, name, type, value, reference(reference));
            }
            case FxtLayout.ARGUMENT_BOOL -> arguments.addInline(index, name, type, (head >>> 32) & 1, null);
            case FxtLayout.ARGUMENT_BLOB -> arguments.addInline(index, name, type, head >>> 32, null);
            default -> {
                // Of a type that is not known.
            }
        }
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

    void userspaceObject(long header) throws IOException {
        long pointer = word();
        int index = (int) (header >>> FxtLayout.OBJECT_TYPE_SHIFT) & FxtLayout.MAX_THREAD_INDEX;
        // Unlike an event it has only a process here.
        long owner = index == 0 ? word() : provider.process(index);
        String name = reference((int) (header >>> FxtLayout.OBJECT_NAME_SHIFT) & REFERENCE);
        arguments((int) (header >>> FxtLayout.OBJECT_ARGUMENTS_SHIFT) & 15, event.arguments);
        handler.userspaceObject(owner, pointer, name, event.arguments);
    }

    void scheduling(long header) throws IOException {
        int cpu = (int) (header >>> FxtLayout.SCHEDULING_CPU_SHIFT) & CPU;
        int count = (int) (header >>> FxtLayout.SUBTYPE_SHIFT) & 15;
        switch ((int) (header >>> FxtLayout.SCHEDULING_SUBTYPE_SHIFT) & 15) {
            case FxtLayout.CONTEXT_SWITCH -> {
                long time = provider.nanos(word());
                long outgoing = word();
                long incoming = word();
                int state = (int) (header >>> FxtLayout.SCHEDULING_STATE_SHIFT) & 15;
                handler.contextSwitch(time, cpu, state, outgoing, incoming, arguments(count, event.arguments));
            }
            case FxtLayout.WAKE_UP -> {
                long time = provider.nanos(word());
                long woken = word();
                handler.wakeUp(time, cpu, woken, arguments(count, event.arguments));
            }
            default -> handler.unknown(FxtLayout.SCHEDULING, end - input.position());
        }
    }

    void log(long header) throws IOException {
        long time = provider.nanos(word());
        threadOf((int) (header >>> FxtLayout.STRING_BYTES_SHIFT) & FxtLayout.MAX_THREAD_INDEX);
        String line = text((int) (header >>> FxtLayout.INDEX_SHIFT) & STRING_BYTES);
        handler.log(time, process, thread, line);
    }

    /** Format 0 has time, thread and arguments before its payload, format 1 has not. */
    void largeBlob(long header) throws IOException {
        long format = word();
        String category = reference((int) format & REFERENCE);
        String name = reference((int) (format >>> 16) & REFERENCE);
        int kind = (int) (header >>> 40) & 15;
        if (kind == 0) {
            word();
            threadOf((int) (format >>> 36) & FxtLayout.MAX_THREAD_INDEX);
            arguments((int) (format >>> 32) & 15, event.arguments);
        } else if (kind != 1) {
            handler.unknown(FxtLayout.LARGE, end - input.position());
            return;
        }
        handler.largeBlob(category, name, word());
    }
}
