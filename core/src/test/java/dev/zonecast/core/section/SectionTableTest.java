package dev.zonecast.core.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;

class SectionTableTest {
    private static final SectionCategory LEVEL = SectionCategory.of("level");

    private final SectionTable table = new SectionTable();

    @Test
    void shouldHaveItsBeginAndThenItsEndWhenItEndsWhileSomebodyListens() {
        RecordedEvents listener = TestProfiler.attach(new RecordedEvents());
        try {
            SectionInfo section = table.begin(LEVEL, "one");
            table.end(section);
            table.end(section);

            assertEquals(EventKind.SECTION_BEGIN, table.poll().kind());
            SectionEvent end = table.poll();
            assertEquals(EventKind.SECTION_END, end.kind());
            assertEquals(section, end.section());
            assertTrue(end.nanos() >= section.beginNanos());
            assertNull(table.poll());
        } finally {
            TestProfiler.detach(listener);
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenItBeginsAndEndsWhileNobodyListens() {
        table.end(table.begin(LEVEL, "one"));

        assertNull(table.poll());
        assertNull(table.pollUnheard());
    }

    @Test
    void shouldBeUnheardWhenItsBeginWasReadAndItEndsWhileNobodyListens() {
        SectionInfo section = table.begin(LEVEL, "one");
        SectionEvent _ = table.poll();

        table.end(section);

        assertNull(table.poll());
        assertEquals(section, table.pollUnheard());
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
    void shouldDropAndCountWhenTooManyBeginAndEndBeforeTheyAreRead() {
        String entries = "begins and ends of sections between two passes of the collector";
        long before = TableLimit.refusals().getOrDefault(entries, 0L);
        RecordedEvents listener = TestProfiler.attach(new RecordedEvents());
        try {
            for (int i = 0; i < SectionTable.MAX_CHANGES / 2 + 2; i++) {
                SectionInfo section = table.begin(LEVEL, "short");
                if (section != null) {
                    table.end(section);
                }
            }
        } finally {
            TestProfiler.detach(listener);
        }

        assertEquals(2, table.dropped());
        assertEquals(before + 2, TableLimit.refusals().get(entries));
    }
}
