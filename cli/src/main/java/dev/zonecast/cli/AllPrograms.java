package dev.zonecast.cli;

import dev.zonecast.core.BufferMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options of {@code record --all}: all programs that are with the manager, and those that come to it. */
final class AllPrograms {
    private static final int MEBIBYTE_SHIFT = 20;
    private static final int MOST_MEBIBYTES = 16_384;

    @Option(
            names = "--all",
            required = true,
            description = "all programs that are with the manager, and those that come later; until stop")
    private boolean all;

    @Option(
            names = "--mode",
            defaultValue = "STREAMING",
            description = "with --all: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private BufferMode mode;

    @Option(
            names = "--mebibytes",
            paramLabel = "N",
            description = "with --all: size of each program's buffer (default: 32, or a sixteenth of --memory)")
    private Integer mebibytes;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description = "with --all: keeps what came last, as much of all programs together")
    private Integer memoryMebibytes;

    @Option(
            names = "--categories",
            paramLabel = "NAMES",
            defaultValue = "",
            description = "with --all: only these, apart by commas (default: what each program says)")
    private String categories;

    boolean areWanted() {
        return all;
    }

    /** Tells the manager; returns its lines about which programs record. */
    List<String> begin(ManagerPlace place, Path output) throws IOException {
        long memory = memoryMebibytes == null ? 0 : bytes(memoryMebibytes);
        long buffer = mebibytes != null ? bytes(mebibytes) : memory == 0 ? bytes(32) : Math.max(bytes(1), memory / 16);
        return place.tell(
                "record",
                mode.name().toLowerCase(Locale.ROOT),
                Long.toString(buffer & -4096),
                Long.toString(memory),
                categories.replaceAll("\\p{Cntrl}", " "),
                output.toAbsolutePath().normalize().toString());
    }

    private static long bytes(int mebibytes) {
        return (long) Math.clamp(mebibytes, 1, MOST_MEBIBYTES) << MEBIBYTE_SHIFT;
    }
}
