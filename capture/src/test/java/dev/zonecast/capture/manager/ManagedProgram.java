package dev.zonecast.capture.manager;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;

/** Waits until it is recorded, records as many zones as the first argument says, then says so and waits for the end of its input. */
public final class ManagedProgram {
    private static final SourceLocation STEP = SourceLocation.here("step");

    private ManagedProgram() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        boolean _ = Zonecast.start();
        while (!Zonecast.isActive()) {
            Thread.sleep(1);
        }
        int count = Integer.parseInt(arguments[0]);
        for (int i = 0; i < count; i++) {
            long zone = Zone.begin(STEP);
            Zone.value(zone, i);
            Zone.end(zone);
        }
        System.out.println("done");
        while (System.in.read() >= 0) {
            // Until it is closed.
        }
    }
}
