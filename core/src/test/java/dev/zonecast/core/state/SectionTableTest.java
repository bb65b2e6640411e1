package dev.zonecast.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.collect.RecordedEvents;
import dev.zonecast.core.collect.TestProfiler;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.registry.TableLimit;
import org.junit.jupiter.api.Test;

class SectionTableTest {
    private static final SectionCategory LEVEL = SectionCategory.of("level");

    private final SectionTable<SectionInfo> table = new SectionTable<>();

    private SectionInfo begin(String text) {
        return table.begin(id -> new SectionInfo(id, LEVEL, text, System.nanoTime()));
    }

    @Test
    void shouldHaveItsBeginAndThenItsEndWhenItEndsWhileSomebodyListens() {
        RecordedEvents listener = TestProfiler.attach(new RecordedEvents());
        try {
            SectionInfo section = begin("one");
            table.end(section);
            table.end(section);

            assertTrue(table.poll().begins());
            SectionTable.Change<SectionInfo> end = table.poll();
            assertFalse(end.begins());
            assertEquals(section, end.section());
            assertTrue(end.endNanos() >= section.beginNanos());
            assertNull(table.poll());
        } finally {
            TestProfiler.detach(listener);
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenItBeginsAndEndsWhileNobodyListens() {
        table.end(begin("one"));

        assertNull(table.poll());
        assertNull(table.pollUnheard());
    }

    @Test
    void shouldBeUnheardWhenItsBeginWasReadAndItEndsWhileNobodyListens() {
        SectionInfo section = begin("one");
        SectionTable.Change<SectionInfo> ignored = table.poll();

        table.end(section);

        assertNull(table.poll());
        assertEquals(section, table.pollUnheard());
    }

    @Test
    void shouldDropAndCountWhenTooManyAreOpen() {
        long before = TableLimit.refusals().getOrDefault("open sections", 0L);
        for (int i = 0; i < SectionTable.MAX_OPEN; i++) {
            assertNotNull(begin("section " + i));
        }

        assertNull(begin("one too many"));
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
                SectionInfo section = begin("short");
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
