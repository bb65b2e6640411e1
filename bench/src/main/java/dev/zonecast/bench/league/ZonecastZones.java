package dev.zonecast.bench.league;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Statistics;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Our zones, in the default options but for the listener. */
final class ZonecastZones extends Contestant {
    private static final SourceLocation ZONE = SourceLocation.here("zone");
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Path file;

    @Override
    void start(Path folder) throws IOException {
        file = folder.resolve("zonecast.fxt");
        Zonecast.start(Options.defaults().set(Option.LISTEN, false));
        Zonecast.startRecording(file);
    }

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            long zone = Zone.begin(ZONE);
            Zone.end(zone);
        }
    }

    @Override
    void settle() {
        Zonecast.flush(LIMIT);
    }

    @Override
    Outcome stop(long zones) throws IOException {
        Zonecast.stopRecording();
        Statistics statistics = Zonecast.statistics();
        return new Outcome(size(file), statistics.losses().total());
    }
}
