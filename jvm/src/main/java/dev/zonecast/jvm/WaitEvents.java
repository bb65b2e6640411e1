package dev.zonecast.jvm;

import dev.zonecast.core.event.SampleKind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.EventSettings;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Threads that wait: for a monitor, in one, parked, asleep, for a file or a socket. Each thread's waits have a track, and stand on the
 * thread where the format allows it. A wait is a sample of its own kind too: a sleeping thread is marked once and not sampled again.
 */
final class WaitEvents {
    /** Tracks of threads; waits of further threads share one set of tracks. */
    private static final int MAX_THREADS = 512;

    private static final int WAIT_RGB = 0x7F8C8D;
    private static final int INPUT_OUTPUT_RGB = 0xB9770E;

    private final JvmOptions options;
    private final Batch batch;
    private final Map<Long, Lanes> byThread = new HashMap<>();
    private final Lanes others;

    WaitEvents(JvmOptions options, Batch batch) {
        this.options = options;
        this.batch = batch;
        others = batch.lanes("JVM: waits of further threads");
    }

    void subscribe(Subscriptions to) {
        wait(to, "jdk.JavaMonitorEnter", "enter monitor", event -> monitor(event, "previousOwner", "owner"));
        wait(to, "jdk.JavaMonitorWait", "wait in monitor", event -> monitor(event, "notifier", "notified by"));
        wait(to, "jdk.ThreadPark", "park", event -> "for: " + type(event, "parkedClass"));
        wait(to, "jdk.ThreadSleep", "sleep", event -> null);
        wait(to, "jdk.VirtualThreadPinned", "pinned", WaitEvents::pinnedReason);
        // The Z collector's, when a program allocates faster than it collects.
        wait(to, "jdk.ZAllocationStall", "wait for memory", event -> "bytes: " + event.getLong("size"));
        inputOutput(to, "jdk.FileRead", "read file", event -> event.getString("path"), "bytesRead");
        inputOutput(to, "jdk.FileWrite", "write file", event -> event.getString("path"), "bytesWritten");
        inputOutput(to, "jdk.FileForce", "force file", event -> event.getString("path"), null);
        inputOutput(to, "jdk.SocketRead", "read socket", WaitEvents::peer, "bytesRead");
        inputOutput(to, "jdk.SocketWrite", "write socket", WaitEvents::peer, "bytesWritten");
    }

    private void wait(Subscriptions to, String type, String name, Function<RecordedEvent, String> text) {
        to.lasting(type, options.waitsFrom, EventSettings::withStackTrace, event -> add(event, name, text, WAIT_RGB));
    }

    private void inputOutput(
            Subscriptions to, String type, String name, Function<RecordedEvent, String> subject, String bytes) {
        Function<RecordedEvent, String> text =
                event -> subject.apply(event) + (bytes == null ? "" : "\nbytes: " + event.getLong(bytes));
        to.lasting(
                type,
                options.inputOutputFrom,
                settings -> settings.withStackTrace().with("throttle", "off"),
                event -> add(event, name, text, INPUT_OUTPUT_RGB));
    }

    private void add(RecordedEvent event, String name, Function<RecordedEvent, String> text, int rgb) {
        RecordedThread thread = event.getThread();
        if (batch.accepts(thread)) {
            Span span = batch.span(event, name, rgb, text.apply(event));
            lanes(thread).add(span);
            batch.stop(thread.getJavaThreadId(), span);
            batch.sample(event, thread, SampleKind.SLEEPING, event.getDuration().toNanos(), null);
        }
    }

    private Lanes lanes(RecordedThread thread) {
        long id = thread.getJavaThreadId();
        return byThread.size() >= MAX_THREADS
                ? byThread.getOrDefault(id, others)
                : byThread.computeIfAbsent(id, i -> batch.lanes("JVM: waits of " + StackReader.name(thread), i));
    }

    private static String monitor(RecordedEvent event, String threadField, String what) {
        RecordedThread other = event.getThread(threadField);
        return "for: " + type(event, "monitorClass")
                + (other == null ? "" : "\n" + what + ": " + StackReader.name(other));
    }

    /** Null before Java 24, which was the first to name it. */
    private static String pinnedReason(RecordedEvent event) {
        return event.hasField("pinnedReason") ? "by: " + event.getString("pinnedReason") : null;
    }

    private static String type(RecordedEvent event, String field) {
        return StackReader.typeName(event.getClass(field));
    }

    private static String peer(RecordedEvent event) {
        return event.getString("host") + " " + event.getString("address") + ":" + event.getInt("port");
    }
}
