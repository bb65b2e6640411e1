package dev.zonecast.core.buffer;

import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.RingMemory;
import dev.zonecast.core.ring.RingSource;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Rings in mapped files, several to a file, each at a multiple of {@link #ALIGNMENT_BYTES}. Their records outlive the process. The
 * first one has no owner and no records: it counts the losses of threads without a mapped ring.
 *
 * <p>For the pool of rings, under its lock.
 */
public final class MappedRings implements RingSource {
    static final String FILE_PREFIX = "rings-";
    static final long ALIGNMENT_BYTES = 4096;

    private static final int LEAST_RING_BYTES = 4096;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final Path folder;
    private final long fileBytes;
    private MemorySegment file;
    private long used;
    private int files;
    private boolean failed;
    private final EventRing ofNobody;

    /**
     * Rings in a folder.
     *
     * @param fileBytes of a file; a ring that is larger gets one of its own
     */
    public MappedRings(Path folder, long fileBytes) throws IOException {
        this.folder = folder;
        this.fileBytes = fileBytes;
        grow(fileBytes + strideBytes(LEAST_RING_BYTES));
        ofNobody = EventRing.left(allocate(LEAST_RING_BYTES).segment(), LEAST_RING_BYTES);
    }

    @Override
    public EventRing ofNobody() {
        return ofNobody;
    }

    /** Bytes between a ring and the next. */
    static long strideBytes(long capacityBytes) {
        return (RingLayout.HEADER_BYTES + capacityBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    private void grow(long least) throws IOException {
        // Never unmapped: see RingMemory.
        file = MappedFile.create(
                folder.resolve(FILE_PREFIX + files + ".zc"), Math.max(fileBytes, least), Arena.global());
        files++;
        used = 0;
    }

    @Override
    public RingMemory allocate(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        if (used + stride > file.byteSize() && !failed) {
            try {
                grow(stride);
            } catch (IOException e) {
                failed = true;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "no room for mapped rings; records of further threads would not outlive the program: {0}",
                        String.valueOf(e.getMessage()));
            }
        }
        if (used + stride > file.byteSize()) {
            return RingSource.NATIVE.allocate(capacityBytes);
        }
        MemorySegment ring = file.asSlice(used, RingLayout.HEADER_BYTES + (long) capacityBytes);
        used += stride;
        return new RingMemory(ring, true);
    }
}
