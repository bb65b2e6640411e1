package dev.zonecast.fleet;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The dataset that a command writes to. */
final class Target {
    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DATASET",
            description = "the folder of the dataset; it is made if it is missing")
    private Path folder;

    /** Picocli makes it. */
    Target() {}

    Path folder() {
        return folder;
    }

    Dataset.Writing open() throws IOException {
        return Dataset.write(folder);
    }

    @Override
    public String toString() {
        return String.valueOf(folder);
    }
}
