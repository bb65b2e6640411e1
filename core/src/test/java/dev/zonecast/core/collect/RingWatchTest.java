package dev.zonecast.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.PlotValue;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RingWatchTest {
    private final TreeMap<String, Long> lastByName = new TreeMap<>();
    private final SinkList sinks = new SinkList();
    private final RingWatch watch = new RingWatch(RingRelease.AT_ONCE);

    @Test
    void shouldMakeALimitedNumberOfPlotsWhenThreadsComeAndGo() {
        sinks.add(new GuardedSink(new EventSink() {
            @Override
            public String description() {
                return "plots";
            }

            @Override
            public void event(Event event) {
                PlotValue value = (PlotValue) event;
                lastByName.put(value.plot().name(), value.whole());
            }
        }));
        for (int i = 0; i < RingWatch.MOST_NAMES; i++) {
            plot(ThreadTrack.ofName(i, "t" + i));
        }
        lastByName.clear();
        ThreadTrack known = ThreadTrack.ofName(1, "t1");
        ThreadTrack full = ThreadTrack.ofName(2, "new");
        full.ringPercent = 70;
        plot(known, full, ThreadTrack.ofName(3, "newer"));

        assertEquals(
                new TreeMap<>(java.util.Map.of(
                        RingWatch.FULLEST, 0L, "Zonecast: ring of t1", 0L, "Zonecast: ring of other threads", 70L)),
                lastByName);
    }

    private void plot(ThreadTrack... tracks) {
        watch.plot(sinks, EventThread.of(99, "collector"), 1, List.of(tracks));
    }
}
