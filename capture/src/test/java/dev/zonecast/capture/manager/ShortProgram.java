package dev.zonecast.capture.manager;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.time.Duration;

/** Records a few zones and ends. */
public final class ShortProgram {
    private static final SourceLocation WORK = SourceLocation.here("work");
    private static final int ZONES = 1000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private ShortProgram() {}

    /** Runs to its end. */
    public static void main(String[] arguments) {
        boolean _ = Zonecast.start();
        for (int i = 0; i < ZONES; i++) {
            Zone.end(Zone.begin(WORK));
        }
        boolean _ = Zonecast.flush(LIMIT);
        Zonecast.shutdown(LIMIT);
    }
}
