package dev.zonecast.trace;

import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.trace.TraceEvent.CoreRun;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The threads that run on the cores of recordings of ours. A run is delivered at its end. Recordings have a long run in parts, each of
 * which ends preempted: so a preempted run is delivered when its thread runs again elsewhere or later, or at the end.
 */
final class CoreTable {
    /** Koid of no thread. */
    private static final long IDLE = 0;

    private record Core(Source source, int number) {}

    private record Begin(long koid, long nanos) {}

    private final TraceReader reader;
    private final Map<Core, Begin> running = new HashMap<>();
    private final Map<Track, CoreRun> preempted = new LinkedHashMap<>();

    CoreTable(TraceReader reader) {
        this.reader = reader;
    }

    /** The file ends, or another trace begins in it. */
    void endTrace() throws IOException {
        running.clear();
        for (CoreRun run : preempted.values()) {
            reader.delivery.event(run);
        }
        preempted.clear();
    }

    void contextSwitch(Source source, long nanos, int number, long outgoing, int state, long incoming)
            throws IOException {
        Core core = new Core(source, number);
        Begin begin = running.remove(core);
        if (begin != null && begin.koid == outgoing) {
            Track track = reader.track(outgoing);
            if (track != null) {
                long end = reader.losses.notBefore(begin.nanos, nanos, track.process());
                ended(new CoreRun(track, begin.nanos, end, number, state == FxtLayout.STATE_RUNNING));
            }
        } else if (outgoing != IDLE) {
            reader.losses.add(LossKind.UNMATCHED_OTHER_ENDS, source.process(), "runs on cores", 1);
        }
        if (incoming != IDLE) {
            running.put(core, new Begin(incoming, nanos));
        }
    }

    private void ended(CoreRun run) throws IOException {
        CoreRun whole = run;
        CoreRun before = preempted.remove(run.track());
        if (before != null && before.core() == run.core() && before.endNanos() == run.beginNanos()) {
            whole = new CoreRun(run.track(), before.beginNanos(), run.endNanos(), run.core(), run.preempted());
        } else if (before != null) {
            reader.delivery.event(before);
        }
        if (run.preempted()) {
            preempted.put(run.track(), whole);
        } else {
            reader.delivery.event(whole);
        }
    }
}
