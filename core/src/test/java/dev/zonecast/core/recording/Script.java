package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.event.EventKind;
import dev.zonecast.core.event.EventThread;
import dev.zonecast.core.event.Life;
import dev.zonecast.core.event.SinkStart;
import dev.zonecast.core.event.Utf8Text;
import dev.zonecast.core.event.ZoneAttribute;
import dev.zonecast.core.event.ZoneRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A recording that a test plays events into, with a clock that moves by one with each. */
final class Script {
    static final long PID = 4711;

    final Path file;
    final FxtRecording recording;
    long now = 1_000_000;

    private Script(Path file) throws IOException {
        this.file = file;
        recording = new FxtRecording(
                RecordingFile.create(file),
                new ProgramFacts("Game", PID, Clock.name(), Clock.reason(), "25 (someone)", "Linux 6 amd64"));
    }

    /** A recording that has begun. */
    static Script begun(Path folder) throws IOException {
        Script script = new Script(folder.resolve("test.fxt"));
        script.recording.begin(new SinkStart(script.now, 0));
        return script;
    }

    EventThread thread(long id, String name) throws IOException {
        EventThread thread = EventThread.of(id, name);
        recording.thread(thread, Life.STARTED);
        return thread;
    }

    void begin(EventThread thread, SourceLocation location) throws IOException {
        recording.zones(thread, new ZoneRun().onlyBegin(++now, location.id()));
    }

    void end(EventThread thread) throws IOException {
        recording.zones(thread, new ZoneRun().onlyEnd(++now));
    }

    void text(EventThread thread, String text) throws IOException {
        recording.event(new ZoneAttribute().text(EventKind.ZONE_TEXT, thread, Utf8Text.of(text)));
    }

    void name(EventThread thread, String name) throws IOException {
        recording.event(new ZoneAttribute().text(EventKind.ZONE_NAME, thread, Utf8Text.of(name)));
    }

    /** Ends the recording, and gives its records. */
    List<FxtReader.Item> items() throws IOException {
        recording.end(++now, 10_000_000_000L);
        return FxtReader.read(Files.readAllBytes(file));
    }

    /** Ends the recording, and gives what it says. */
    RecordedTrace trace() throws IOException {
        return RecordedTrace.of(items());
    }

    static SourceLocation location(String name) {
        return SourceLocation.of(name, "Game.update", "Game.java", 42, 0);
    }

    static FxtReader.Event event(List<FxtReader.Item> items, int type, String category) {
        return items.stream()
                .filter(FxtReader.Event.class::isInstance)
                .map(FxtReader.Event.class::cast)
                .filter(e -> e.type() == type && e.category().equals(category))
                .findFirst()
                .orElseThrow();
    }
}
