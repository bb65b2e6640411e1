package dev.zonecast.core.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that this process has locked. POSIX drops the lock of a file when the process closes any descriptor of it. So code that looks at a
 * file which may be locked asks here before it opens the file. Any thread.
 */
public final class HeldFiles {
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private HeldFiles() {}

    /**
     * Adds a file, which need not be there yet; its folder is.
     *
     * @return what {@link #remove} takes; null if the process has the file already
     */
    public static Path add(Path file) throws IOException {
        Path real = real(file);
        return HELD.add(real) ? real : null;
    }

    private static Path real(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        return folder == null || Files.exists(file)
                ? file.toRealPath()
                : folder.toRealPath().resolve(absolute.getFileName());
    }

    /**
     * The lock is gone.
     *
     * @param real null: nothing was added
     */
    public static void remove(Path real) {
        if (real != null) {
            HELD.remove(real);
        }
    }

    /** True if this process has locked the file. */
    public static boolean has(Path file) throws IOException {
        return Files.exists(file) && HELD.contains(file.toRealPath());
    }
}
