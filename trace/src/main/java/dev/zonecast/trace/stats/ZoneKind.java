package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.Track;

/** Where a zone was spent. */
public enum ZoneKind {
    /** A processor, in the program. */
    CPU("cpu"),
    /** A graphics processor. */
    GPU("gpu"),
    /** A processor, in a Lua script. */
    LUA("lua"),
    /** The virtual machine: collections, safepoints, class loading. */
    JVM("jvm"),
    /** A compiler thread of the virtual machine, beside the program. */
    JVM_COMPILER("jvm"),
    /** A wait of a thread, as the virtual machine reports it. */
    JVM_WAIT("jvm");

    private static final int KINDS = values().length;
    private static final String COMPILER_TRACK = "JVM: compiler";
    private static final String WAITS_TRACK = "JVM: waits of ";

    private final String label;

    ZoneKind(String label) {
        this.label = label;
    }

    /** As tables and exports name it: {@code cpu}, {@code gpu}, {@code lua}, {@code jvm}. */
    public String label() {
        return label;
    }

    /** Small number of a place: a location, and what its zones were spent on. For {@link Slots}. */
    @SuppressWarnings("EnumOrdinal") // Of this run only.
    public int slot(Location location) {
        return location.index() * KINDS + ordinal();
    }

    /** Of a zone. */
    public static ZoneKind of(TraceZone zone) {
        if (zone.track().kind() == Track.Kind.GPU) {
            return GPU;
        }
        if (zone.track().kind() == Track.Kind.JVM) {
            return ofJvm(zone.track().name());
        }
        return zone.location().isLua() ? LUA : CPU;
    }

    private static ZoneKind ofJvm(String track) {
        if (track.startsWith(WAITS_TRACK)) {
            return JVM_WAIT;
        }
        return track.startsWith(COMPILER_TRACK) ? JVM_COMPILER : JVM;
    }
}
