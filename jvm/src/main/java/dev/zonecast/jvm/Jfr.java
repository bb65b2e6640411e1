package dev.zonecast.jvm;

import java.io.IOException;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/** The first of our classes that needs JFR. */
final class Jfr {
    private Jfr() {}

    /** Loads JFR, which takes most of the time of its start. Records nothing. */
    static void load() {
        if (FlightRecorder.isAvailable()) {
            List<EventType> ignored = FlightRecorder.getFlightRecorder().getEventTypes();
        }
    }

    /** @throws IOException if JFR is there and does not work */
    static JfrSession open(JvmOptions options, ThreadFilter filter, StartGap gap, JvmEvents owner) throws IOException {
        if (!FlightRecorder.isAvailable()) {
            throw new IOException("the virtual machine \"" + System.getProperty("java.vm.name") + "\" has none");
        }
        return new JfrSession(options, filter, gap, owner);
    }
}
