package dev.zonecast.capture.tracy;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.image.Dxt1Blocks;
import dev.zonecast.core.image.FrameImage;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.tracy.EventType;
import dev.zonecast.core.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Frames and their pictures, and sections, the spans of the whole program. Methods return false where a name is missing. */
final class FrameEvents {
    private static final int MAX_OPEN_SECTIONS = 1 << 16;

    private final Stream stream;
    private final ThreadStates threads;
    private final LongTable<FrameName> names = new LongTable<>();
    private final Map<Integer, SectionInfo> openSections = new HashMap<>();
    /** By the client's number of it, 16 bits. */
    private final Map<Integer, SectionCategory> categories = new HashMap<>();

    private final FrameImage image = new FrameImage();
    private long marks;

    FrameEvents(Stream stream, ThreadStates threads) {
        this.stream = stream;
        this.threads = threads;
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
                stream.sink.frameVsync(stream.nanos(Wire.getLong(bytes, at + 1)), Wire.getInt(bytes, at + 9));
            case FRAME_IMAGE -> image(bytes, at);
            case SECTION_ENTER -> enterSection(bytes, at);
            case SECTION_LEAVE -> leaveSection(bytes, at);
            case SECTION_SETUP ->
                categories.put(
                        Wire.getShort(bytes, at + 1), SectionCategory.of(SlotText.takeString(stream.slots.text)));
            default -> throw new IllegalArgumentException(type.toString());
        }
        return true;
    }

    private boolean mark(EventType type, byte[] bytes, int at) throws IOException {
        long id = Wire.getLong(bytes, at + 9);
        FrameName name = id == 0 ? null : name(id);
        if (id != 0 && name == null) {
            return false;
        }
        long nanos = stream.nanos(Wire.getLong(bytes, at + 1));
        if (id == 0) {
            marks++;
            stream.counts.frames++;
            stream.sink.frameMark(threads.program(), nanos, stream.welcome.frameMarks() + marks);
            return true;
        }
        switch (type) {
            case FRAME_MARK_MSG -> stream.sink.frameMark(threads.program(), nanos, name);
            case FRAME_MARK_MSG_START -> stream.sink.frameStart(threads.program(), nanos, name);
            default -> stream.sink.frameEnd(threads.program(), nanos, name);
        }
        return true;
    }

    private FrameName name(long id) {
        FrameName known = names.get(id);
        if (known != null) {
            return known;
        }
        String text = stream.vocabulary.frames.get(id);
        if (text == null) {
            return null;
        }
        FrameName name = FrameName.of(text);
        names.put(id, name);
        return name;
    }

    private void image(byte[] bytes, int at) throws IOException {
        Slot data = stream.slots.image;
        int width = Wire.getShort(bytes, at + 5);
        int height = Wire.getShort(bytes, at + 7);
        boolean possible = isSide(width) && isSide(height) && data.length() == width * height / 2;
        if (!possible) {
            data.empty();
            stream.counts.droppedImages++;
            return;
        }
        // A client on demand has put a mark of its own at the connection, which the numbers of its pictures count.
        long frame = Integer.toUnsignedLong(Wire.getInt(bytes, at + 1)) - (stream.welcome.onDemand() ? 1 : 0);
        image.describe(Math.max(0, frame), width, height, bytes[at + 9] != 0);
        int[] words = image.blocks().words();
        for (int i = 0, from = data.from(); i < words.length; i++, from += Integer.BYTES) {
            words[i] = Wire.getInt(data.bytes(), from);
        }
        data.empty();
        stream.counts.images++;
        stream.sink.frameImage(image);
    }

    private static boolean isSide(int pixels) {
        return pixels > 0 && pixels % 4 == 0 && pixels <= Dxt1Blocks.MAX_SIDE;
    }

    private void enterSection(byte[] bytes, int at) throws IOException {
        String text = SlotText.takeString(stream.slots.text);
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        int id = Wire.getInt(bytes, at + 9);
        if (id == 0 || openSections.size() >= MAX_OPEN_SECTIONS || openSections.containsKey(id)) {
            stream.counts.droppedEvents++;
            return;
        }
        int number = Wire.getShort(bytes, at + 13);
        SectionCategory category = categories.get(number);
        if (category == null) {
            category = SectionCategory.of(number == 0 ? "Sections" : "category " + number);
        }
        SectionInfo section = new SectionInfo(id, category, text, nanos);
        openSections.put(id, section);
        stream.sink.sectionBegin(section);
    }

    private void leaveSection(byte[] bytes, int at) throws IOException {
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        SectionInfo section = openSections.remove(Wire.getInt(bytes, at + 9));
        if (section == null) {
            stream.counts.unmatched++;
        } else {
            section.end(nanos);
            stream.sink.sectionEnd(section);
        }
    }
}
