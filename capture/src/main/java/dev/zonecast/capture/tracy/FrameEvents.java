package dev.zonecast.capture.tracy;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.ImageEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Slot;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Frames and their pictures, and sections, the spans of the whole program. Methods return false where a name is missing. */
final class FrameEvents {
    private final Stream stream;
    private final ThreadStates threads;
    private final SessionTables.Room sets;
    private final SessionTables.Room categoryRoom;
    private final OpenSections sections;
    private final LongTable<FrameName> names = new LongTable<>();
    /** By the client's number of it, 16 bits. */
    private final Map<Integer, SectionCategory> categories = new HashMap<>();

    private long marks;

    FrameEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
        SessionTables tables = stream.vocabulary.tables;
        sets = tables.room(SessionTables.Kind.FRAME_SETS);
        categoryRoom = tables.room(SessionTables.Kind.SECTION_CATEGORIES);
        sections = new OpenSections(tables, stream.vocabulary.budget);
    }

    /** Marks of the base set in this session. */
    long marks() {
        return marks;
    }

    boolean event(EventType type, byte[] bytes, int at) throws IOException {
        switch (type) {
            case FRAME_MARK_MSG, FRAME_MARK_MSG_START, FRAME_MARK_MSG_END -> {
                return mark(type, bytes, at);
            }
            case FRAME_VSYNC ->
                stream.sink.event(stream.events.frame.vsync(
                        stream.nanos(Wire.getLong(bytes, at + 1)), Wire.getInt(bytes, at + 9)));
            case FRAME_IMAGE -> image(bytes, at);
            case SECTION_ENTER -> enterSection(bytes, at);
            case SECTION_LEAVE -> leaveSection(bytes, at);
            case SECTION_SETUP -> setUp(Wire.getShort(bytes, at + 1), SlotText.takeString(stream.slots.text));
            default -> throw new IllegalArgumentException(type.toString());
        }
        return true;
    }

    private boolean mark(EventType type, byte[] bytes, int at) throws IOException {
        long id = Wire.getLong(bytes, at + 9);
        if (id != 0 && names.get(id) == null && stream.vocabulary.frames.get(id) == null) {
            return false;
        }
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        if (id == 0) {
            marks++;
            stream.counts.frames++;
            stream.sink.event(stream.events.frame.mark(threads.program(), nanos, stream.welcome.frameMarks() + marks));
            return true;
        }
        FrameName name = name(id);
        if (name == null) {
            stream.counts.droppedEvents++;
            return true;
        }
        switch (type) {
            case FRAME_MARK_MSG ->
                stream.sink.event(stream.events.frame.named(EventKind.FRAME_MARK, threads.program(), nanos, name));
            case FRAME_MARK_MSG_START ->
                stream.sink.event(stream.events.frame.named(EventKind.FRAME_START, threads.program(), nanos, name));
            default ->
                stream.sink.event(stream.events.frame.named(EventKind.FRAME_END, threads.program(), nanos, name));
        }
        return true;
    }

    /** The set whose name is known; null if there is no room for it. */
    private FrameName name(long id) {
        FrameName known = names.get(id);
        if (known == null && sets.take()) {
            known = FrameName.of(stream.vocabulary.frames.get(id));
            names.put(id, known);
        }
        return known;
    }

    private void setUp(int number, String name) {
        boolean hasRoom = categories.containsKey(number) || categoryRoom.take();
        if (hasRoom && stream.vocabulary.budget.take(name.length())) {
            categories.put(number, SectionCategory.of(name));
        } else {
            stream.counts.droppedEvents++;
        }
    }

    private void image(byte[] bytes, int at) throws IOException {
        Slot data = stream.slots.image;
        int width = Wire.getShort(bytes, at + 5);
        int height = Wire.getShort(bytes, at + 7);
        boolean possible = ImageEvent.isSide(width) && ImageEvent.isSide(height) && data.length() == width * height / 2;
        if (!possible) {
            data.empty();
            stream.counts.droppedImages++;
            return;
        }
        // A client on demand has put a mark of its own at the connection, which the numbers of its pictures count.
        long frame = Integer.toUnsignedLong(Wire.getInt(bytes, at + 1)) - (stream.welcome.onDemand() ? 1 : 0);
        ImageEvent image = stream.events.image.describe(Math.max(0, frame), width, height, bytes[at + 9] != 0);
        int[] words = image.blocks();
        for (int i = 0, from = data.from(); i < words.length; i++, from += Integer.BYTES) {
            words[i] = Wire.getInt(data.bytes(), from);
        }
        data.empty();
        stream.counts.images++;
        stream.counts.imageBytes += 4L * words.length;
        stream.sink.event(image);
    }

    private void enterSection(byte[] bytes, int at) throws IOException {
        String text = SlotText.takeString(stream.slots.text);
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        int id = Wire.getInt(bytes, at + 9);
        int number = Wire.getShort(bytes, at + 13);
        if (id == 0 || (!categories.containsKey(number) && !categoryRoom.take())) {
            stream.counts.droppedEvents++;
            return;
        }
        SectionCategory category =
                categories.computeIfAbsent(number, n -> SectionCategory.of(n == 0 ? "Sections" : "category " + n));
        SectionInfo section = new SectionInfo(id, category, text, nanos);
        if (sections.add(section)) {
            stream.sink.event(SectionEvent.begin(section));
        } else {
            stream.counts.droppedEvents++;
        }
    }

    private void leaveSection(byte[] bytes, int at) throws IOException {
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        SectionInfo section = sections.remove(Wire.getInt(bytes, at + 9));
        if (section == null) {
            stream.counts.unmatched++;
        } else {
            stream.sink.event(SectionEvent.end(section, nanos));
        }
    }
}
