package dev.zonecast.capture.tracy;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sections, the spans of the whole program. */
final class SectionEvents {
    /** Leaves that wait for their enters. A program has few sections; more are leaves without one. */
    private static final int MAX_EARLY = 256;

    /** Sections of a category that are open, and the rows that the recording has for them: it keeps those. */
    private static final class Rows {
        private int open;
        private int most;
    }

    private final Stream stream;
    private final TextBudget budget;
    private final SessionTables.Room categoryRoom;
    private final SessionTables.Room sections;
    private final SessionTables.Room rowRoom;

    /** By the client's number of it, 16 bits. */
    private final Map<Integer, SectionCategory> categories = new HashMap<>();

    private final Map<SectionCategory, Rows> rows = new HashMap<>();
    private final Map<Integer, SectionInfo> open = new HashMap<>();

    /** Times of leaves that came before their enters, by section id: another thread's events may be ahead. The eldest first. */
    private final Map<Integer, Long> early = new LinkedHashMap<>();

    SectionEvents(Stream stream, Map<EventType, Handler> on) {
        this.stream = stream;
        budget = stream.vocabulary.budget;
        categoryRoom = stream.room(SessionTables.Kind.SECTION_CATEGORIES);
        sections = stream.room(SessionTables.Kind.OPEN_SECTIONS);
        rowRoom = stream.room(SessionTables.Kind.SECTION_ROWS);
        on.put(EventType.SECTION_ENTER, this::enter);
        on.put(EventType.SECTION_LEAVE, this::leave);
        on.put(EventType.SECTION_SETUP, this::setUp);
    }

    private boolean hasCategory(int number) {
        return categories.containsKey(number) || categoryRoom.take();
    }

    private void setUp(byte[] bytes, int at) {
        int number = Wire.getShort(bytes, at + 1);
        String name = stream.takeText();
        if (name.isEmpty()) {
            // A client on demand repeats the set-up for a late viewer without the name.
            return;
        }
        if (hasCategory(number) && budget.take(name.length())) {
            categories.put(number, SectionCategory.of(name));
        } else {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        }
    }

    private void enter(byte[] bytes, int at) throws IOException {
        String text = stream.takeText();
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        int id = Wire.getInt(bytes, at + 9);
        int number = Wire.getShort(bytes, at + 13);
        if (id == 0 || !hasCategory(number)) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        SectionCategory category =
                categories.computeIfAbsent(number, n -> SectionCategory.of(n == 0 ? "Sections" : "category " + n));
        if (open.containsKey(id) || !hasRoom(category, text.length())) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        SectionInfo section = new SectionInfo(id, category, text, nanos);
        rows.get(category).open++;
        open.put(id, section);
        stream.sink.event(SectionEvent.begin(section));
        Long left = early.remove(id);
        if (left != null) {
            leave(id, left);
        }
    }

    private boolean hasRoom(SectionCategory category, int textLength) {
        if (!sections.take()) {
            return false;
        }
        Rows of = rows.computeIfAbsent(category, c -> new Rows());
        if (of.open == of.most && rowRoom.take()) {
            of.most++;
        }
        if (of.open < of.most && budget.take(textLength)) {
            return true;
        }
        sections.giveBack(1);
        return false;
    }

    private void leave(byte[] bytes, int at) throws IOException {
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        int id = Wire.getInt(bytes, at + 9);
        if (open.containsKey(id)) {
            leave(id, nanos);
            return;
        }
        if (early.putIfAbsent(id, nanos) != null) {
            stream.counts.add(SessionCount.UNMATCHED);
        } else if (early.size() > MAX_EARLY) {
            early.remove(early.keySet().iterator().next());
            stream.counts.add(SessionCount.UNMATCHED);
        }
    }

    private void leave(int id, long nanos) throws IOException {
        SectionInfo section = open.remove(id);
        rows.get(section.category()).open--;
        sections.giveBack(1);
        budget.giveBack(section.text().length());
        stream.sink.event(SectionEvent.end(section, nanos));
    }

    /** No further event will come. */
    void close() {
        stream.counts.add(SessionCount.UNMATCHED, early.size());
        early.clear();
    }
}
