package dev.zonecast.cli;

import dev.zonecast.core.Frame;
import dev.zonecast.core.Message;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.marker.MarkerSchema;
import dev.zonecast.core.marker.MarkerType;
import java.lang.invoke.MethodHandles;
import java.time.Duration;

/**
 * Records something of each kind, on any Java that the libraries support; {@link Java21Test} compiles it for Java 21. Argument:
 * {@code end}: it ends by itself; {@code stay}: it waits to be killed.
 */
public final class Java21Program {
    /** A marker's data. */
    public record Hit(int damage, double metres, String weapon, char grade) {}

    static final int ROUNDS = 2_000;
    static final int THREADS = 2;
    static final String READY = "ready";

    private static final SourceLocation STEP = SourceLocation.here("step");
    private static final SourceLocation JOB = SourceLocation.here("job");
    private static final SourceLocation LAST = SourceLocation.here("last");
    private static final Plot LOAD = Plot.of("load");
    private static final MarkerType<Hit> HIT =
            MarkerType.of(MethodHandles.lookup(), Hit.class, MarkerSchema.builder("Hit"));

    private Java21Program() {}

    /** The options are system properties. */
    public static void main(String[] arguments) throws InterruptedException {
        Zonecast.start();
        Threads.name("renderer");
        while (!Zonecast.isActive()) {
            Thread.sleep(1);
        }
        Thread[] workers = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            workers[i] = Thread.ofPlatform().name("worker " + i).start(Java21Program::work);
        }
        for (int i = 0; i < ROUNDS; i++) {
            try (Zone zone = Zone.open(STEP)) {
                zone.text("step " + i).value(i);
                LOAD.set(i);
                HIT.instant(new Hit(i, i / 2.0, "sword " + i, 'a'));
            }
            Frame.mark();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        Message.log("done");
        System.out.println("clock " + Clock.name());
        if (arguments[0].equals("stay")) {
            long open = Zone.begin(LAST);
            System.out.println(READY);
            Thread.sleep(Duration.ofMinutes(5));
            Zone.end(open);
        }
        System.out.println("complete " + Zonecast.shutdown(Duration.ofSeconds(20)) + " dropped "
                + Zonecast.statistics().losses().droppedEvents());
    }

    private static void work() {
        for (int i = 0; i < ROUNDS; i++) {
            Zone.end(Zone.begin(JOB));
        }
    }
}
