package dev.zonecast.core.recording;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.FlowEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.event.SpanEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.ExtensionLayout;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Sections: each category is a group of rows with a duration per section. Asynchronous spans and flows: events with an id. */
final class SectionRecords extends Records {
    private static final StringTable.Entry SECTION = StringTable.Entry.of(Term.SECTION);

    private final Map<SectionCategory, RowTable.Group> groups = new HashMap<>();

    SectionRecords(Records recording) {
        super(recording);
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

    /** A step has its own name; the end has that of the span, as readers expect. */
    void event(Track thread, long time, SpanEvent event) throws IOException {
        int type = switch (event.kind()) {
            case SPAN_BEGIN -> FxtLayout.ASYNC_BEGIN;
            case SPAN_STEP -> FxtLayout.ASYNC_INSTANT;
            default -> FxtLayout.ASYNC_END;
        };
        asynchronous(type, Term.SPAN, thread, time, event.location(), event.id());
    }

    /** Readers draw a flow from the zone around its begin to the zone around its end. */
    void event(Track thread, long time, FlowEvent event) throws IOException {
        int type = event.kind() == EventKind.FLOW_BEGIN ? FxtLayout.FLOW_BEGIN : FxtLayout.FLOW_END;
        asynchronous(type, Term.FLOW, thread, time, event.location(), event.id());
    }

    private void asynchronous(int type, Term category, Track thread, long time, SourceLocation location, long id)
            throws IOException {
        LocationTable.Entry place = locations.get(location);
        long reference = tracks.reference(thread);
        writer.event(Events.header(type, 0, 0, category, 0) | place.nameBits() | reference, time)
                .argument(place.locArgument())
                .word(id)
                .close();
    }
}
