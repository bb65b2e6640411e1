package dev.zonecast.trace.stats;

import dev.zonecast.trace.Location;
import java.util.List;

/**
 * A zone beside the samples that were taken while it was open.
 *
 * @param location where
 * @param kind on what
 * @param self samples of which it was the innermost zone
 * @param total samples while it was open
 * @param methods that ran in the samples of its own, the most frequent first
 */
public record SampledZone(Location location, ZoneKind kind, long self, long total, List<Method> methods) {
    /** A method, and how many samples there it was the innermost call of. */
    public record Method(String function, long samples) {}
}
