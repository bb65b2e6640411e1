package dev.zonecast.demo.modular;

import dev.zonecast.core.Zonecast;
import dev.zonecast.trace.MissingLibraryException;
import dev.zonecast.trace.TraceListener;
import dev.zonecast.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a recording. */
public final class TraceProgram {
    /** The first bytes of a Zstandard frame. */
    private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    private TraceProgram() {}

    /** Runs it; the argument is a folder for recordings. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0], "trace.fxt");
        Zonecast.startRecording(file);
        Zonecast.stopRecording();
        System.out.println(
                "ours: " + TraceReader.read(file, new TraceListener() {}).ours());
        Path compressed = Files.write(Path.of(arguments[0], "trace.fxt.zst"), ZSTD);
        try {
            TraceReader.read(compressed, new TraceListener() {});
        } catch (MissingLibraryException e) {
            System.out.println("without zstd: " + e.artifact());
        } catch (IOException e) {
            // With the library: the frame is cut.
            System.out.println("with zstd: " + e.getMessage());
        }
    }
}
