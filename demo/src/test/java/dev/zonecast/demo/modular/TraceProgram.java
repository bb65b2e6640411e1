package dev.zonecast.demo.modular;

import dev.zonecast.core.Zonecast;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a recording. */
public final class TraceProgram {
    private TraceProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0], "trace.fxt");
        Zonecast.startRecording(file);
        Zonecast.stopRecording();
        System.out.println(
                "ours: " + TraceReader.read(file, new TraceListener() {}).ours());
    }
}
