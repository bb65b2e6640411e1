package dev.zonecast.agent;

import dev.zonecast.core.Zonecast;
import java.io.IOException;
import java.nio.file.Path;

/** A game that has Zonecast itself, and records to a file: its argument. */
final class OwnRecordingGame {
    private OwnRecordingGame() {}

    public static void main(String[] arguments) throws IOException {
        Zonecast.startRecording(Path.of(arguments[0]));
        PlainGame.main(new String[0]);
    }
}
