package dev.zonecast.capture.manager;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.marker.Category;
import dev.zonecast.core.marker.Marker;
import java.time.Duration;

/** Waits until it is recorded, records as many zones as the first argument says, says so, and records one more a byte of its input. */
public final class ManagedProgram {
    private static final SourceLocation STEP = SourceLocation.here("step");
    private static final SourceLocation PHYSICS =
            SourceLocation.here("physics").category(Category.of("Physics").sub("solver"));
    private static final SourceLocation TURN = SourceLocation.here("turn");
    private static final Marker HIT = Marker.of("hit", Category.of("Combat"));

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
            if (i % 10 == 0) {
                Zone.end(Zone.begin(PHYSICS));
                HIT.instant();
            }
            Zone.end(zone);
        }
        // In the buffer, not in the ring alone.
        if (!Zonecast.flush(Duration.ofMinutes(2))) {
            throw new IllegalStateException("not flushed in time");
        }
        System.out.println("done");
        while (System.in.read() >= 0) {
            Zone.end(Zone.begin(TURN));
            System.out.println("turn");
        }
    }
}
