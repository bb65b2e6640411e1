package dev.zonecast.core.recording;

import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.kind.EventKind;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where fibers ran: durations on the threads that ran them, with the fiber's name, written as a whole when they end. */
final class FiberRecords extends Records {
    /** Threads without events of their own that are remembered. */
    private static final int MAX_CARRIERS = 1024;

    private static final long RUN = Events.header(FxtLayout.DURATION_COMPLETE, 3, 0, Term.FIBER, 0);

    private record Run(Track carrier, long begin) {}

    private final Map<Track, Run> running = new HashMap<>();
    private final Map<Long, Track> carriers = new LinkedHashMap<>();

    FiberRecords(Records recording) {
        super(recording);
    }

    /** @param carrier track of the thread that runs the fiber, or null if the thread has had no event */
    void event(Track fiber, long time, Track carrier, FiberEvent event) throws IOException {
        if (event.kind() == EventKind.FIBER_LEAVE) {
            left(fiber, time);
        } else {
            entered(fiber, time, carrier, event.carrierId(), event.carrierName());
        }
    }

    private void entered(Track fiber, long time, Track known, long threadId, String threadName) throws IOException {
        left(fiber, time);
        running.put(fiber, new Run(known != null ? known : carrier(threadId, threadName), time));
    }

    private Track carrier(long threadId, String name) throws IOException {
        Track carrier = carriers.get(threadId);
        if (carrier == null) {
            if (carriers.size() >= MAX_CARRIERS) {
                carriers.remove(carriers.keySet().iterator().next());
            }
            carrier = tracks.thread(threadId);
            carrier.name = name.isEmpty() ? "thread " + threadId : name;
            tracks.describe(carrier, carrier.name, 0, false);
            carriers.put(threadId, carrier);
        }
        return carrier;
    }

    void left(Track fiber, long time) throws IOException {
        Run run = running.remove(fiber);
        if (run != null) {
            long name = Events.name(strings.index(strings.entry(fiber.name)));
            writer.record(RUN | name | tracks.reference(run.carrier()))
                    .word(run.begin())
                    .word(Math.max(time, run.begin()));
        }
    }

    /** Ends what runs, because the recording ends. */
    void endAll(long time) throws IOException {
        for (Track fiber : java.util.List.copyOf(running.keySet())) {
            left(fiber, time);
        }
    }
}
