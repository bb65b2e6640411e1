package dev.zonecast.core.recording;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.Term;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Sections: each category is a group of rows with a duration per section. */
final class SectionRecords extends Records {
    private static final StringTable.Entry SECTION = StringTable.Entry.of(Term.SECTION);

    private final Map<SectionCategory, RowTable.Group> groups = new HashMap<>();

    SectionRecords(Tables tables) {
        super(tables);
    }

    void event(SectionEvent event, long time) throws IOException {
        SectionInfo section = event.section();
        RowTable.Group group = groups.computeIfAbsent(section.category(), this::group);
        if (event.kind() == EventKind.SECTION_BEGIN) {
            rows.begin(group.free(time), section.id(), SECTION, strings.entry(section.text()), time)
                    .close();
        } else {
            RowTable.Row row = group.of(section.id());
            if (row != null) {
                rows.end(row, time).close();
            }
        }
    }

    private RowTable.Group group(SectionCategory category) {
        String title = "Sections: " + category.description();
        return rows.group(ExtensionLayout.TRACK_SECTIONS, Ids.of(category), 0, title, Integer.MAX_VALUE);
    }
}
