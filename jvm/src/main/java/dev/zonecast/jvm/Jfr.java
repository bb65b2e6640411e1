package dev.zonecast.jvm;

import java.io.IOException;
import jdk.jfr.FlightRecorder;

/** The first of our classes that needs JFR. */
final class Jfr {
    private Jfr() {}

    /** @throws IOException if JFR is there and does not work */
    static JfrSession open(JvmOptions options, ThreadFilter filter, JvmEvents owner) throws IOException {
        if (!FlightRecorder.isAvailable()) {
            throw new IOException("the virtual machine \"" + System.getProperty("java.vm.name") + "\" has none");
        }
        return new JfrSession(options, filter, owner);
    }
}
