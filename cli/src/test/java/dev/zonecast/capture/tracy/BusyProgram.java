package dev.zonecast.capture.tracy;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.time.Duration;

/** Records zones at full rate in as many places as its argument says, until its input ends. {@link WatchCommandTest} runs it. */
final class BusyProgram {
    private static final int LEAST_PORT = 20_000;
    /** Those of other tests follow. */
    private static final int PORTS = 2_000;

    /** A viewer on a loaded machine may be slow. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static volatile boolean isEnded;

    private BusyProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        Zonecast.start(Options.defaults()
                .set(Option.PORT, LEAST_PORT + (int) (ProcessHandle.current().pid() % PORTS))
                .set(Option.PROGRAM_NAME, "busy program")
                .set(Option.VIEWER_STALL, PATIENCE)
                .set(Option.RING_WAIT, Duration.ofMillis(100)));
        SourceLocation[] places = new SourceLocation[Integer.parseInt(arguments[0])];
        for (int i = 0; i < places.length; i++) {
            places[i] = SourceLocation.of("place " + i, "BusyProgram.main", "BusyProgram.java", i + 1, 0);
        }
        Thread.ofPlatform().daemon().start(BusyProgram::awaitEndOfInput);
        while (!isEnded) {
            for (SourceLocation place : places) {
                Zone.end(Zone.begin(place));
            }
            Frame.mark();
            if (places.length < 100) {
                Thread.sleep(1);
            }
        }
        boolean _ = Zonecast.shutdown(PATIENCE);
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Only the end matters.
            }
        } catch (IOException e) {
            // As its end.
        }
        isEnded = true;
    }
}
