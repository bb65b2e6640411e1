package dev.zonecast.core.collect;

import dev.zonecast.core.event.ParameterInfo;
import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.state.ParameterState;
import dev.zonecast.core.state.ParameterTable;
import dev.zonecast.core.state.SectionTable;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Sends sinks the registered state that is in no ring: application lines, parameters, sections. A new sink gets all of it.
 *
 * <p>Owned by the collector's thread.
 */
final class Announcements {
    private final SinkList sinks;
    private final ParameterTable parameters;
    private final SectionTable<SectionInfo> sections;

    /** Sections that sinks know to be open, in the order of their begins. */
    private final Set<SectionInfo> openSections = new LinkedHashSet<>();

    /** Changes of sections that have come before new sinks were admitted. */
    private final ArrayDeque<SectionTable.Change<SectionInfo>> due = new ArrayDeque<>();

    private int appInfoCount;
    private int parameterCount;

    Announcements(SinkList sinks, ParameterTable parameters, SectionTable<SectionInfo> sections) {
        this.sinks = sinks;
        this.parameters = parameters;
        this.sections = sections;
    }

    /**
     * Called before new sinks are admitted, with {@link #tellNew} afterwards: a sink announced before a section began gets its begin and
     * end.
     */
    void collect() {
        forgetUnheard();
        // Not empty after a pass that failed. The table bounds what waits behind it.
        if (due.isEmpty()) {
            for (var change = sections.poll(); change != null; change = sections.poll()) {
                due.add(change);
            }
        }
    }

    private void forgetUnheard() {
        for (SectionInfo next = sections.pollUnheard(); next != null; next = sections.pollUnheard()) {
            SectionInfo over = next;
            openSections.remove(over);
            due.removeIf(change -> change.section().equals(over));
        }
    }

    /** Sends news to all sinks. */
    void tellNew() {
        List<String> lines = Registry.INSTANCE.appInfo();
        while (appInfoCount < lines.size()) {
            String line = lines.get(appInfoCount++);
            if (!line.isEmpty()) {
                sinks.event(ProgramEvent.info(line));
            }
        }
        List<ParameterState> all = parameters.all();
        while (parameterCount < all.size()) {
            sinks.event(ProgramEvent.parameter(info(all.get(parameterCount++))));
        }
        for (var change = due.poll(); change != null; change = due.poll()) {
            SectionInfo section = change.section();
            if (change.begins()) {
                openSections.add(section);
                sinks.event(SectionEvent.begin(section));
            } else {
                openSections.remove(section);
                sinks.event(SectionEvent.end(section, change.endNanos()));
            }
        }
    }

    /** Sends the present state to a new sink. */
    void tellAll(GuardedSink sink) {
        // Once more: a section may have ended before the sink was announced, in this very pass.
        forgetUnheard();
        Registry.INSTANCE.appInfo().subList(0, appInfoCount).stream()
                .filter(line -> !line.isEmpty())
                .forEach(line -> sink.event(ProgramEvent.info(line)));
        parameters
                .all()
                .subList(0, parameterCount)
                .forEach(parameter -> sink.event(ProgramEvent.parameter(info(parameter))));
        openSections.forEach(section -> sink.event(SectionEvent.begin(section)));
    }

    private static ParameterInfo info(ParameterState now) {
        return new ParameterInfo(now.index(), now.name(), now.nameId(), now.kind(), now.value());
    }
}
