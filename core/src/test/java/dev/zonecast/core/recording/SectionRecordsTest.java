package dev.zonecast.core.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.SectionCategory;
import dev.zonecast.core.event.SectionEvent;
import dev.zonecast.core.event.SectionInfo;
import dev.zonecast.fxt.FxtLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionRecordsTest {
    private static final SectionCategory LEVEL = SectionCategory.of("recorded level");

    @TempDir
    Path folder;

    private static List<String> sections(List<FxtReader.Item> items) {
        return items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(FxtReader.Event.class::cast)
                .filter(e -> e.category().equals("section"))
                .map(e -> (e.type() == FxtLayout.DURATION_BEGIN ? "begin " : "end ") + e.name() + " on " + e.thread())
                .toList();
    }

    @Test
    void shouldPutSectionsThatOverlapOnThreadsOfTheirOwn() throws IOException {
        Script script = Script.begun(folder);
        SectionInfo one = new SectionInfo(1, LEVEL, "one", System.nanoTime());
        SectionInfo two = new SectionInfo(2, LEVEL, "two", System.nanoTime());
        script.recording.event(SectionEvent.begin(one));
        script.recording.event(SectionEvent.begin(two));
        script.recording.event(SectionEvent.end(one, System.nanoTime()));
        SectionInfo three = new SectionInfo(3, LEVEL, "three", System.nanoTime());
        script.recording.event(SectionEvent.begin(three));
        script.recording.event(SectionEvent.end(three, System.nanoTime()));

        List<String> said = sections(script.items());

        String first = said.getFirst().substring("begin one on ".length());
        String second = said.get(1).substring("begin two on ".length());
        assertEquals(
                List.of(
                        "begin one on " + first,
                        "begin two on " + second,
                        "end one on " + first,
                        "begin three on " + first,
                        "end three on " + first,
                        "end two on " + second),
                said);
    }
}
