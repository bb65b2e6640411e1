package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.FiberEvent;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.ZoneRun;
import dev.zonecast.core.registry.Ids;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiberRecordsTest {
    @TempDir
    Path folder;

    @Test
    void shouldWriteWhereAFiberRanOnTheThreadsThatRanIt() throws IOException {
        Script script = Script.begun(folder);
        EventThread main = script.thread(5, "main");
        EventThread fiber = EventThread.ofFiber(1_900_000_001L, "loader");
        script.recording.thread(fiber, Life.STARTED);
        script.recording.event(new FiberEvent().entered(fiber, 1_000_001, 5, "main"));
        script.recording.zones(fiber, new ZoneRun().onlyBegin(1_000_002, Ids.of(Script.location("of fiber"))));
        script.recording.event(new FiberEvent().left(fiber, 1_000_003));
        script.recording.event(new FiberEvent().entered(fiber, 1_000_010, 77, ""));
        script.recording.zones(fiber, new ZoneRun().onlyEnd(1_000_011));
        script.recording.event(new FiberEvent().left(fiber, 1_000_012));
        script.recording.event(new FiberEvent().left(fiber, 1_000_013));
        script.recording.event(new FiberEvent().entered(fiber, 1_000_020, 5, "main"));
        script.begin(main, Script.location("of thread"));
        script.end(main);

        List<FxtReader.Item> items = script.items();

        List<String> runs = items.stream()
                .filter(item ->
                        item instanceof FxtReader.Event e && e.category().equals("fiber"))
                .map(FxtReader.Event.class::cast)
                .map(e -> e.name() + " on " + e.thread().thread() + " from " + e.time() + ", type " + e.type())
                .toList();
        assertEquals(
                List.of(
                        "loader on 5 from 1000001, type 4",
                        "loader on 77 from 1000010, type 4",
                        "loader on 5 from 1000020, type 4"),
                runs);
        FxtReader.Event zone = Script.event(items, FxtLayout.DURATION_BEGIN, "zone");
        assertEquals(1_900_000_001L, zone.thread().thread());
    }
}
