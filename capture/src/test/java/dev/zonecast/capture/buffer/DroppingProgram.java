package dev.zonecast.capture.buffer;

import dev.zonecast.core.Message;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.time.Duration;

/**
 * A program to be killed whose rings are full while its collector stands still. Prints how many zones its threads recorded, how many were
 * refused, and how many texts were cut since then.
 */
public final class DroppingProgram {
    static final SourceLocation COUNTED = SourceLocation.of("counted", "f", "Dropping.java", 1, 0);

    private static final int ZONES = 20_000;
    private static final int WITHOUT_RING = 777;
    /** Parameters beyond the limit of their table. */
    static final int REFUSED_PARAMETERS = 3;

    private static final int PARAMETERS = 1000;

    private static long recorded;
    private static long refused;

    private DroppingProgram() {}

    /** Runs until it is killed. */
    public static void main(String[] arguments) throws Exception {
        // Something that a commit has.
        zones(10);
        for (int i = 0; i < PARAMETERS + REFUSED_PARAMETERS; i++) {
            Parameter.ofInt("parameter " + i, i);
        }
        // Statistics go to recordings that have begun.
        flush();
        FrozenCollector.recordStatistics();
        flush();
        var _ = FrozenCollector.freeze();
        Message.log("x".repeat(100_000));
        zones(ZONES);
        // The limit of all rings is that of one.
        Thread.ofPlatform()
                .name("without ring")
                .start(() -> zones(WITHOUT_RING))
                .join();
        System.out.println("recorded " + recorded + " refused " + refused + " cut 1");
        Thread.sleep(600_000);
    }

    private static void flush() {
        if (!Zonecast.flush(Duration.ofSeconds(60))) {
            throw new IllegalStateException("not collected in time");
        }
    }

    private static void zones(int count) {
        for (int i = 0; i < count; i++) {
            long zone = Zone.begin(COUNTED);
            recorded += zone == 0 ? 0 : 1;
            refused += zone == 0 ? 1 : 0;
            Zone.end(zone);
        }
    }
}
