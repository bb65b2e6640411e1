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
     * Adds a file.
     *
     * @return what {@link #remove} takes
     */
    public static Path add(Path file) throws IOException {
        Path real = file.toRealPath();
        HELD.add(real);
        return real;
    }

    /** The lock is gone. */
    public static void remove(Path real) {
        HELD.remove(real);
    }

    /** True if this process has locked the file. */
    public static boolean has(Path file) throws IOException {
        return Files.exists(file) && HELD.contains(file.toRealPath());
    }
}
