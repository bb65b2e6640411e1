package dev.zonecast.core.event;

import dev.zonecast.core.kind.EventKind;

/** A report about the machine. The time of reports never runs backwards. */
public final class MachineEvent extends Event {
    private final double percent;
    private final PowerReading power;

    private MachineEvent(EventKind kind, long nanos, double percent, PowerReading power) {
        set(kind, null, nanos);
        this.percent = percent;
        this.power = power;
    }

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

    /** Of {@link EventKind#CPU_LOAD}; 100 = all processors. */
    public double percent() {
        return percent;
    }

    /** Of {@link EventKind#POWER}. */
    public PowerReading power() {
        return power;
    }
}
