package dev.zonecast.core.collect;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.ZoneBegin;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;

/** Takes every event and keeps none; counts zones, so that the compiler cannot leave out what leads to it. */
public final class DiscardingSink implements EventSink {
    private long begins;
    private long ends;
    private long nanos;

    /** True if every zone that was begun has ended; after a flush, by the thread that asked for it. */
    public boolean isBalanced() {
        return begins == ends && (begins == 0) == (nanos == 0);
    }

    @Override
    public String description() {
        return "discarding sink";
    }

    @Override
    public void zones(EventThread thread, ZoneRun run) {
        for (int i = 0; i < run.size(); i++) {
            nanos += run.nanos(i);
            if (run.isEnd(i)) {
                ends++;
            } else {
                begins++;
                nanos += Ids.of(run.place(i));
            }
        }
    }

    @Override
    public void event(Event event) {
        if (event instanceof ZoneBegin begin) {
            begins++;
            nanos += begin.nanos() + Ids.of(begin.location());
        }
    }
}
