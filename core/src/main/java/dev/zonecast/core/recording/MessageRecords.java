package dev.zonecast.core.recording;

import dev.zonecast.core.CallStack;
import dev.zonecast.core.MessageSource;
import dev.zonecast.core.Severity;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Arguments;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Lines of text at a moment: instants whose name is the text. */
final class MessageRecords {
    private static final Term[] SEVERITIES = {
        Term.TRACE, Term.DEBUG, Term.INFORMATION, Term.WARNING, Term.ERROR, Term.FATAL
    };

    private static final long LITERAL = Events.header(FxtLayout.INSTANT, 3, 1, Term.MESSAGE, 0);

    private final RecordingWriter writer;
    private final TrackTable tracks;
    private final StringTable strings;
    private final AttributeBlobs blobs;
    private final CallStackTable stacks;

    MessageRecords(
            RecordingWriter writer,
            TrackTable tracks,
            StringTable strings,
            AttributeBlobs blobs,
            CallStackTable stacks) {
        this.writer = writer;
        this.tracks = tracks;
        this.strings = strings;
        this.blobs = blobs;
        this.stacks = stacks;
    }

    /**
     * A text that varies.
     *
     * @param stack null: none
     */
    void message(
            Track track, long time, Severity severity, MessageSource source, int rgb, Utf8Text text, CallStack stack)
            throws IOException {
        long thread = tracks.reference(track);
        int calls = stack == null ? 0 : stacks.index(stack);
        writer.open();
        writer.word(time);
        int name = writer.string(text);
        int bytes = text.lengthBytes();
        int arguments = arguments(severity, source, rgb);
        if (bytes > FxtLayout.MAX_STRING_BYTES) {
            writer.word(Arguments.unsigned(Term.TEXT_BYTES, bytes));
            arguments++;
        }
        if (calls != 0) {
            writer.word(Arguments.string(Term.STACK, calls));
            arguments++;
        }
        writer.close(Events.header(FxtLayout.INSTANT, 0, arguments, Term.MESSAGE, name) | thread);
        if (bytes > FxtLayout.MAX_STRING_BYTES) {
            blobs.write(ExtensionLayout.ATTRIBUTE_MESSAGE, track, 0, text.toBytes());
        }
    }

    /** A registered text. */
    void literal(Track track, long time, Severity severity, MessageSource source, int rgb, int stringId)
            throws IOException {
        long thread = tracks.reference(track);
        int name = strings.index(stringId);
        if (source == MessageSource.USER && rgb < 0) {
            writer.record3(
                    LITERAL | Events.name(name) | thread,
                    time,
                    Arguments.term(Term.SEVERITY, SEVERITIES[severity.code()]));
            return;
        }
        writer.open();
        writer.word(time);
        int arguments = arguments(severity, source, rgb);
        writer.close(Events.header(FxtLayout.INSTANT, 0, arguments, Term.MESSAGE, name) | thread);
    }

    /** A line about the program. */
    void info(Track track, long time, String line) throws IOException {
        long thread = tracks.reference(track);
        byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
        writer.open();
        writer.word(time);
        int name = writer.string(utf8);
        writer.close(Events.header(FxtLayout.INSTANT, 0, 0, Term.INFO, name) | thread);
        if (utf8.length > FxtLayout.MAX_STRING_BYTES) {
            blobs.write(ExtensionLayout.ATTRIBUTE_MESSAGE, track, 0, utf8);
        }
    }

    private int arguments(Severity severity, MessageSource source, int rgb) {
        int count = 1;
        writer.word(Arguments.term(Term.SEVERITY, SEVERITIES[severity.code()]));
        if (source != MessageSource.USER) {
            writer.word(Arguments.term(Term.SOURCE, Term.PROFILER));
            count++;
        }
        if (rgb >= 0) {
            writer.colorArgument(rgb);
            count++;
        }
        return count;
    }
}
