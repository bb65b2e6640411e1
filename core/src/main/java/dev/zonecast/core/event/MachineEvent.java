package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/**
 * A report about the machine. The time of reports never runs backwards.
 *
 * @param percent of {@link EventKind#CPU_LOAD}; 100 = all processors
 * @param power of {@link EventKind#POWER}
 */
public record MachineEvent(EventKind kind, long nanos, double percent, PowerReading power) implements Event {
    /**
     * A load.
     *
     * @param percent 100 = all processors
     */
    public static MachineEvent load(long nanos, double percent) {
        return new MachineEvent(EventKind.CPU_LOAD, nanos, percent, null);
    }

    /** Energy that a part of the machine has used. */
    public static MachineEvent power(long nanos, PowerReading reading) {
        return new MachineEvent(EventKind.POWER, nanos, 0, reading);
    }
}
