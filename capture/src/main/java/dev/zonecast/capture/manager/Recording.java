package dev.zonecast.capture.manager;

import dev.zonecast.core.BufferMode;
import java.nio.file.Path;
import java.util.Set;

/**
 * What is recorded of all programs at one time.
 *
 * @param bufferBytes of each program's buffer
 * @param memoryBytes of all programs together, of which the oldest goes first; 0: everything is saved
 * @param categories by their names; empty: all
 * @param target the archive
 */
public record Recording(BufferMode mode, long bufferBytes, long memoryBytes, Set<String> categories, Path target) {
    private static final long LEAST_BUFFER_BYTES = 4096;
    private static final long MOST_BUFFER_BYTES = 1L << 36;

    /** @throws IllegalArgumentException if that cannot be */
    public Recording {
        if (bufferBytes < LEAST_BUFFER_BYTES || bufferBytes > MOST_BUFFER_BYTES || (bufferBytes & 7) != 0) {
            throw new IllegalArgumentException("a buffer of " + bufferBytes + " bytes");
        }
        if (memoryBytes < 0 || (memoryBytes > 0 && mode != BufferMode.STREAMING)) {
            throw new IllegalArgumentException("a memory limit is for mode streaming");
        }
        if (!target.isAbsolute()) {
            throw new IllegalArgumentException("not an absolute path: " + target);
        }
        categories = Set.copyOf(categories);
    }

    /** What is recorded is kept in memory, as far as there is room. */
    boolean isLimited() {
        return memoryBytes > 0;
    }

    /** False where all is in the archive at the end, and nothing is lost before. */
    boolean hasSnapshots() {
        return mode != BufferMode.STREAMING || isLimited();
    }
}
