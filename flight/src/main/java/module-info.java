/** Trace buffers that outlive the program, recovery of dead programs, and the program's end of a manager. */
@SuppressWarnings("module") // The modules that it exports packages to are built after this one.
module dev.zonecast.flight {
    requires transitive dev.zonecast.core;
    requires dev.zonecast.fxt;
    requires dev.zonecast.memory;
    requires java.management;

    exports dev.zonecast.flight.buffer to
            dev.zonecast.capture,
            dev.zonecast.cli;
    exports dev.zonecast.flight.recovery to
            dev.zonecast.capture,
            dev.zonecast.cli;

    provides dev.zonecast.core.session.FlightProvider with
            dev.zonecast.flight.FlightService;
}
