package dev.zonecast.core.disk;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Keeps a recording that a kill cut off, when the next one is to get its name. */
public final class CutFile {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Files that are kept of one name. */
    private static final int MOST_KEPT = 9;

    private CutFile() {}

    /**
     * Gives the file another name, so that the next recording does not replace it. The log has the name.
     *
     * @param recovered what {@code zonecast recover} takes to make a whole file of it; null: the file
     */
    public static void keep(Path file, Path recovered) {
        try {
            Path kept = nameFor(file);
            String replaced = Files.exists(kept) ? " It replaces the oldest of " + MOST_KEPT + " such files." : "";
            Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
            LOG.log(
                    Level.WARNING,
                    "the recording {0} was cut off, and is {1} now. Make a whole file: zonecast recover {2}{3}",
                    file,
                    kept,
                    recovered == null ? kept : recovered,
                    replaced);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the recording {0} was cut off, and is replaced: {1}", file, e.toString());
        }
    }

    /** The names that a file gets, the first one first. */
    public static List<Path> names(Path file) {
        List<Path> names = new ArrayList<>();
        for (int i = 1; i <= MOST_KEPT; i++) {
            names.add(file.resolveSibling((i == 1 ? "cut-" : "cut-" + i + "-") + file.getFileName()));
        }
        return names;
    }

    /** The first free name, or the name of the oldest file. */
    private static Path nameFor(Path file) throws IOException {
        Path oldest = null;
        for (Path name : names(file)) {
            if (Files.notExists(name)) {
                return name;
            }
            if (oldest == null || Files.getLastModifiedTime(name).compareTo(Files.getLastModifiedTime(oldest)) < 0) {
                oldest = name;
            }
        }
        return oldest;
    }
}
