package dev.zonecast.core.event;

/**
 * Energy used by a part of the machine.
 *
 * @param name as the system calls the part: {@code package-0}, {@code core}, {@code dram}
 * @param nameId of the name in the table of names
 * @param microjoules since the reading before
 * @param overNanos time since the reading before
 */
public record PowerReading(String name, int nameId, long microjoules, long overNanos) {
    /** Mean power in watts. */
    public double watts() {
        return overNanos <= 0 ? 0 : microjoules * 1e3 / overNanos;
    }
}
