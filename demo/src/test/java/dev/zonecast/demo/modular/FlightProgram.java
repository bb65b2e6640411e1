package dev.zonecast.demo.modular;

import dev.zonecast.core.BufferMode;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Takes a snapshot of a trace buffer. */
final class FlightProgram {
    private FlightProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Options options = Options.fromSystemProperties()
                .set(Option.BUFFER_MODE, BufferMode.CIRCULAR)
                .set(Option.BUFFER_BYTES, 1L << 20)
                .set(Option.BUFFER_FOLDER, folder.resolve("run"));
        System.out.println("started: " + Zonecast.start(options));
        Zone.end(Zone.begin(SourceLocation.here()));
        Path snapshot = Zonecast.snapshot(folder.resolve("snapshot.fxt")).get();
        System.out.println("snapshot: " + (Files.size(snapshot) > 0));
        System.out.println("ended: " + Zonecast.shutdown(Duration.ofSeconds(20)));
    }
}
