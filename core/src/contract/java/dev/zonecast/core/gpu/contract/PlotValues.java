package dev.zonecast.core.gpu.contract;

import dev.zonecast.core.event.PlotValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values of plots that the collector tells while something is done. */
public final class PlotValues {
    private PlotValues() {}

    /** Whole values by the plot's name; of plots whose name begins so. */
    public static Map<String, List<Long>> recorded(String prefix, Told.Work work) throws Exception {
        Map<String, List<Long>> values = new TreeMap<>();
        Told.by(work, event -> {
            if (event instanceof PlotValue e && e.plot().name().startsWith(prefix)) {
                values.computeIfAbsent(e.plot().name(), name -> new ArrayList<>())
                        .add(e.whole());
            }
        });
        return values;
    }
}
