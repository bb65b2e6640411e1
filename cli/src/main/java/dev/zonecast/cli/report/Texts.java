package dev.zonecast.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every text of the page once. Those that a recording has too many of are left out, and counted. */
final class Texts {
    private static final int MAX_TEXT_CHARS = 2000;
    /** Of a budget. */
    private static final long MAX_ALL_CHARS = 12_000_000;
    /** Of an entry beside its characters, so that very many short ones are limited too. */
    private static final int ENTRY_CHARS = 16;

    private final Map<String, Integer> places = new HashMap<>();
    final List<String> all = new ArrayList<>();
    private final Budget contents = new Budget();
    private final Budget names = new Budget();
    long leftOut;

    private static final class Budget {
        private long chars;
    }

    Texts() {
        add("");
    }

    /** Place of a text in the table; 0, the empty text, if there is no room. */
    int add(String text) {
        return add(text, contents);
    }

    /** As {@link #add}, for names: they have room of their own, however many texts the zones have. */
    int addName(String text) {
        return add(text, names);
    }

    private int add(String text, Budget budget) {
        String kept = text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS) + " \u2026";
        Integer place = places.get(kept);
        if (place != null) {
            return place;
        }
        if (budget.chars > MAX_ALL_CHARS) {
            leftOut++;
            return 0;
        }
        budget.chars += kept.length() + ENTRY_CHARS;
        places.put(kept, all.size());
        all.add(kept);
        return all.size() - 1;
    }
}
