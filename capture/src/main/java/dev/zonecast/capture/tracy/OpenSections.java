package dev.zonecast.capture.tracy;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionInfo;
import java.util.HashMap;
import java.util.Map;

/** Sections that have begun. The recording has a row for each of a category that is open at the same time, and keeps it. */
final class OpenSections {
    /** Sections of a category that are open now, and at the most so far. */
    private static final class Rows {
        private int open;
        private int most;
    }

    private final SessionTables.Room sections;
    private final SessionTables.Room rows;
    private final TextBudget budget;
    private final Map<Integer, SectionInfo> byId = new HashMap<>();
    private final Map<SectionCategory, Rows> byCategory = new HashMap<>();

    OpenSections(SessionTables tables, TextBudget budget) {
        sections = tables.room(SessionTables.Kind.OPEN_SECTIONS);
        rows = tables.room(SessionTables.Kind.SECTION_ROWS);
        this.budget = budget;
    }

    /** False if its id is in use, or if there is no room for it. */
    boolean add(SectionInfo section) {
        if (byId.containsKey(section.id()) || !sections.take()) {
            return false;
        }
        Rows ofCategory = byCategory.computeIfAbsent(section.category(), c -> new Rows());
        if (!makesRow(ofCategory) || !budget.take(section.text().length())) {
            sections.giveBack(1);
            return false;
        }
        ofCategory.open++;
        byId.put(section.id(), section);
        return true;
    }

    private boolean makesRow(Rows ofCategory) {
        if (ofCategory.open == ofCategory.most) {
            if (!rows.take()) {
                return false;
            }
            ofCategory.most++;
        }
        return true;
    }

    /** The section of an id, which is open no longer; null if there is none. */
    SectionInfo remove(int id) {
        SectionInfo section = byId.remove(id);
        if (section != null) {
            byCategory.get(section.category()).open--;
            sections.giveBack(1);
            budget.giveBack(section.text().length());
        }
        return section;
    }
}
