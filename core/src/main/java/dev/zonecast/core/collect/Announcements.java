package dev.zonecast.core.collect;

import dev.zonecast.core.event.ProgramEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.parameter.ParameterTable;
import dev.zonecast.core.registry.Registry;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.section.SectionTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is registered and not recorded, told to sinks as it comes and to new sinks as it stands: application lines, parameters,
 * sections.
 *
 * <p>Owned by the collector's thread.
 */
final class Announcements {
    private record Change(long nanos, Runnable tell) {}

    private final SinkList sinks;
    private final ParameterTable parameters;
    private final SectionTable sections;

    /** Sections that sinks know to be open, in the order in which they heard of them. */
    private final Map<Integer, SectionInfo> openSections = new LinkedHashMap<>();

    /** Collected and not told yet. */
    private final List<SectionInfo> begun = new ArrayList<>();

    private final List<SectionInfo> ended = new ArrayList<>();

    private int appInfoCount;
    private int parameterCount;
    private int sectionVersion;

    Announcements(SinkList sinks, ParameterTable parameters, SectionTable sections) {
        this.sinks = sinks;
        this.parameters = parameters;
        this.sections = sections;
    }

    /**
     * Takes note of sections that came and went. To be called before new sinks are admitted, and {@link #tellNew} afterwards: a sink
     * announced before a section began then gets it.
     */
    void collect() {
        int version = sections.version();
        if (version == sectionVersion) {
            return;
        }
        sectionVersion = version;
        for (SectionInfo section : sections.open()) {
            if (!openSections.containsKey(section.id())) {
                begun.add(section);
            }
        }
        for (SectionInfo section = sections.pollEnded(); section != null; section = sections.pollEnded()) {
            ended.add(section);
        }
    }

    /** Tells all sinks what is new. */
    void tellNew() {
        List<String> lines = Registry.INSTANCE.appInfo();
        while (appInfoCount < lines.size()) {
            String line = lines.get(appInfoCount++);
            sinks.event(ProgramEvent.info(line));
        }
        List<ParameterState> all = parameters.all();
        while (parameterCount < all.size()) {
            ParameterState parameter = all.get(parameterCount++);
            sinks.event(ProgramEvent.parameter(parameter));
        }
        tellSections();
    }

    /** Begins and ends in the order of their time, so that one that follows another does not look as if they overlapped. */
    private void tellSections() {
        if (!begun.isEmpty() || !ended.isEmpty()) {
            List<Change> changes = new ArrayList<>();
            for (SectionInfo section : begun) {
                changes.add(new Change(section.beginNanos(), () -> begin(section)));
            }
            for (SectionInfo section : ended) {
                if (!openSections.containsKey(section.id()) && !begun.contains(section)) {
                    changes.add(new Change(section.beginNanos(), () -> begin(section)));
                }
                changes.add(new Change(section.endNanos(), () -> end(section)));
            }
            begun.clear();
            ended.clear();
            changes.sort(Comparator.comparingLong(Change::nanos));
            changes.forEach(change -> change.tell().run());
        }
        forgetMissed();
    }

    private void forgetMissed() {
        if (!openSections.isEmpty()) {
            List<SectionInfo> missed =
                    openSections.values().stream().filter(SectionInfo::missed).toList();
            missed.forEach(this::end);
        }
    }

    private void begin(SectionInfo section) {
        openSections.put(section.id(), section);
        sinks.event(SectionEvent.begin(section));
    }

    private void end(SectionInfo section) {
        openSections.remove(section.id());
        sinks.event(SectionEvent.end(section));
    }

    /** Tells a sink that is new what the others know. */
    void tellAll(GuardedSink sink) {
        forgetMissed();
        for (String line : Registry.INSTANCE.appInfo().subList(0, appInfoCount)) {
            sink.event(ProgramEvent.info(line));
        }
        for (ParameterState parameter : parameters.all().subList(0, parameterCount)) {
            sink.event(ProgramEvent.parameter(parameter));
        }
        for (SectionInfo section : openSections.values()) {
            sink.event(SectionEvent.begin(section));
        }
    }
}
