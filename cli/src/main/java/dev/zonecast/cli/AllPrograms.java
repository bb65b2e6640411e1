package dev.zonecast.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of {@code record --all}: all programs that are with the manager, and those that come to it. */
final class AllPrograms extends RecordingOptions {
    @Option(
            names = "--all",
            required = true,
            description = "record all programs of the manager, also those that connect later, until stop")
    private boolean all;

    boolean areWanted() {
        return all;
    }

    /** Asks the manager; returns its lines about which programs record. */
    List<String> begin(ManagerPlace place, Path output) throws IOException {
        return place.tell(Stream.concat(Stream.of("record"), spec(output).lines().stream())
                .toArray(String[]::new));
    }
}
