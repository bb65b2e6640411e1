package dev.zonecast.flight;

import dev.zonecast.core.Options;
import dev.zonecast.core.session.Flight;
import dev.zonecast.core.session.FlightProvider;

/** The service that makes trace buffers and connections to a manager possible. */
public final class FlightService implements FlightProvider {
    /** For {@link java.util.ServiceLoader}. */
    public FlightService() {}

    @Override
    public Flight open(Options options) {
        return new ProgramFlight(options);
    }
}
