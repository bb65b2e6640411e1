package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.zonecast.core.Parameter;
import dev.zonecast.core.Section;
import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.state.ParameterTable;
import dev.zonecast.core.state.SectionTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is registered reaches sinks that are there, and those that come. */
class AnnouncementsTest {
    private static final SectionCategory LEVEL = SectionCategory.of("announced level");

    private static final class Listener extends RecordedEvents {
        final List<String> said = new ArrayList<>();

        @Override
        public void event(dev.zonecast.core.event.Event event) {
            switch (event) {
                case SectionEvent e ->
                    said.add((e.kind() == EventKind.SECTION_BEGIN ? "begin " : "end ")
                            + e.section().text());
                case ProgramEvent e
                when e.kind() == EventKind.PARAMETER && e.parameter().name().startsWith("announced") ->
                    said.add(e.parameter().name() + " = " + e.parameter().value());
                case ProgramEvent e
                when e.kind() == EventKind.APP_INFO && e.line().startsWith("announced") -> said.add(e.line());
                default -> super.event(event);
            }
        }
    }

    @Test
    void shouldTellASinkOfSectionsWhenTheyComeAndGo() {
        Listener listener = TestProfiler.attach(new Listener());
        TestProfiler.flush();
        Section one = Section.open(LEVEL, "one");
        try (Section ignored = Section.open(LEVEL, "short")) {
            one.close();
        }
        TestProfiler.detach(listener);

        List<String> said = listener.said.stream()
                .filter(line -> !line.startsWith("announced"))
                .toList();
        assertEquals(List.of("begin one", "begin short", "end one", "end short"), said);
    }

    @Test
    void shouldTellASinkOfEverySectionBetweenAttachAndDetachWhenTheyFollowAtOnce() {
        for (int round = 0; round < 300; round++) {
            Listener listener = TestProfiler.attach(new Listener());
            for (int i = 0; i < 3; i++) {
                Section.open(LEVEL, "s" + i).close();
            }
            TestProfiler.detach(listener);
            Section.open(LEVEL, "late").close();

            assertEquals(
                    List.of("begin s0", "end s0", "begin s1", "end s1", "begin s2", "end s2"),
                    listener.said.stream()
                            .filter(l -> !l.startsWith("announced"))
                            .toList(),
                    "round " + round);
        }
    }

    @Test
    void shouldTellALateSinkOfAnOpenSectionOnceWhenItsEndIsMissedByAll() {
        Section open = Section.open(LEVEL, "open");
        Listener first = TestProfiler.attach(new Listener());
        TestProfiler.detach(first);
        open.close();
        Listener second = TestProfiler.attach(new Listener());
        TestProfiler.detach(second);

        assertEquals(
                List.of("begin open"),
                first.said.stream().filter(l -> !l.startsWith("announced")).toList());
        assertEquals(
                List.of(),
                second.said.stream().filter(l -> !l.startsWith("announced")).toList());
    }

    @Test
    void shouldTellASinkOfASectionThatEndsAfterItsAnnouncementWhenAnotherEndedUnheard() {
        SectionTable<SectionInfo> table = new SectionTable<>();
        SinkList sinks = new SinkList();
        Announcements announcements = new Announcements(sinks, ParameterTable.INSTANCE, table);
        SectionInfo unheard = table.begin(id -> new SectionInfo(id, LEVEL, "unheard", System.nanoTime()));
        SectionInfo heard = table.begin(id -> new SectionInfo(id, LEVEL, "heard", System.nanoTime()));
        announcements.collect();
        table.end(unheard);
        // Opens the gate, as the announcement of the sink does.
        Listener other = TestProfiler.attach(new Listener());
        table.end(heard);
        announcements.tellNew();

        Listener listener = new Listener();
        GuardedSink guarded = new GuardedSink(listener);
        announcements.collect();
        announcements.tellAll(guarded);
        sinks.add(guarded);
        announcements.tellNew();
        TestProfiler.detach(other);

        assertEquals(
                List.of("begin heard", "end heard"),
                listener.said.stream().filter(l -> !l.startsWith("announced")).toList());
    }

    @Test
    void shouldKeepNoEndedSectionWhileNobodyRecords() {
        for (int round = 0; round < 10; round++) {
            List<Section> open = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                open.add(Section.open(LEVEL, "unheard"));
            }
            // The begins are read.
            TestProfiler.flush();
            open.forEach(Section::close);
        }
        TestProfiler.flush();

        assertNull(SectionTable.of(SectionInfo.class).pollUnheard());
    }

    @Test
    void shouldTellALateSinkOfNoLineThatWasDropped() {
        Registry.INSTANCE.addAppInfo("announced early");
        TestProfiler.flush();
        Listener first = TestProfiler.attach(new Listener());
        TestProfiler.flush();
        Registry.INSTANCE.addAppInfo("announced later");
        TestProfiler.flush();

        Registry.INSTANCE.dropAppInfo("announced early");
        Listener second = TestProfiler.attach(new Listener());
        TestProfiler.detach(first);
        TestProfiler.detach(second);
        Registry.INSTANCE.dropAppInfo("announced later");

        assertEquals(List.of("announced early", "announced later"), first.said);
        assertEquals(List.of("announced later"), second.said);
    }

    @Test
    void shouldTellOfAParameterWhenItIsMadeAndToThoseWhoComeLater() {
        Listener first = TestProfiler.attach(new Listener());
        TestProfiler.flush();
        Parameter.ofInt("announced speed", 3);
        TestProfiler.flush();
        Listener second = TestProfiler.attach(new Listener());
        TestProfiler.detach(first);
        TestProfiler.detach(second);

        assertEquals(List.of("announced speed = 3"), first.said);
        assertEquals(List.of("announced speed = 3"), second.said);
    }
}
