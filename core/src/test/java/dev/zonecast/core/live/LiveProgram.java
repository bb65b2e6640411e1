package dev.zonecast.core.live;

import dev.zonecast.core.Frame;
import dev.zonecast.core.FrameName;
import dev.zonecast.core.Message;
import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Threads;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import java.time.Duration;

/** A program that uses the API; {@link LiveProgramTest} runs it in a JVM of its own. */
final class LiveProgram {
    static final int ROUNDS = 20_000;
    static final int THREADS = 3;

    private static final SourceLocation FRAME = SourceLocation.here("frame");
    private static final SourceLocation JOB = SourceLocation.here("job", 0x00FF00);
    private static final SourceLocation UNNAMED = SourceLocation.here();
    private static final Plot LOAD = Plot.of("load");
    private static final FrameName TICK = FrameName.of("tick");

    private LiveProgram() {}

    /** Listens at the port that is the only argument. */
    public static void main(String[] args) throws InterruptedException {
        Zonecast.start(Options.defaults()
                .set(Option.PORT, Integer.parseInt(args[0]))
                .set(Option.PROGRAM_NAME, "live program")
                .set(Option.RING_WAIT, Duration.ofSeconds(10)));
        System.out.println("port " + Zonecast.port());
        Zonecast.appInfo("a live program");
        Threads.name("renderer");
        while (!Zonecast.isActive()) {
            Thread.sleep(1);
        }
        Thread[] workers = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            workers[i] = new Thread(LiveProgram::work, "worker " + i);
            workers[i].start();
        }
        for (int i = 0; i < ROUNDS / 10; i++) {
            try (Zone zone = Zone.open(FRAME)) {
                zone.text("frame " + i).value(i);
                LOAD.set(i);
                Frame.mark(TICK);
            }
            Frame.mark();
        }
        Message.log(Severity.WARNING, "done");
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println("complete " + Zonecast.shutdown(Duration.ofMinutes(1)) + " dropped "
                + Zonecast.statistics().losses().droppedEvents());
    }

    private static void work() {
        for (int i = 0; i < ROUNDS; i++) {
            long job = Zone.begin(JOB);
            long inner = Zone.begin(UNNAMED);
            Zone.end(inner);
            Zone.end(job);
        }
    }
}
