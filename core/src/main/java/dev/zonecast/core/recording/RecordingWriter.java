package dev.zonecast.core.recording;

import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.FxtWriter;
import dev.zonecast.fxt.write.RecordOutput;

/** Writes records with texts that lie in rings, and counts the room for those that stay. */
final class RecordingWriter extends FxtWriter {
    private final DurableRoom durableRoom;

    /** @param fillingBytes beyond which a flush should not wait */
    RecordingWriter(RecordOutput output, int fillingBytes) {
        super(output, fillingBytes);
        durableRoom = new DurableRoom(output.path(), output.durableBytes());
    }

    /** See {@link DurableRoom}. */
    DurableRoom durableRoom() {
        return durableRoom;
    }

    /** Appends a text; otherwise as {@link #string(byte[])}. */
    int string(Utf8Text text) {
        int bytes = text.prefixBytes(FxtLayout.MAX_STRING_BYTES);
        if (bytes == 0) {
            return 0;
        }
        beginString(bytes);
        text.copyTo(memory(), position(), bytes);
        int reference = endString(bytes);
        return reference < 0 ? string(text.toBytes()) : reference;
    }

    /** Appends an argument with a text. */
    void stringArgument(Term name, Utf8Text text) {
        stringArgument(name.index(), text);
    }

    /** Appends an argument with a text. */
    void stringArgument(int name, Utf8Text text) {
        int start = openArgument();
        closeStringArgument(start, name, string(text));
    }
}
