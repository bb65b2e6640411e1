package dev.zonecast.jvm;

import dev.zonecast.core.event.SampleKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Threads that wait: for a monitor, in one, parked, asleep, for a file or a socket. Each thread's waits have a track, and stand on the
 * thread where the format allows it. A wait is a sample of its own kind too: a sleeping thread is marked once and not sampled again.
 */
final class WaitEvents implements LaneEvents {
    /** Tracks of threads; waits of further threads share one set of tracks. */
    private static final int MAX_THREADS = 512;

    private final JvmOptions options;
    private final Batch batch;
    private final Places places;
    private final ThreadFilter filter;
    private final StackReader stacks;
    private final Map<Long, Lanes> byThread = new LinkedHashMap<>();
    private final Lanes others = new Lanes("JVM: waits of further threads");

    WaitEvents(JvmOptions options, Batch batch, Places places, ThreadFilter filter, StackReader stacks) {
        this.options = options;
        this.batch = batch;
        this.places = places;
        this.filter = filter;
        this.stacks = stacks;
    }

    @Override
    public void subscribe(Subscriptions to) {
        wait(to, "jdk.JavaMonitorEnter", event -> "enter monitor", event -> monitor(event, "previousOwner", "owner"));
        wait(to, "jdk.JavaMonitorWait", event -> "wait in monitor", event -> monitor(event, "notifier", "notified by"));
        wait(to, "jdk.ThreadPark", event -> "park", event -> "for: " + type(event, "parkedClass"));
        wait(to, "jdk.ThreadSleep", event -> "sleep", event -> null);
        wait(to, "jdk.VirtualThreadPinned", event -> "pinned", event -> "by: " + event.getString("pinnedReason"));
        // The Z collector's, when a program allocates faster than it collects.
        wait(to, "jdk.ZAllocationStall", event -> "wait for memory", event -> "bytes: " + event.getLong("size"));
        inputOutput(to, "jdk.FileRead", "read file", event -> event.getString("path"), "bytesRead");
        inputOutput(to, "jdk.FileWrite", "write file", event -> event.getString("path"), "bytesWritten");
        inputOutput(to, "jdk.FileForce", "force file", event -> event.getString("path"), null);
        inputOutput(to, "jdk.SocketRead", "read socket", WaitEvents::peer, "bytesRead");
        inputOutput(to, "jdk.SocketWrite", "write socket", WaitEvents::peer, "bytesWritten");
    }

    private void wait(
            Subscriptions to, String type, Function<RecordedEvent, String> name, Function<RecordedEvent, String> text) {
        Duration from = options.waitsFrom;
        to.on(
                type,
                settings -> settings.withThreshold(from).withStackTrace(),
                event -> add(event, from, name.apply(event), text, Places.WAIT));
    }

    private void inputOutput(
            Subscriptions to, String type, String name, Function<RecordedEvent, String> subject, String bytes) {
        Duration from = options.inputOutputFrom;
        Function<RecordedEvent, String> text =
                event -> subject.apply(event) + (bytes == null ? "" : "\nbytes: " + event.getLong(bytes));
        to.on(
                type,
                settings -> settings.withThreshold(from).withStackTrace().with("throttle", "off"),
                event -> add(event, from, name, text, Places.INPUT_OUTPUT));
    }

    private void add(RecordedEvent event, Duration from, String name, Function<RecordedEvent, String> text, int rgb) {
        RecordedThread thread = event.getThread();
        // Another recording of this process may have asked for shorter ones too.
        if (thread == null || event.getDuration().compareTo(from) < 0) {
            return;
        }
        long id = thread.getJavaThreadId();
        String threadName = StackReader.name(thread);
        if (id <= 0 || !filter.accepts(id, threadName)) {
            return;
        }
        Span span = new Span(
                Subscriptions.beginTicks(event),
                Subscriptions.endTicks(event),
                places.of(name, rgb),
                text.apply(event));
        lanes(id, threadName).add(span);
        batch.stop(id, span);
        batch.sample(new Batch.Sample(
                id,
                threadName,
                filter.onlyIfRecording(id),
                span.beginTicks(),
                SampleKind.SLEEPING,
                event.getDuration().toNanos(),
                null,
                stacks.of(event.getStackTrace())));
    }

    private Lanes lanes(long threadId, String name) {
        Lanes known = byThread.get(threadId);
        if (known == null && byThread.size() >= MAX_THREADS) {
            return others;
        }
        return known != null ? known : byThread.computeIfAbsent(threadId, id -> new Lanes("JVM: waits of " + name, id));
    }

    private static String monitor(RecordedEvent event, String threadField, String what) {
        RecordedThread other = event.getThread(threadField);
        return "for: " + type(event, "monitorClass")
                + (other == null ? "" : "\n" + what + ": " + StackReader.name(other));
    }

    private static String type(RecordedEvent event, String field) {
        return StackReader.typeName(event.getClass(field));
    }

    private static String peer(RecordedEvent event) {
        return event.getString("host") + " " + event.getString("address") + ":" + event.getInt("port");
    }

    @Override
    public Stream<Lanes> lanes() {
        return Stream.concat(byThread.values().stream(), Stream.of(others));
    }
}
