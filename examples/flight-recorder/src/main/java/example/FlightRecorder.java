package example;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.TraceZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A game with one slow frame. The flight recorder saves the moments before it; the snapshot names the cause. */
public final class FlightRecorder {
    private static final SourceLocation UPDATE = SourceLocation.here("update");
    private static final SourceLocation AUTOSAVE = SourceLocation.here("autosave");
    private static final Duration LIMIT = Duration.ofMillis(100);

    private record Part(String name, String place, long beginNanos, long selfNanos) {}

    /** Runs 300 frames, of which frame 200 is slow. */
    public static void main(String[] arguments) throws Exception {
        Path snapshots = Files.createDirectories(Path.of("target/snapshots"));
        Zonecast.start(Options.fromSystemProperties()
                .set(Option.BUFFER_MODE, BufferMode.CIRCULAR) // the newest events, in a mapped file
                .set(Option.BUFFER_BYTES, 4L << 20)
                .set(Option.SNAPSHOT_FRAME, LIMIT) // a slower frame causes a snapshot
                .set(Option.SNAPSHOT_PAUSE, Duration.ZERO)
                .set(Option.SNAPSHOT_FOLDER, snapshots));
        for (int frame = 1; frame <= 300; frame++) {
            Frame.mark();
            update(frame);
        }
        Zonecast.shutdown(Duration.ofSeconds(10)); // waits for snapshots
        try (var files = Files.list(snapshots)) {
            for (Path file : files.sorted().toList()) {
                explain(file);
            }
        }
    }

    private static void update(int frame) throws InterruptedException {
        try (var _ = Zone.open(UPDATE)) {
            Thread.sleep(2);
            if (frame == 200) {
                try (var _ = Zone.open(AUTOSAVE)) {
                    Thread.sleep(400); // the planted hitch
                }
            }
        }
    }

    /** Prints the longest frame of a snapshot, and the zone that took most of it. */
    private static void explain(Path file) throws IOException {
        List<Part> zones = new ArrayList<>();
        List<TraceFrame> frames = new ArrayList<>();
        TraceReader.read(file, new TraceListener() {
            @Override
            public void zone(TraceZone zone) {
                zones.add(new Part(zone.name(), zone.location().place(), zone.beginNanos(), zone.selfNanos()));
            }

            @Override
            public void event(TraceEvent event) {
                if (event instanceof TraceFrame frame && frame.isBase()) {
                    frames.add(frame);
                }
            }
        });
        frames.sort((a, b) -> Long.compare(b.durationNanos(), a.durationNanos()));
        TraceFrame worst = frames.getFirst();
        zones.removeIf(zone -> zone.beginNanos() < worst.beginNanos() || zone.beginNanos() >= worst.endNanos());
        zones.sort((a, b) -> Long.compare(b.selfNanos(), a.selfNanos()));
        Part cause = zones.getFirst();
        System.out.printf("%s: frame %d took %.1f ms%n", file, worst.number(), worst.durationNanos() / 1e6);
        System.out.printf("  %.1f ms of it in \"%s\", %s%n", cause.selfNanos() / 1e6, cause.name(), cause.place());
    }
}
