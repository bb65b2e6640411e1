package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.Option;
import dev.zonecast.core.Options;
import dev.zonecast.core.event.Event;
import dev.zonecast.core.event.EventSink;
import dev.zonecast.core.event.PlotValue;
import dev.zonecast.core.session.Profiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Values of plots that the collector tells while something is done. */
public final class PlotValues {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private PlotValues() {}

    /** Whole values by the plot's name; of plots whose name begins so. */
    public static Map<String, List<Long>> recorded(String prefix, MemoryEvents.Work work) throws Exception {
        Map<String, List<Long>> values = new TreeMap<>();
        EventSink sink = new EventSink() {
            @Override
            public String description() {
                return "values of plots";
            }

            @Override
            public void event(Event event) {
                if (event instanceof PlotValue e && e.plot().name().startsWith(prefix)) {
                    values.computeIfAbsent(e.plot().name(), name -> new ArrayList<>())
                            .add(e.whole());
                }
            }
        };
        boolean ignored = Profiler.start(Options.defaults().set(Option.LISTEN, false));
        Profiler.current().attach(sink);
        try {
            work.run();
        } finally {
            Profiler.current().detach(sink, LIMIT).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        return values;
    }
}
