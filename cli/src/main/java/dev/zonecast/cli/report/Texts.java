package dev.zonecast.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every text of the page once. Those that a recording has too many of are left out, and counted. */
final class Texts {
    private static final int MAX_TEXT_CHARS = 2000;
    private static final long MAX_ALL_CHARS = 12_000_000;
    /** Of an entry beside its characters, so that very many short ones are limited too. */
    private static final int ENTRY_CHARS = 16;

    private final Map<String, Integer> places = new HashMap<>();
    final List<String> all = new ArrayList<>();
    private long chars;
    long leftOut;

    Texts() {
        add("");
    }

    /** Place of a text in the table; 0, the empty text, if there is no room. */
    int add(String text) {
        String kept = text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS) + " \u2026";
        Integer place = places.get(kept);
        if (place != null) {
            return place;
        }
        if (chars > MAX_ALL_CHARS) {
            leftOut++;
            return 0;
        }
        chars += kept.length() + ENTRY_CHARS;
        places.put(kept, all.size());
        all.add(kept);
        return all.size() - 1;
    }
}
