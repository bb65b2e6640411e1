package dev.zonecast.core.recording;

import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Semaphores: a flow leads from the end of the zones that signal to the begin of the zones that wait. Contexts are read one after the
 * other, so a wait may come before its signal.
 */
final class LinkRecords extends Records {
    /** Signals that are kept, and waits without a signal. The oldest leave. */
    private static final int MOST = 1024;

    private record Place(Track track, long time) {}

    private record Wait(long link, Place place) {}

    private static final class Signals extends LinkedHashMap<Long, Place> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Place> eldest) {
            return size() > MOST;
        }
    }

    /** By the link of their waits. A timeline semaphore may have several waits for a signal. */
    private final Signals signals = new Signals();

    private final ArrayDeque<Wait> waits = new ArrayDeque<>();

    LinkRecords(Records recording) {
        super(recording);
    }

    /** @param link an odd one signals, the even one below waits */
    void add(Track track, long link, long time) throws IOException {
        if ((link & 1) != 0) {
            // Inside the zone that ends at this time.
            signal(link - 1, new Place(track, time - 1));
        } else {
            await(link, new Place(track, time));
        }
    }

    private void signal(long link, Place place) throws IOException {
        signals.put(link, place);
        for (Iterator<Wait> each = waits.iterator(); each.hasNext(); ) {
            Wait wait = each.next();
            if (wait.link == link) {
                each.remove();
                flow(place, wait.place, link);
            }
        }
    }

    private void await(long link, Place place) throws IOException {
        Place signal = signals.get(link);
        if (signal != null) {
            flow(signal, place, link);
            return;
        }
        if (waits.size() == MOST) {
            waits.removeFirst();
        }
        waits.addLast(new Wait(link, place));
    }

    private void flow(Place from, Place to, long link) throws IOException {
        write(FxtLayout.FLOW_BEGIN, from.track, from.time, link | 1);
        write(FxtLayout.FLOW_END, to.track, Math.max(from.time, to.time), link | 1);
    }

    private void write(int type, Track track, long time, long id) throws IOException {
        int name = strings.index(GpuStatistic.LINK.nameId());
        writer.event(Events.header(type, 0, 0, Term.FLOW, name) | tracks.reference(track), time)
                .word(id)
                .close();
    }
}
