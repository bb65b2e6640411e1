package dev.zonecast.demo.modular;

import dev.zonecast.jvm.JvmEvents;
import dev.zonecast.jvm.JvmOptions;

/** Events of the virtual machine. */
public final class JvmProgram {
    private JvmProgram() {}

    /** Runs it. */
    public static void main(String[] arguments) {
        try (JvmEvents events = JvmEvents.install(JvmOptions.defaults())) {
            System.out.println("problem: " + events.problem());
        }
    }
}
