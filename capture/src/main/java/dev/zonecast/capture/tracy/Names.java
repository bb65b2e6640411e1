package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.QueryType;
import dev.zonecast.tracy.Questions;
import java.nio.charset.StandardCharsets;

/** Texts of one kind by the ids that the client gives them, asked for when they are first wanted. */
final class Names {
    /** What represents a text that was not told in time, or that there is no room for. */
    static final String UNKNOWN = "(unknown)";

    private static final class Entry {
        private String text;
        private boolean given;
    }

    private final QueryType query;
    private final Questions questions;
    private final TextBudget budget;
    private final SessionTables.Room room;
    private final LongTable<Entry> entries = new LongTable<>();

    Names(QueryType query, Questions questions, TextBudget budget, SessionTables.Room room) {
        this.query = query;
        this.questions = questions;
        this.budget = budget;
        this.room = room;
    }

    /** The text of an id, or null if it is not known yet; it has been asked for then. */
    String get(long id) {
        Entry entry = entries.get(id);
        return entry == null ? ask(id) : entry.text;
    }

    private String ask(long id) {
        if (!room.take()) {
            budget.countUnknown();
            return UNKNOWN;
        }
        if (!questions.ask(query, id)) {
            room.giveBack(1);
            budget.countUnknown();
            return UNKNOWN;
        }
        entries.put(id, new Entry());
        return null;
    }

    /** An answer. One that nobody asked for is passed over. */
    void told(long id, byte[] bytes, int from, int length) {
        questions.answered();
        Entry entry = entries.get(id);
        if (entry != null && !entry.given) {
            entry.given = true;
            entry.text = budget.take(length) ? new String(bytes, from, length, StandardCharsets.UTF_8) : UNKNOWN;
        }
    }

    /** Gives up waiting: what is not known yet has a placeholder from now on, until it is told. */
    void abandon() {
        entries.forEach(entry -> {
            if (entry.text == null) {
                entry.text = UNKNOWN;
                budget.countUnknown();
            }
        });
    }
}
