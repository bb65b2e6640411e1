package dev.zonecast.core.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The doors between copies of Zonecast in one process: the first copy is the host, which listens and records; those that find it are its
 * guests, which give it their events and ask it for what they do not have. A request is an array of a word and its arguments, in the
 * JDK's types; a word that is not known is answered with null.
 *
 * <p>Thread-safe.
 */
final class Copies {
    private Copies() {}

    /** What guests may ask of a host. */
    static Function<Object[], Object> hostDoor(Profiler profiler, Collector collector) {
        AtomicInteger last = new AtomicInteger(1);
        return request -> switch ((String) request[0]) {
            case "ping" -> !collector.hasStopped();
            case "join" -> join(collector, function(request[1]), "(" + last.incrementAndGet() + ")");
            case "leave" -> collector.execute(() -> collector.guests().leave((String) request[1]));
            case "port" -> profiler.port();
            case "viewerConnected" -> profiler.viewerConnected();
            case "recordingFile" -> profiler.recordingFile();
            case "startRecording" -> failure(() -> profiler.startRecording((Path) request[1]));
            case "stopRecording" -> failure(() -> profiler.stopRecording((Duration) request[1]));
            case "flush" -> profiler.flush((Duration) request[1]);
            default -> null;
        };
    }

    private static String join(Collector collector, Function<Object[], Object> guest, String label) {
        Future<?> _ = collector.execute(() -> collector.guests().join(guest, label));
        return label;
    }

    /** What a host may ask of a guest: called by the host's collector, returns at once. */
    static Function<Object[], Object> guestDoor(Profiler profiler) {
        Map<Object, EventSink> sinks = new ConcurrentHashMap<>();
        return request -> switch ((String) request[0]) {
            case "attach" -> {
                EventSink sink = GuestSink.to(consumer(request[1]));
                sinks.put(request[1], sink);
                profiler.attach(sink);
                yield null;
            }
            case "detach" -> {
                EventSink sink = sinks.remove(request[1]);
                yield sink == null ? null : profiler.detach(sink, Duration.ofNanos((long) request[2]));
            }
            default -> null;
        };
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Exceptions cross over as values; null if there was none. */
    private static Exception failure(Work work) {
        try {
            work.run();
            return null;
        } catch (IOException | RuntimeException e) {
            // Of the JDK's own types, so that the other copy's program can catch it.
            return e instanceof IOException
                    ? new IOException(e.getMessage(), e)
                    : new IllegalStateException(e.getMessage(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Function<Object[], Object> function(Object door) {
        return (Function<Object[], Object>) door;
    }

    @SuppressWarnings("unchecked")
    private static Consumer<Object[]> consumer(Object feed) {
        return (Consumer<Object[]>) feed;
    }
}
