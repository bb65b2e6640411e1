package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;

/** Messages, lines about the program, and its last words. Methods return false where a name is missing. */
final class MessageEvents {
    private static final int NO_COLOR = -1;
    /** What versions without severities mean. */
    private static final int INFO = Severity.INFO.code() << 4;

    private final Stream stream;
    private final ThreadStates threads;
    private final boolean metadata;
    private final SlotText text = new SlotText();

    MessageEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
        metadata = stream.welcome.protocol().messageMetadata();
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        return switch (type) {
            case MESSAGE, MESSAGE_CALLSTACK -> message(bytes, at, false);
            case MESSAGE_COLOR, MESSAGE_COLOR_CALLSTACK -> message(bytes, at, true);
            case MESSAGE_LITERAL, MESSAGE_LITERAL_CALLSTACK -> literal(bytes, at, false);
            case MESSAGE_LITERAL_COLOR, MESSAGE_LITERAL_COLOR_CALLSTACK -> literal(bytes, at, true);
            case MESSAGE_APP_INFO -> {
                stream.sink.event(ProgramEvent.info(SlotText.takeString(stream.slots.text)));
                yield true;
            }
            case CRASH_REPORT -> crash(bytes, at);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private boolean message(byte[] bytes, int at, boolean colored) throws IOException {
        ThreadState thread = threads.use();
        if (thread == null) {
            return false;
        }
        CallStack stack = thread.takeCallStack();
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        int next = at + (colored ? 12 : 9);
        int code = metadata ? bytes[next] & 0xFF : INFO;
        Utf8Text words = text.take(stream.slots.text);
        stream.counts.messages++;
        int rgb = color(bytes, at, colored);
        stream.sink.event(
                stream.events.message.message(thread.track, nanos, severity(code), source(code), rgb, words, stack));
        return true;
    }

    private boolean literal(byte[] bytes, int at, boolean colored) throws IOException {
        ThreadState thread = threads.use();
        long packed = Wire.getLong(bytes, at + (colored ? 12 : 9));
        String words = stream.vocabulary.strings.get(metadata ? packed >>> 8 : packed);
        if (thread == null || words == null) {
            return false;
        }
        CallStack stack = thread.takeCallStack();
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        int code = metadata ? (int) packed & 0xFF : INFO;
        int rgb = color(bytes, at, colored);
        stream.counts.messages++;
        if (stack == null) {
            int id = Registry.INSTANCE.names().intern(words);
            stream.sink.event(
                    stream.events.message.literal(thread.track, nanos, severity(code), source(code), rgb, id));
        } else {
            stream.sink.event(stream.events.message.message(
                    thread.track, nanos, severity(code), source(code), rgb, Utf8Text.of(words), stack));
        }
        return true;
    }

    private boolean crash(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use();
        String words = stream.vocabulary.strings.get(Wire.getLong(bytes, at + 9));
        if (thread == null || words == null) {
            return false;
        }
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        stream.sink.event(stream.events.message.crash(thread.track, nanos, Utf8Text.of(words), thread.takeCallStack()));
        return true;
    }

    private static int color(byte[] bytes, int at, boolean colored) {
        return colored ? Wire.getInt(bytes, at + 8) >>> 8 : NO_COLOR;
    }

    private static Severity severity(int code) {
        return Severity.ofCode(code >>> 4);
    }

    private static MessageSource source(int code) {
        return MessageSource.ofCode(code & 15);
    }
}
