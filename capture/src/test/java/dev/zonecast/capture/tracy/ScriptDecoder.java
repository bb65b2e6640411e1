package dev.zonecast.capture.tracy;

import dev.zonecast.core.event.EventSink;
import dev.zonecast.tracy.EventBlock;
import dev.zonecast.tracy.EventLengths;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Questions;
import dev.zonecast.tracy.Welcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The decoder of a scripted client, without a connection: nobody answers its questions. */
final class ScriptDecoder {
    final Stream stream;
    private final EventDecoder decoder;

    ScriptDecoder(EventSink sink) throws IOException {
        this(sink, WireScript.welcome(Protocol.V82, false, 0, 0));
    }

    ScriptDecoder(EventSink sink, byte[] hello) throws IOException {
        InputStream in = new ByteArrayInputStream(hello, 1, hello.length - 1);
        stream = new Stream(
                Welcome.read(in, Protocol.V82),
                sink,
                new Vocabulary(new Questions(OutputStream.nullOutputStream(), 8_192), SessionTables.real()));
        decoder = new EventDecoder(stream, new EventLengths(Protocol.V82), Long.MAX_VALUE);
    }

    /** False if an event waits for a name. */
    boolean apply(WireScript script) throws IOException {
        EventBlock block = new EventBlock();
        block.bytes = script.take();
        block.end = block.bytes.length;
        return decoder.apply(block);
    }

    void close() throws IOException {
        decoder.close();
    }
}
