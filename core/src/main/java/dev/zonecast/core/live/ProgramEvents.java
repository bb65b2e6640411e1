package dev.zonecast.core.live;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.parameter.ParameterKind;
import dev.zonecast.core.parameter.ParameterState;
import dev.zonecast.core.section.SectionInfo;
import dev.zonecast.core.system.LogicalCpu;
import dev.zonecast.core.system.PowerReading;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import dev.zonecast.tracy.Wire;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of a session that belong to the program or the machine as a whole, and to no thread: its processors and how busy they are,
 * power, parameters, sections. What a version of the protocol does not know is left out.
 *
 * <p>Owned by the collector's thread.
 */
final class ProgramEvents {
    private final Protocol protocol;
    private final SessionEncoder encoder;
    private final Set<SectionCategory> describedCategories = new HashSet<>();
    private final Set<Integer> openSections = new HashSet<>();

    ProgramEvents(Protocol protocol, SessionEncoder encoder) {
        this.protocol = protocol;
        this.encoder = encoder;
    }

    // --- the machine

    /** Where the logical processors sit; each once a session. */
    void cpus(List<LogicalCpu> cpus) {
        for (LogicalCpu cpu : cpus) {
            int at = encoder.open(EventType.CPU_TOPOLOGY);
            byte[] bytes = encoder.bytes();
            Wire.putInt(bytes, at + 1, cpu.packageId());
            Wire.putInt(bytes, at + 5, cpu.die());
            Wire.putInt(bytes, at + 9, cpu.core());
            Wire.putInt(bytes, at + 13, cpu.number());
        }
    }

    /** @param percent 100 = all processors */
    void cpuLoad(long nanos, double percent) {
        int at = encoder.open(EventType.SYS_TIME_REPORT);
        Wire.putLong(encoder.bytes(), at + 1, nanos);
        Wire.putInt(encoder.bytes(), at + 9, Float.floatToRawIntBits((float) percent));
    }

    /** The viewer draws power from the second report on. */
    void power(long nanos, PowerReading reading) {
        int at = encoder.open(EventType.SYS_POWER_REPORT);
        byte[] bytes = encoder.bytes();
        Wire.putLong(bytes, at + 1, nanos);
        Wire.putLong(bytes, at + 9, reading.microjoules());
        Wire.putLong(bytes, at + 17, reading.nameId());
    }

    // --- parameters

    void parameter(ParameterState parameter) {
        int at = encoder.open(EventType.PARAM_SETUP);
        byte[] bytes = encoder.bytes();
        Wire.putInt(bytes, at + 1, parameter.index());
        Wire.putLong(bytes, at + 5, parameter.nameId());
        bytes[at + 13] = (byte) type(parameter.kind());
        Wire.putInt(bytes, at + 14, parameter.value());
    }

    // --- sections

    void sectionBegin(SectionInfo section, long nanos) {
        if (!protocol.knows(EventType.SECTION_ENTER)) {
            return;
        }
        SectionCategory category = section.category();
        if (describedCategories.add(category)) {
            encoder.singleString(category.description());
            int setup = encoder.open(EventType.SECTION_SETUP);
            Wire.putShort(encoder.bytes(), setup + 1, category.id());
        }
        encoder.singleString(section.text());
        int at = encoder.open(EventType.SECTION_ENTER);
        byte[] bytes = encoder.bytes();
        Wire.putLong(bytes, at + 1, encoder.threadDelta(nanos));
        Wire.putInt(bytes, at + 9, section.id());
        Wire.putShort(bytes, at + 13, category.id());
        openSections.add(section.id());
    }

    void sectionEnd(SectionInfo section, long nanos) {
        if (openSections.remove(section.id())) {
            sectionLeave(section.id(), nanos);
        }
    }

    private void sectionLeave(int id, long nanos) {
        int at = encoder.open(EventType.SECTION_LEAVE);
        Wire.putLong(encoder.bytes(), at + 1, encoder.threadDelta(nanos));
        Wire.putInt(encoder.bytes(), at + 9, id);
    }

    /** Sections that the program has not ended end with the session. */
    void endSections(long nanos) {
        openSections.forEach(id -> sectionLeave(id, nanos));
        openSections.clear();
    }

    private int type(ParameterKind kind) {
        return switch (kind) {
            case INTEGER -> 0;
            case BOOLEAN -> 1;
            case TRIGGER -> protocol.hasButtons() ? 2 : 1;
        };
    }
}
