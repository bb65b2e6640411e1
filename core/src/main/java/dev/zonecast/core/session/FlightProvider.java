package dev.zonecast.core.session;

import dev.zonecast.core.Options;

/** Makes a program's {@link Flight}; {@link java.util.ServiceLoader} finds it. */
@FunctionalInterface
public interface FlightProvider {
    /** Never fails: logs what it cannot have, and goes on without. */
    Flight open(Options options);
}
