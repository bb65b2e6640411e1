package dev.zonecast.core.collect;

import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.parameter.ParameterTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends sinks what is registered and not recorded: application lines, parameters, sections. New sinks get all that exists.
 *
 * <p>Owned by the collector's thread.
 */
final class Announcements {
    private final SinkList sinks;
    private final ParameterTable parameters;
    private final SectionTable sections;

    /** Sections that sinks know to be open, in the order of their begins. */
    private final Map<Integer, SectionInfo> openSections = new LinkedHashMap<>();

    /** Changes of sections that have come before new sinks were admitted. */
    private int dueChanges;

    private int appInfoCount;
    private int parameterCount;

    Announcements(SinkList sinks, ParameterTable parameters, SectionTable sections) {
        this.sinks = sinks;
        this.parameters = parameters;
        this.sections = sections;
    }

    /**
     * Called before new sinks are admitted, with {@link #tellNew} afterwards: a sink announced before a section began gets its begin and
     * end.
     */
    void collect() {
        dueChanges = sections.waiting();
    }

    /** Sends all sinks what is new. */
    void tellNew() {
        List<String> lines = Registry.INSTANCE.appInfo();
        while (appInfoCount < lines.size()) {
            sinks.event(ProgramEvent.info(lines.get(appInfoCount++)));
        }
        List<ParameterState> all = parameters.all();
        while (parameterCount < all.size()) {
            sinks.event(ProgramEvent.parameter(all.get(parameterCount++).info()));
        }
        for (SectionEvent change = next(); change != null; change = next()) {
            SectionInfo section = change.section();
            if (change.kind() == EventKind.SECTION_BEGIN) {
                openSections.put(section.id(), section);
            } else {
                openSections.remove(section.id());
            }
            sinks.event(change);
        }
    }

    private SectionEvent next() {
        return dueChanges-- > 0 ? sections.poll() : null;
    }

    /** Sends a new sink what the others know. */
    void tellAll(GuardedSink sink) {
        for (SectionInfo over = sections.pollUnheard(); over != null; over = sections.pollUnheard()) {
            openSections.remove(over.id());
        }
        Registry.INSTANCE.appInfo().subList(0, appInfoCount).forEach(line -> sink.event(ProgramEvent.info(line)));
        parameters
                .all()
                .subList(0, parameterCount)
                .forEach(parameter -> sink.event(ProgramEvent.parameter(parameter.info())));
        openSections.values().forEach(section -> sink.event(SectionEvent.begin(section)));
    }
}
