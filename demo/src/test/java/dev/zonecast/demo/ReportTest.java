package dev.zonecast.demo;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final FrameLoop.Outcome OUTCOME = new FrameLoop.Outcome(30, 1_500_000_000L);
    private static final Path FILE = Path.of("traces", "run.fxt");

    @Test
    void shouldSayWhereTheRecordingIsAndHowToLookWhenItIsComplete() {
        String text = new Report(List.of(), OUTCOME, FILE, Report.Recording.COMPLETE, 0, 8087).text();

        assertTrue(text.contains("30 frames in 1.500 s: 20.0 frames per second"), text);
        assertTrue(text.contains("recording: " + FILE.toAbsolutePath() + System.lineSeparator()), text);
        assertTrue(text.contains("https://ui.perfetto.dev, Open trace file"), text);
        assertTrue(text.contains("Tracy v0.14, connect to 127.0.0.1:8087"), text);
        assertFalse(text.contains("lost"), text);
    }

    @Test
    void shouldSayThatTheTableIsIncompleteWhenEventsWereLost() {
        String text = new Report(List.of(), OUTCOME, FILE, Report.Recording.COMPLETE, 7, 8086).text();

        assertTrue(text.contains("7 events were lost"), text);
    }

    @Test
    void shouldSayThatTheRecordingEndedEarlyWhenItBroke() {
        String text = new Report(List.of(), OUTCOME, FILE, Report.Recording.BROKEN, 0, 8086).text();

        assertTrue(text.contains("run.fxt, ended early"), text);
    }

    @Test
    void shouldNameNoFileWhenNothingWasRecorded() {
        String text = new Report(List.of(), OUTCOME, null, Report.Recording.NONE, 0, -1).text();

        assertTrue(text.contains("nothing was recorded to a file"), text);
        assertTrue(text.contains("127.0.0.1:8086"), text);
    }
}
