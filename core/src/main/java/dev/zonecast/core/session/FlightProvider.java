package dev.zonecast.core.session;

import dev.zonecast.core.Options;

/** Makes a program's {@link Flight}; {@link java.util.ServiceLoader} finds it. */
@FunctionalInterface
public interface FlightProvider {
    /** Never fails: logs a missing part and continues without it. */
    Flight open(Options options);
}
