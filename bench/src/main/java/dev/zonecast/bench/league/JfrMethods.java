package dev.zonecast.bench.league;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** A method that the flight recorder instruments (JEP 520). The name of the zone is the name of the method. */
final class JfrMethods extends Contestant {
    private static final String EVENT = "jdk.MethodTrace";

    private final Recording recording = new Recording();
    private Path file;

    @Override
    void start(Path folder) throws IOException {
        file = folder.resolve("method.jfr");
        recording
                .enable(EVENT)
                .withoutStackTrace()
                .withThreshold(Duration.ZERO)
                .with("filter", JfrMethods.class.getName() + "::zone");
        recording.setDestination(file);
        recording.start();
    }

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            zone();
        }
    }

    private static void zone() {}

    @Override
    Outcome stop(long zones) throws IOException {
        recording.close();
        return new Outcome(size(file), zones - JfrEvents.count(file, EVENT));
    }
}
