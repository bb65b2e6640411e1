package dev.zonecast.capture.tracy;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.Map;

/** Messages, lines about the program, and its last words. */
final class MessageEvents extends EventGroup {
    private static final int NO_COLOR = -1;
    /** What versions without severities mean. */
    private static final int INFO = Severity.INFO.code() << 4;

    private final boolean metadata;

    MessageEvents(Stream stream, ThreadStates threads, Map<EventType, Handler> on) {
        super(stream, threads);
        metadata = stream.protocol().messageMetadata();
        Handler message = (bytes, at) -> message(bytes, at, NO_COLOR, at + 9);
        on.put(EventType.MESSAGE, message);
        on.put(EventType.MESSAGE_CALLSTACK, message);
        Handler colored = (bytes, at) -> message(bytes, at, color(bytes, at), at + 12);
        on.put(EventType.MESSAGE_COLOR, colored);
        on.put(EventType.MESSAGE_COLOR_CALLSTACK, colored);
        Handler literal = (bytes, at) -> literal(bytes, at, NO_COLOR, at + 9);
        on.put(EventType.MESSAGE_LITERAL, literal);
        on.put(EventType.MESSAGE_LITERAL_CALLSTACK, literal);
        Handler coloredLiteral = (bytes, at) -> literal(bytes, at, color(bytes, at), at + 12);
        on.put(EventType.MESSAGE_LITERAL_COLOR, coloredLiteral);
        on.put(EventType.MESSAGE_LITERAL_COLOR_CALLSTACK, coloredLiteral);
        on.put(EventType.MESSAGE_APP_INFO, (bytes, at) -> stream.sink.event(ProgramEvent.info(stream.takeText())));
        on.put(EventType.CRASH_REPORT, this::crash);
        on.put(EventType.PARAM_SETUP, this::parameter);
    }

    private static int color(byte[] bytes, int at) {
        return Wire.getInt(bytes, at + 8) >>> 8;
    }

    private void message(byte[] bytes, int at, int rgb, int codeAt) throws IOException {
        ThreadState thread = threads.use();
        CallStack stack = thread.takeCallStack();
        int code = metadata ? bytes[codeAt] & 0xFF : INFO;
        Utf8Text words = Utf8Text.of(stream.takeText());
        stream.counts.add(SessionCount.MESSAGES);
        MessageEvent event = stream.events.message;
        stream.sink.event(
                event.message(thread.track, nanos(bytes, at), severity(code), source(code), rgb, words, stack));
    }

    private void literal(byte[] bytes, int at, int rgb, int wordsAt) throws IOException {
        ThreadState thread = threads.use();
        long packed = Wire.getLong(bytes, wordsAt);
        String words = stream.vocabulary.strings.get(metadata ? packed >>> 8 : packed);
        CallStack stack = thread.takeCallStack();
        int code = metadata ? (int) packed & 0xFF : INFO;
        stream.counts.add(SessionCount.MESSAGES);
        int id = Registry.INSTANCE.names().intern(words);
        MessageEvent event = stream.events.message;
        stream.sink.event(event.literal(thread.track, nanos(bytes, at), severity(code), source(code), rgb, id, stack));
    }

    private void crash(byte[] bytes, int at) throws IOException {
        ThreadState thread = threads.use();
        Utf8Text words = Utf8Text.of(stream.vocabulary.strings.get(Wire.getLong(bytes, at + 9)));
        stream.sink.event(stream.events.message.crash(thread.track, nanos(bytes, at), words, thread.takeCallStack()));
    }

    private void parameter(byte[] bytes, int at) throws IOException {
        String name = stream.vocabulary.strings.get(Wire.getLong(bytes, at + 5));
        stream.sink.event(ProgramEvent.info("parameter " + name + " = " + Wire.getInt(bytes, at + 14)));
    }

    private long nanos(byte[] bytes, int at) {
        return stream.nanos(Wire.getLong(bytes, at + 1));
    }

    private static Severity severity(int code) {
        return Severity.ofCode(code >>> 4);
    }

    private static MessageSource source(int code) {
        return MessageSource.ofCode(code & 15);
    }
}
