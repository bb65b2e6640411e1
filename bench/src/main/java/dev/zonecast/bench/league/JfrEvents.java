package dev.zonecast.bench.league;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordingFile;

/** An event of the JDK's flight recorder. */
final class JfrEvents extends Contestant {
    private static final String NAME = "dev.zonecast.bench.league.Zone";

    @Name(NAME)
    @StackTrace(false)
    static final class ZoneEvent extends Event {}

    private final Recording recording = new Recording();
    private Path file;

    @Override
    void start(Path folder) throws IOException {
        file = folder.resolve("event.jfr");
        recording.enable(ZoneEvent.class).withoutStackTrace().withThreshold(Duration.ZERO);
        recording.setDestination(file);
        recording.start();
    }

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            ZoneEvent event = new ZoneEvent();
            event.begin();
            event.commit();
        }
    }

    @Override
    Outcome stop(long zones) throws IOException {
        recording.close();
        return new Outcome(size(file), zones - count(file, NAME));
    }

    /** Events of a name in a recording. */
    static long count(Path file, String name) throws IOException {
        long count = 0;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                if (events.readEvent().getEventType().getName().equals(name)) {
                    count++;
                }
            }
        }
        return count;
    }
}
