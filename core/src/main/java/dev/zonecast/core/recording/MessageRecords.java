package dev.zonecast.core.recording;

import dev.zonecast.core.MessageSource;
import dev.zonecast.core.event.MessageEvent;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;

/** Lines of text at a moment: instants whose name is the text. */
final class MessageRecords extends Records {
    private static final long MESSAGE = Events.header(FxtLayout.INSTANT, 0, 0, Term.MESSAGE, 0);
    private static final long INFO = Events.header(FxtLayout.INSTANT, 0, 0, Term.INFO, 0);

    /** Of the last line about the program. */
    private long infoTime;

    MessageRecords(Records recording) {
        super(recording);
    }

    void event(Track track, long time, MessageEvent e) throws IOException {
        int stack = e.stack() == null ? 0 : strings.index(e.stack());
        if (e.kind() == EventKind.MESSAGE_LITERAL) {
            open(MESSAGE | Events.name(strings.index(e.literalId())), track, time, null);
        } else {
            open(MESSAGE, track, time, e.text());
        }
        writer.argument(Arguments.term(
                Term.SEVERITY, Term.at(Term.TRACE.index() + e.severity().code())));
        if (e.source() != MessageSource.USER) {
            writer.argument(Arguments.term(Term.SOURCE, Term.PROFILER));
        }
        if (e.rgb() >= 0) {
            writer.colorArgument(e.rgb());
        }
        if (isCut(e.text())) {
            writer.argument(Arguments.unsigned(Term.TEXT_BYTES.index(), e.text().lengthBytes()));
        }
        if (stack != 0) {
            writer.argument(Arguments.string(Term.STACK.index(), stack));
        }
        close(track, e.text());
    }

    /** A line about the program. Of several instants at one time Perfetto shows each below the one before. */
    void info(Track track, long time, String line) throws IOException {
        infoTime = Math.max(infoTime + 1, time);
        Utf8Text text = Utf8Text.of(line);
        open(INFO, track, infoTime, text);
        close(track, text);
    }

    private void open(long header, Track track, long time, Utf8Text text) throws IOException {
        writer.event(header | tracks.reference(track), time);
        if (text != null) {
            writer.header(Events.name(writer.string(text.toBytes())));
        }
    }

    private void close(Track track, Utf8Text text) throws IOException {
        writer.close();
        if (isCut(text)) {
            writer.attribute(ExtensionLayout.ATTRIBUTE_MESSAGE, track, 0, text.toBytes());
        }
    }

    private static boolean isCut(Utf8Text text) {
        return text != null && text.lengthBytes() > FxtLayout.MAX_STRING_BYTES;
    }
}
