package dev.zonecast.jvm;

import dev.zonecast.core.Severity;
import dev.zonecast.core.late.LateTrack;
import java.time.Duration;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** What happens at a moment: exceptions that are thrown, threads that start and end. Lines on tracks of their own. */
final class NoteEvents {
    private static final int COUNTS_PER_SECOND = 10;

    private final JvmOptions options;
    private final Batch batch;
    private final LateTrack exceptions = Tracks.of("JVM: exceptions");
    private final LateTrack threads = Tracks.of("JVM: threads");
    private final SecondLimit limit;
    private long lastTicks;

    /** JFR's count of all exceptions; -1 before the first. */
    private long thrown = -1;

    /** Handed over since that count. */
    private long received;

    /** Since the last flush. */
    private long withheld;

    NoteEvents(JvmOptions options, Batch batch) {
        this.options = options;
        this.batch = batch;
        limit = new SecondLimit(options.exceptionsPerSecond);
    }

    void subscribe(Subscriptions to) {
        if (options.exceptionsPerSecond > 0) {
            // Errors are told by the other event too; but JDK 25 (seen in 25.0.3) tells a stream of neither without
            // this one.
            to.on("jdk.JavaErrorThrow", settings -> {}, event -> {});
            // JFR has the setting from JDK 25 on.
            to.on(
                    "jdk.JavaExceptionThrow",
                    settings -> settings.with("throttle", options.exceptionsPerSecond + "/s"),
                    this::thrown);
            to.on(
                    "jdk.ExceptionStatistics",
                    settings -> settings.withPeriod(Duration.ofSeconds(1).dividedBy(COUNTS_PER_SECOND)),
                    this::counted);
        }
        to.on("jdk.ThreadStart", settings -> {}, event -> thread(event, "starts"));
        to.on("jdk.ThreadEnd", settings -> {}, event -> thread(event, "ends"));
    }

    private void thrown(RecordedEvent event) {
        received++;
        lastTicks = Span.beginOf(event);
        if (limit.takes(event.getStartTime().getEpochSecond())) {
            show(event);
        }
    }

    /** JFR's count of all exceptions. Above the rate that it was asked for, it drops some. Those of its own threads it never hands over. */
    private void counted(RecordedEvent event) {
        long all = event.getLong("throwables");
        long since = thrown < 0 ? 0 : all - thrown;
        if (since * COUNTS_PER_SECOND > options.exceptionsPerSecond) {
            withheld += Math.max(0, since - received);
            lastTicks = Span.beginOf(event);
        }
        thrown = all;
        received = 0;
    }

    /** The flush's sum of exceptions that are not shown. */
    void flush() {
        long more = limit.newlyLeftOut() + withheld;
        withheld = 0;
        if (more > 0) {
            batch.note(
                    exceptions,
                    lastTicks,
                    Severity.DEBUG,
                    "further exceptions: " + more + " (at most " + options.exceptionsPerSecond
                            + " a second are shown)");
        }
    }

    private void show(RecordedEvent event) {
        String message = event.getString("message");
        String by = event.getThread() == null ? "" : StackReader.name(event.getThread());
        batch.note(
                exceptions,
                event,
                Severity.DEBUG,
                StackReader.typeName(event.getClass("thrownClass")) + (message == null ? "" : ": " + message) + " ["
                        + by + "]");
    }

    private void thread(RecordedEvent event, String what) {
        RecordedThread thread = event.getThread("thread");
        if (thread == null) {
            return;
        }
        RecordedThread parent = event.hasField("parentThread") ? event.getThread("parentThread") : null;
        batch.note(
                threads,
                event,
                Severity.DEBUG,
                "thread \"" + StackReader.name(thread) + "\" " + what
                        + (parent == null ? "" : " (by \"" + StackReader.name(parent) + "\")"));
    }
}
