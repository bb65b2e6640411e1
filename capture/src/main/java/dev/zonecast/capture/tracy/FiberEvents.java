package dev.zonecast.capture.tracy;

import dev.zonecast.tracy.EventType;
import dev.zonecast.tracy.Wire;
import java.io.IOException;
import java.util.Map;

/**
 * Where fibers run. A client that tells events thread by thread, as Zonecast does, lets a fiber leave its thread and enter it again at
 * the same time where it has events of others to tell: that is no wait, so a fiber is told to have left once it is known when it goes
 * on, or at the end.
 */
final class FiberEvents extends EventGroup {
    FiberEvents(Stream stream, ThreadStates threads, Map<EventType, Handler> on) {
        super(stream, threads);
        on.put(EventType.FIBER_ENTER, this::enter);
        on.put(EventType.FIBER_LEAVE, this::leave);
    }

    private void enter(byte[] bytes, int at) throws IOException {
        ThreadState carrier = threads.use(Wire.getInt(bytes, at + 17));
        ThreadState fiber = threads.fiber(Wire.getLong(bytes, at + 9), Wire.getInt(bytes, at + 21));
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        if (carrier.isShared) {
            // Several threads, whose events would become those of the fiber.
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        if (carrier.fiber == fiber) {
            return;
        }
        if (carrier.fiber != null) {
            waits(carrier.fiber, nanos);
        }
        carrier.fiber = fiber;
        if (fiber.isShared) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
            return;
        }
        if (fiber.runsOn == carrier && fiber.waitsSinceNanos == nanos) {
            fiber.waitsSinceNanos = ThreadState.RUNS;
            return;
        }
        if (fiber.runsOn != null) {
            tellLeft(fiber, nanos);
        }
        fiber.runsOn = carrier;
        fiber.waitsSinceNanos = ThreadState.RUNS;
        stream.sink.event(stream.events.fiber.entered(fiber.track, nanos, carrier.track.id(), carrier.track.name()));
    }

    private void leave(byte[] bytes, int at) {
        long nanos = stream.afterThread(Wire.getLong(bytes, at + 1));
        ThreadState carrier = threads.get(Wire.getInt(bytes, at + 9));
        if (carrier.isShared) {
            stream.counts.add(SessionCount.DROPPED_EVENTS);
        } else if (carrier.fiber == null) {
            stream.counts.add(SessionCount.UNMATCHED);
        } else {
            waits(carrier.fiber, nanos);
            carrier.fiber = null;
        }
    }

    private static void waits(ThreadState fiber, long nanos) {
        // It may have gone on elsewhere without a word to the thread that it left.
        if (fiber.waitsSinceNanos == ThreadState.RUNS && !fiber.isShared) {
            fiber.waitsSinceNanos = nanos;
        }
    }

    /** @param nanos when it was elsewhere, if the client did not tell when it left */
    private void tellLeft(ThreadState fiber, long nanos) throws IOException {
        long left = fiber.waitsSinceNanos == ThreadState.RUNS ? nanos : fiber.waitsSinceNanos;
        stream.sink.event(stream.events.fiber.left(fiber.track, left));
        fiber.runsOn = null;
    }

    /** No further event will come. */
    void close() throws IOException {
        for (ThreadState fiber : threads.fibers()) {
            if (fiber.runsOn != null) {
                tellLeft(fiber, stream.lastNanos);
            }
        }
    }
}
