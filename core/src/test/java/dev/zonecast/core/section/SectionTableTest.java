package dev.zonecast.core.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SectionCategory;
import org.junit.jupiter.api.Test;

class SectionTableTest {
    private static final SectionCategory LEVEL = SectionCategory.of("level");

    private final SectionTable table = new SectionTable();

    @Test
    void shouldBeOpenUntilItsEndWhenBegun() {
        SectionInfo section = table.begin(LEVEL, "one");

        assertTrue(table.open().contains(section));
        table.end(section);
        table.end(section);
        assertTrue(table.open().isEmpty());
        assertTrue(section.endNanos() >= section.beginNanos());
    }

    @Test
    void shouldBeMissedWhenItEndsWhileNobodyListens() {
        SectionInfo section = table.begin(LEVEL, "one");

        table.end(section);

        assertTrue(section.missed());
        assertNull(table.pollEnded());
    }

    @Test
    void shouldDropAndCountWhenTooManyAreOpen() {
        for (int i = 0; i < SectionTable.MAX_OPEN; i++) {
            assertNotNull(table.begin(LEVEL, "section " + i));
        }

        assertNull(table.begin(LEVEL, "one too many"));
        assertEquals(1, table.dropped());
    }
}
