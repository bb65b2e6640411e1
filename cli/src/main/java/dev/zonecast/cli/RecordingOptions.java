package dev.zonecast.cli;

import dev.zonecast.capture.manager.RecordingSpec;
import dev.zonecast.core.BufferMode;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What the manager records. An option replaces the line of its name in the spec. */
class RecordingOptions {
    @Option(
            names = "--spec",
            paramLabel = "FILE",
            description = "file of lines KEY = VALUE: mode, size and categories of each program, actions of alerts")
    private Path spec;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "buffer mode: ${COMPLETION-CANDIDATES} (default: STREAMING)")
    private BufferMode mode;

    @Option(
            names = "--mebibytes",
            paramLabel = "N",
            description = "buffer of each program in MiB (default: 32, or a sixteenth of --memory)")
    private Integer mebibytes;

    @Option(names = "--memory", paramLabel = "MIB", description = "keep only the last N MiB of all programs together")
    private Integer memoryMebibytes;

    @Option(
            names = "--categories",
            paramLabel = "NAMES",
            description =
                    "record these categories only, separated by commas; * matches any characters (default: each program's choice)")
    private String categories;

    @Option(names = "--later", description = "accept a category that no program has yet")
    private boolean later;

    /** The spec with the options in it. */
    RecordingSpec spec(Path output) throws IOException {
        RecordingSpec wanted = spec == null ? new RecordingSpec() : RecordingSpec.read(spec);
        try {
            set(wanted, "mode", mode);
            setSize(wanted, "size", "--mebibytes", mebibytes);
            setSize(wanted, "memory", "--memory", memoryMebibytes);
            set(wanted, "categories", categories == null ? null : categories.replaceAll("\\p{Cntrl}", " "));
            set(wanted, "later", later ? "true" : null);
            set(wanted, "output", output.toAbsolutePath().normalize());
            return wanted;
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void set(RecordingSpec wanted, String key, Object value) {
        if (value != null) {
            wanted.set(key, value.toString());
        }
    }

    private static void setSize(RecordingSpec wanted, String key, String option, Integer mebibytes) {
        try {
            set(wanted, key, mebibytes == null ? null : mebibytes + "M");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }
}
