package dev.zonecast.capture.manager;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A recording whose manager was killed. */
public final class LeftSession {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");
    /** A program sees at once that its manager is gone; to put what it has into its buffer it may take some seconds. */
    private static final long RELEASE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private LeftSession() {}

    /** True if the folder belongs to a recording. */
    public static boolean isOne(Path folder) {
        return SessionFolder.isOne(folder);
    }

    /**
     * Those of a runtime folder.
     *
     * @throws IOException if its manager lives, or it cannot be read
     */
    public static List<Path> all(Path runtime) throws IOException {
        try (Closeable _ = ManagerSocket.lockFolder(runtime)) {
            return SessionFolder.left(runtime, null);
        }
    }

    /**
     * Makes the archive that a manager was to make which is dead, as the next one would.
     *
     * @param elsewhere where to write it instead of where the recording was to go; may be null
     * @throws IOException if it lives, what it left cannot be understood, or the archive cannot be written; the folder stays then,
     *     with what is not in the archive
     */
    public static Path recoverAlone(Path folder, Path elsewhere) throws IOException {
        try (Closeable _ =
                ManagerSocket.lockFolder(folder.toAbsolutePath().normalize().getParent())) {
            return recover(folder.toAbsolutePath().normalize(), elsewhere);
        }
    }

    /** Makes the archive of all that the manager had saved and of what the buffers hold, and removes the folder; for the only manager. */
    static Path recover(Path folder, Path elsewhere) throws IOException {
        SessionFolder session = SessionFolder.open(folder);
        List<Archive.Part> parts = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int id : session.ids()) {
            try {
                parts.add(ProviderPart.recover(session, id, RELEASE_LIMIT_NANOS));
            } catch (IOException | RuntimeException e) {
                failures.add("provider " + id + " is kept in " + folder + ": " + e.getMessage());
            }
        }
        if (parts.isEmpty() && !failures.isEmpty()) {
            throw new IOException(String.join("; ", failures));
        }
        // Since the recording began the user may have put another file where it was to go.
        Path target = Archive.write(
                parts, elsewhere != null ? elsewhere : session.recording().target(), elsewhere != null);
        session.delete(parts, failures.isEmpty());
        LOG.log(System.Logger.Level.INFO, "recovered the recording of a killed manager: {0}", target);
        if (!failures.isEmpty()) {
            throw new IOException(String.join("; ", failures) + "; the others are in " + target);
        }
        return target;
    }
}
