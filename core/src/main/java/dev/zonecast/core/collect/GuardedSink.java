package dev.zonecast.core.collect;

import dev.zonecast.core.SourceLocation;
import java.io.IOException;

/**
 * A sink that has failed gets no further event and harms nobody: the first exception is kept, and later calls do nothing. The
 * collector looks at {@link #failure} after each pass.
 */
final class GuardedSink {
    /** One call to a sink. */
    interface Call {
        void on(EventSink sink) throws IOException;
    }

    private final EventSink sink;
    private Throwable failure;

    GuardedSink(EventSink sink) {
        this.sink = sink;
    }

    EventSink sink() {
        return sink;
    }

    /** True if this is about that very sink. */
    boolean guards(EventSink other) {
        return sink == other;
    }

    /** Why the sink is not used any more, or null. */
    Throwable failure() {
        return failure;
    }

    void call(Call call) {
        if (failure == null) {
            try {
                call.on(sink);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    void zoneBegin(ThreadTrack thread, long nanos, SourceLocation location) {
        if (failure == null) {
            try {
                sink.zoneBegin(thread, nanos, location);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    void zoneEnd(ThreadTrack thread, long nanos) {
        if (failure == null) {
            try {
                sink.zoneEnd(thread, nanos);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    void deliver(DecodedEvent event) {
        if (failure == null) {
            try {
                event.deliverTo(sink);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }
}
