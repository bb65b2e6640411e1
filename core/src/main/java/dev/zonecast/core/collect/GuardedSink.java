package dev.zonecast.core.collect;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FailableSink;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.SafeLog;
import java.io.IOException;
import java.lang.System.Logger.Level;

/**
 * A sink that has failed gets no further event and harms nobody: the first exception is kept, and later calls do nothing. The
 * collector looks at {@link #failure} after each pass.
 */
final class GuardedSink {
    /** One call to a sink. */
    interface Call {
        void on(EventSink sink) throws IOException;
    }

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final EventSink sink;
    private Throwable failure;

    /** In the order in which sinks are added to the list, from 1 on. */
    int number;

    GuardedSink(EventSink sink) {
        this.sink = sink;
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

    void zones(EventThread thread, ZoneRun run) {
        if (failure == null) {
            try {
                sink.zones(thread, run);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    void event(Event event) {
        if (failure == null) {
            try {
                sink.event(event);
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        }
    }

    /** The last call. Tells the log why the sink ends, if something is wrong with it. */
    void end(long nowNanos, long limitNanos) {
        if (failure != null) {
            tell(failure);
        }
        try {
            if (failure != null && sink instanceof FailableSink failable) {
                failable.endAfterFailure(limitNanos);
            } else {
                sink.end(nowNanos, limitNanos);
            }
        } catch (IOException | RuntimeException | Error e) {
            if (failure == null) {
                tell(e);
            }
        }
    }

    private void tell(Throwable cause) {
        boolean isExpected = cause instanceof IOException;
        String reason = isExpected && cause.getMessage() != null ? cause.getMessage() : cause.toString();
        SafeLog.log(LOG, Level.WARNING, () -> name() + " ends: " + reason, isExpected ? null : cause);
    }

    private String name() {
        try {
            return sink.description();
        } catch (RuntimeException | Error e) {
            return sink.getClass().getSimpleName();
        }
    }
}
