package dev.zonecast.capture.tracy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Texts of one kind by the ids that the client gives them, asked for when they are first wanted. */
final class Names {
    /** Placeholder of a text that did not arrive in time, or found no room. */
    static final String UNKNOWN = "(unknown)";

    private static final class Entry {
        private String text;
        private boolean given;
    }

    private final Asker asker;
    private final Map<Long, Entry> entries = new HashMap<>();

    Names(Asker asker) {
        this.asker = asker;
    }

    /** The text of an id, or null if it is not known yet; it has been asked for then. */
    String get(long id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            return entry.text;
        }
        if (!asker.ask(id)) {
            return UNKNOWN;
        }
        entries.put(id, new Entry());
        return null;
    }

    /** Accepts an answer. Answers without a question are ignored. */
    void told(long id, byte[] bytes, int from, int length) {
        asker.answered();
        Entry entry = entries.get(id);
        if (entry != null && !entry.given) {
            entry.given = true;
            entry.text =
                    asker.budget().take(length) ? new String(bytes, from, length, StandardCharsets.UTF_8) : UNKNOWN;
        }
    }

    /** Stops waiting: unknown texts have a placeholder until their answer arrives. */
    void abandon() {
        entries.values().forEach(entry -> {
            if (entry.text == null) {
                entry.text = UNKNOWN;
                asker.budget().countUnknown();
            }
        });
    }
}
