package dev.zonecast.cli;

import dev.zonecast.capture.manager.ControlConnection;
import dev.zonecast.flight.buffer.RuntimeFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the manager is. */
final class ManagerPlace {
    @Option(names = "--folder", paramLabel = "FOLDER", description = "the runtime folder, if it is not the default")
    private Path folder;

    RuntimeFolder open() throws IOException {
        return RuntimeFolder.open(folder);
    }

    /**
     * Tells the manager something, and returns the lines of its answer.
     *
     * @throws IOException if there is none, or it says no
     */
    List<String> tell(String... words) throws IOException {
        return ControlConnection.tell(open().path(), words);
    }
}
