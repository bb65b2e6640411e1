package dev.zonecast.core.live;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.Parameter;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.core.Zonecast;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A program that works before and while a viewer is connected; {@link HistorySessionTest} runs it in a JVM of its own. */
final class HistoryProgram {
    static final int THREADS = 3;

    /** Far more than millions of events take on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final SourceLocation OPEN = SourceLocation.here("open all the time");
    private static final SourceLocation JOB = SourceLocation.here("job");
    private static final SourceLocation INNER = SourceLocation.here("inner");
    private static final SourceLocation ENDED = SourceLocation.here("of an ended thread");
    private static final Parameter GO_ON = Parameter.ofInt("go on", 0);

    private HistoryProgram() {}

    /**
     * Opens the port that is the first argument when each thread has done as many jobs as the second says. Ends when a viewer has changed
     * the parameter and each thread has done as many jobs again.
     */
    public static void main(String[] args) throws InterruptedException {
        int jobs = Integer.parseInt(args[1]);
        boolean ignored = Zonecast.start(Options.fromSystemProperties()
                .set(Option.PORT, Integer.parseInt(args[0]))
                .set(Option.LISTEN, false)
                .set(Option.SYSTEM_REPORTS, false)
                .set(Option.RING_WAIT, Duration.ofSeconds(10)));
        long open = Zone.begin(OPEN);
        Thread ended = new Thread(() -> Zone.end(Zone.begin(ENDED)), "ended");
        ended.start();
        ended.join();
        CountDownLatch first = new CountDownLatch(THREADS);
        Thread[] workers = new Thread[THREADS];
        int[] done = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            workers[i] = new Thread(() -> done[number] = work(jobs, first), "worker " + i);
            workers[i].start();
        }
        first.await();
        awaitHistory();
        System.out.println("port " + Zonecast.listen());
        for (Thread worker : workers) {
            worker.join();
        }
        Zone.end(open);
        for (int jobsOfThread : done) {
            System.out.println("jobs " + jobsOfThread);
        }
        System.out.println("complete " + Zonecast.shutdown(LIMIT) + " dropped "
                + Zonecast.statistics().losses().droppedEvents());
    }

    /** Waits until the history has all events so far and has dropped what it has no room for: a viewer gets what is left. */
    private static void awaitHistory() throws InterruptedException {
        if (!Zonecast.flush(LIMIT)) {
            throw new IllegalStateException("not flushed");
        }
        // The history was attached before, so its cycle has ended when this one's ends.
        CountDownLatch cycle = new CountDownLatch(1);
        EventSink sink = new EventSink() {
            @Override
            public String description() {
                return "wait for the history";
            }

            @Override
            public void event(Event event) {}

            @Override
            public void cycleEnd(long nanos) {
                cycle.countDown();
            }
        };
        if (!Zonecast.attach(sink)) {
            throw new IllegalStateException("not attached");
        }
        cycle.await();
        if (!Zonecast.detach(sink, LIMIT)) {
            throw new IllegalStateException("not detached");
        }
    }

    private static int work(int jobs, CountDownLatch first) {
        int job = 0;
        while (job < jobs) {
            job = job(job);
        }
        first.countDown();
        while (GO_ON.value() == 0) {
            job = job(job);
            LockSupport.parkNanos(1_000_000);
        }
        int end = job + jobs;
        while (job < end) {
            job = job(job);
        }
        return job;
    }

    private static int job(int number) {
        try (Zone zone = Zone.open(JOB)) {
            zone.value(number);
            Zone.end(Zone.begin(INNER));
        }
        return number + 1;
    }
}
