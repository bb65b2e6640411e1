package dev.zonecast.capture.tracy;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Frames and their pictures. */
final class FrameEvents extends EventGroup {
    private final SessionTables.Room sets;
    private final Map<Long, FrameName> names = new HashMap<>();
    long marks;

    FrameEvents(Stream stream, ThreadStates threads, Map<EventType, Handler> on) {
        super(stream, threads);
        sets = stream.room(SessionTables.Kind.FRAME_SETS);
        on.put(EventType.FRAME_MARK_MSG, (bytes, at) -> mark(EventKind.FRAME_MARK, bytes, at));
        on.put(EventType.FRAME_MARK_MSG_START, (bytes, at) -> mark(EventKind.FRAME_START, bytes, at));
        on.put(EventType.FRAME_MARK_MSG_END, (bytes, at) -> mark(EventKind.FRAME_END, bytes, at));
        on.put(
                EventType.FRAME_VSYNC,
                (bytes, at) ->
                        stream.sink.event(stream.events.frame.vsync(nanos(bytes, at), Wire.getInt(bytes, at + 9))));
        on.put(EventType.FRAME_IMAGE, this::image);
    }

    private long nanos(byte[] bytes, int at) {
        return stream.nanos(Wire.getLong(bytes, at + 1));
    }

    private void mark(EventKind kind, byte[] bytes, int at) throws IOException {
        long id = Wire.getLong(bytes, at + 9);
        long nanos = nanos(bytes, at);
        if (id == 0) {
            marks++;
            stream.counts.add(SessionCount.FRAMES);
            // The protocol does not say which thread it was.
            stream.sink.event(stream.events.frame.mark(null, nanos, stream.marksBefore() + marks));
            return;
        }
        FrameName name = sets.get(names, id, unknown -> FrameName.of(stream.vocabulary.frames.get(unknown)));
        if (name == null) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        } else {
            stream.sink.event(stream.events.frame.named(kind, null, nanos, name));
        }
    }

    private void image(byte[] bytes, int at) throws IOException {
        Slot data = stream.slots.image;
        int width = Wire.getShort(bytes, at + 5);
        int height = Wire.getShort(bytes, at + 7);
        boolean possible = ImageEvent.isSide(width) && ImageEvent.isSide(height) && data.length() == width * height / 2;
        if (!possible) {
            data.empty();
            stream.counts.add(SessionCount.DROPPED_IMAGES);
            return;
        }
        // A client on demand has put a mark of its own at the connection, which the numbers of its pictures count. It
        // is one of the
        // program's if there were marks before.
        long ownMark = stream.welcome.onDemand() && stream.welcome.frameMarks() == 0 ? 1 : 0;
        long frame = Integer.toUnsignedLong(Wire.getInt(bytes, at + 1)) - ownMark;
        ImageEvent image = stream.events.image.describe(Math.max(0, frame), width, height, bytes[at + 9] != 0);
        int[] words = image.blocks();
        for (int i = 0, from = data.from(); i < words.length; i++, from += Integer.BYTES) {
            words[i] = Wire.getInt(data.bytes(), from);
        }
        data.empty();
        stream.counts.add(SessionCount.IMAGES);
        stream.counts.imageBytes += 4L * words.length;
        stream.sink.event(image);
    }
}
