package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceEvent.CoreRun;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The threads that run on the cores of recordings of ours. A run is delivered at its end. */
final class CoreTable {
    /** Koid of no thread. */
    private static final long IDLE = 0;

    private record Core(Source source, int number) {}

    private record Begin(long koid, long nanos) {}

    private final TraceReader reader;
    private final Map<Core, Begin> running = new HashMap<>();

    CoreTable(TraceReader reader) {
        this.reader = reader;
    }

    /** Another trace begins in the same file. */
    void beginTrace() {
        running.clear();
    }

    void contextSwitch(Source source, long nanos, int number, long outgoing, int state, long incoming)
            throws IOException {
        Core core = new Core(source, number);
        Begin begin = running.remove(core);
        if (begin != null && begin.koid == outgoing) {
            Track track = reader.track(outgoing);
            if (track != null) {
                long end = reader.losses.notBefore(begin.nanos, nanos, track.process());
                boolean preempted = state == FxtLayout.STATE_RUNNING;
                reader.delivery.event(new CoreRun(track, begin.nanos, end, number, preempted));
            }
        } else if (outgoing != IDLE) {
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, source.process(), "runs on cores", 1);
        }
        if (incoming != IDLE) {
            running.put(core, new Begin(incoming, nanos));
        }
    }
}
