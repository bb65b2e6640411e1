package dev.zonecast.demo;

import dev.zonecast.core.ZoneSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What the program prints at its end.
 *
 * @param summaries of the zones that were recorded
 * @param outcome what was drawn
 * @param file where the recording is; null if there is none
 * @param recording how the recording fared
 * @param losses events that the profiler had to drop
 * @param port on which a viewer could connect, -1 if none
 */
record Report(
        List<ZoneSummary> summaries, FrameLoop.Outcome outcome, Path file, Recording recording, long losses, int port) {
    /** Where viewers are awaited by default. */
    private static final int DEFAULT_PORT = 8086;

    /** How the recording fared. */
    enum Recording {
        NONE,
        COMPLETE,
        /** It ended early: the disk is full, say. The profiler has logged the reason. */
        BROKEN
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(new SummaryTable(summaries).text());
        text.append(String.format(
                Locale.ROOT,
                "%n%d frames in %s: %.1f frames per second%n",
                outcome.frames(),
                DurationText.of(outcome.nanos()),
                outcome.framesPerSecond()));
        if (losses > 0) {
            text.append(
                    String.format(Locale.ROOT, "%d events were lost: table and recording are incomplete%n", losses));
        }
        switch (recording) {
            case NONE -> text.append(String.format("nothing was recorded to a file%n"));
            case COMPLETE -> text.append(String.format("recording: %s%n", absolute(file)));
            case BROKEN ->
                text.append(String.format("recording: %s, ended early (the log has the reason)%n", absolute(file)));
        }
        text.append(
                String.format("to open a recording: https://ui.perfetto.dev, Open trace file, choose the .fxt file%n"));
        text.append(String.format(
                Locale.ROOT,
                "to watch live: Tracy v0.14, connect to 127.0.0.1:%d while the demo runs (--frames 0 --wait-viewer)%n",
                port < 0 ? DEFAULT_PORT : port));
        return text.toString();
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }
}
