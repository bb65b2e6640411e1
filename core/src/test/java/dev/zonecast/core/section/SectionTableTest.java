package dev.zonecast.core.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.registry.TableLimit;
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
        long before = TableLimit.refusals().getOrDefault("open sections", 0L);
        for (int i = 0; i < SectionTable.MAX_OPEN; i++) {
            assertNotNull(table.begin(LEVEL, "section " + i));
        }

        assertNull(table.begin(LEVEL, "one too many"));
        assertEquals(1, table.dropped());
        assertEquals(before + 1, TableLimit.refusals().get("open sections"));
    }

    @Test
    void shouldDropAndCountWhenTooManyEndBeforeTheyAreRead() {
        String entries = "sections that ended between two passes of the collector";
        long before = TableLimit.refusals().getOrDefault(entries, 0L);
        RecordedEvents listener = TestProfiler.attach(new RecordedEvents());
        try {
            for (int i = 0; i < SectionTable.MAX_ENDED + 2; i++) {
                table.end(table.begin(LEVEL, "short"));
            }
        } finally {
            TestProfiler.detach(listener);
        }

        assertEquals(2, table.dropped());
        assertEquals(before + 2, TableLimit.refusals().get(entries));
    }
}
