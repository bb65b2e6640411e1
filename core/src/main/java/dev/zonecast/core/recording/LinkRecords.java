package dev.zonecast.core.recording;

import dev.zonecast.core.gpu.GpuStatistic;
import dev.zonecast.fxt.FxtLayout;
import dev.zonecast.fxt.Term;
import dev.zonecast.fxt.write.Events;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Semaphores: a flow leads from the end of the zones that signal to the begin of the zones that wait. Contexts are read one after the
 * other, so a wait may come before its signal.
 */
final class LinkRecords extends Records {
    /** Signals that nothing waits for yet, and waits without a signal. The oldest leave. */
    private static final int MOST = 1024;

    private record Place(Track track, long time) {}

    private static final class Places extends LinkedHashMap<Long, Place> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Place> eldest) {
            return size() > MOST;
        }
    }

    /** By link: an odd one signals, the even one below waits. */
    private final Places places = new Places();

    LinkRecords(Records recording) {
        super(recording);
    }

    void add(Track track, long link, long time) throws IOException {
        boolean signals = (link & 1) != 0;
        // Inside the zone that ends at this time.
        Place place = new Place(track, signals ? time - 1 : time);
        // A timeline semaphore may have several waits behind a signal.
        Place other = signals ? places.remove(link ^ 1) : places.get(link ^ 1);
        if (signals || other == null) {
            places.put(link, place);
        }
        if (other != null) {
            Place from = signals ? place : other;
            Place to = signals ? other : place;
            write(FxtLayout.FLOW_BEGIN, from.track, from.time, link | 1);
            write(FxtLayout.FLOW_END, to.track, Math.max(from.time, to.time), link | 1);
        }
    }

    private void write(int type, Track track, long time, long id) throws IOException {
        int name = strings.index(GpuStatistic.LINK.nameId());
        writer.event(Events.header(type, 0, 0, Term.FLOW, name) | tracks.reference(track), time)
                .word(id)
                .close();
    }
}
