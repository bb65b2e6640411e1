package dev.zonecast.core.live;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.MachineEvent;
import dev.zonecast.core.event.ParameterInfo;
import dev.zonecast.core.event.RunEvent;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.core.kind.ParameterKind;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.core.state.ParameterTable;
import dev.zonecast.core.system.LogicalCpu;
import dev.zonecast.tracy.EventEncoder;
import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Protocol;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of a session that belong to the program or the machine as a whole, and to no thread: its processors, how busy they are and which
 * threads run on them, power, parameters, sections. Events that a version of the protocol lacks are left out.
 *
 * <p>Owned by the collector's thread.
 */
final class ProgramEvents {
    /** Cores have 8 bits. */
    private static final int MAX_CORE = 255;

    private static final int IDLE = 0;

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
            encoder.open(EventType.CPU_TOPOLOGY)
                    .i32(cpu.packageId())
                    .i32(cpu.die())
                    .i32(cpu.core())
                    .i32(cpu.number());
        }
    }

    void event(MachineEvent e, long nanos) {
        if (e.kind() == EventKind.CPU_LOAD) {
            encoder.open(EventType.SYS_TIME_REPORT).i64(nanos).i32(Float.floatToRawIntBits((float) e.percent()));
        } else {
            // The viewer draws power from the second report on.
            encoder.open(EventType.SYS_POWER_REPORT)
                    .i64(nanos)
                    .i64(e.power().microjoules())
                    .i64(e.power().nameId());
        }
    }

    /**
     * A thread ran on a core.
     *
     * @param originNanos what began before is left out: a viewer has no negative times
     */
    void ran(RunEvent run, SessionThread thread, long pid, long originNanos) {
        if (run.nanos() < originNanos || run.core() > MAX_CORE) {
            return;
        }
        if (!thread.hasProcess) {
            thread.hasProcess = true;
            encoder.open(EventType.TID_TO_PID)
                    .i64(Integer.toUnsignedLong(thread.id))
                    .i64(pid);
        }
        encoder.contextSwitch(run.nanos(), IDLE, thread.id, run.core(), 0);
        int state = run.preempted() ? EventEncoder.RUNNABLE : EventEncoder.SLEEPING;
        encoder.contextSwitch(run.endNanos(), thread.id, IDLE, run.core(), state);
    }

    // --- parameters

    /** The history may have an older value than the parameter. A viewer takes one value of each parameter. */
    void parameter(ParameterInfo parameter) {
        int value = ParameterTable.INSTANCE.all().get(parameter.index()).value();
        encoder.open(EventType.PARAM_SETUP)
                .i32(parameter.index())
                .i64(parameter.nameId())
                .i8(type(parameter.kind()))
                .i32(value);
    }

    // --- sections

    void event(SectionEvent e, long nanos) {
        SectionInfo section = e.section();
        if (e.kind() == EventKind.SECTION_BEGIN) {
            sectionBegin(section, nanos);
        } else if (openSections.remove(section.id())) {
            sectionLeave(section.id(), nanos);
        }
    }

    private void sectionBegin(SectionInfo section, long nanos) {
        if (!protocol.knows(EventType.SECTION_ENTER)) {
            return;
        }
        SectionCategory category = section.category();
        if (describedCategories.add(category)) {
            encoder.singleString(category.description());
            encoder.open(EventType.SECTION_SETUP).i16(Ids.of(category));
        }
        encoder.singleString(section.text());
        encoder.open(EventType.SECTION_ENTER)
                .threadTime(nanos)
                .i32(section.id())
                .i16(Ids.of(category));
        openSections.add(section.id());
    }

    private void sectionLeave(int id, long nanos) {
        encoder.open(EventType.SECTION_LEAVE).threadTime(nanos).i32(id);
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
