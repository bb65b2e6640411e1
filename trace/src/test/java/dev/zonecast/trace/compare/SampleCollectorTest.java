package dev.zonecast.trace.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.trace.LossAccount;
import dev.zonecast.trace.LossKind;
import dev.zonecast.trace.TraceEvent;
import dev.zonecast.trace.TraceFile;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import dev.zonecast.trace.stats.FirstReading;
import dev.zonecast.trace.stats.ScriptedTrace;
import dev.zonecast.trace.stats.ZoneFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleCollectorTest {
    private static final int MAIN = 10;
    private static final int MOST_WAITS = 1 << 20;
    private static final int MOST_STOPS = 1 << 19;
    private static final String WAITS = "waits that are in self times";
    private static final String VERDICTS = "frames, waits and zones beside the verdicts of frames";

    @TempDir
    Path folder;

    /** A thread parked three times more than the reading keeps waits. */
    private FirstReading tooManyWaits() throws IOException {
        Path file = new ScriptedTrace()
                .thread(MAIN, "main")
                .stop(MAIN, "park", 0, 1)
                .write(folder.resolve("waits.fxt"));
        FirstReading first = new FirstReading(ZoneFilter.ALL, 0);
        try (InputStream in = TraceFile.open(file)) {
            TraceReader.readFrames(in, new TraceListener() {
                @Override
                public void event(TraceEvent event) {
                    for (int i = 0; i < MOST_WAITS + 3; i++) {
                        first.event(event);
                    }
                }
            });
        }
        return first;
    }

    private static Map<String, Long> leftOut(TraceListener listener) throws IOException {
        LossAccount losses = new LossAccount();
        listener.end(losses);
        return new TreeMap<>(losses.subjects(LossKind.LEFT_OUT));
    }

    @Test
    void shouldCountTheWaitsThatItHadNoRoomFor() throws IOException {
        FirstReading first = tooManyWaits();
        long beyondStops = MOST_WAITS + 3 - MOST_STOPS;

        assertEquals(
                Map.of(WAITS, 3L, VERDICTS, beyondStops), leftOut(new SampleCollector(ZoneFilter.ALL, true, first)));
        assertEquals(leftOut(first.statistics(0)), leftOut(new SampleCollector(ZoneFilter.ALL, true, first)));
        // Times with the zones inside have all waits.
        assertEquals(Map.of(VERDICTS, beyondStops), leftOut(new SampleCollector(ZoneFilter.ALL, false, first)));
    }
}
