package example;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A game loop on the CPU: zones, frames, a plot and a message. */
public final class Hello {
    private static final SourceLocation FRAME = SourceLocation.here("frame");
    private static final SourceLocation UPDATE = SourceLocation.here("update", 0x3A7BD5);
    private static final SourceLocation SORT = SourceLocation.here("sort by distance", 0xD5843A);
    private static final Plot VISIBLE = Plot.of("visible objects");
    private static final int OBJECTS = 20_000;

    private final SplittableRandom random = new SplittableRandom(1);
    private final double[] distances = new double[OBJECTS];

    /** Runs as many frames as {@code -Dframes} says. */
    public static void main(String[] arguments) {
        Hello game = new Hello();
        Message.log("level loaded");
        for (int frames = Integer.getInteger("frames", 600); frames > 0; frames--) {
            try (var _ = Zone.open(FRAME)) {
                game.update();
                game.sort();
            }
            Frame.mark();
        }
    }

    private void update() {
        try (var _ = Zone.open(UPDATE)) {
            Arrays.setAll(distances, _ -> random.nextDouble(100));
        }
    }

    private void sort() {
        try (Zone zone = Zone.open(SORT)) {
            Arrays.sort(distances);
            long visible = Arrays.stream(distances).filter(distance -> distance < 40).count();
            zone.value(visible);
            VISIBLE.set(visible);
        }
    }
}
