package dev.zonecast.capture.stats;

import dev.zonecast.capture.trace.Location;
import dev.zonecast.capture.trace.Track;
import dev.zonecast.capture.trace.Zone;
import java.util.Locale;

/** Where a zone was spent. */
public enum ZoneKind {
    /** A processor, in the program. */
    CPU,
    /** A graphics processor. */
    GPU,
    /** A processor, in a Lua script. */
    LUA,
    /** The virtual machine: collections, compilations, waits of a thread. */
    JVM;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As tables and exports name it: {@code cpu}, {@code gpu}, {@code lua}, {@code jvm}. */
    public String label() {
        return label;
    }

    /** Of a zone. */
    public static ZoneKind of(Zone zone) {
        if (zone.track().kind() == Track.Kind.GPU) {
            return GPU;
        }
        if (zone.track().kind() == Track.Kind.JVM) {
            return JVM;
        }
        return zone.location().language() == Location.Language.LUA ? LUA : CPU;
    }
}
