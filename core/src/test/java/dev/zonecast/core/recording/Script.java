package dev.zonecast.core.recording;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.clock.Clock;
import dev.zonecast.core.collect.ThreadTrack;
import dev.zonecast.core.collect.Utf8Text;
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
        script.recording.begin(script.now, 0);
        return script;
    }

    ThreadTrack thread(long id, String name) throws IOException {
        ThreadTrack thread = ThreadTrack.ofName(id, name);
        recording.threadStarted(thread);
        return thread;
    }

    void begin(ThreadTrack thread, SourceLocation location) throws IOException {
        recording.zoneBegin(thread, ++now, location);
    }

    void end(ThreadTrack thread) throws IOException {
        recording.zoneEnd(thread, ++now);
    }

    void text(ThreadTrack thread, String text) throws IOException {
        recording.zoneText(thread, Utf8Text.of(text));
    }

    void name(ThreadTrack thread, String name) throws IOException {
        recording.zoneName(thread, Utf8Text.of(name));
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
