package dev.zonecast.flight.buffer;

import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.RingMemory;
import dev.zonecast.core.ring.RingSource;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * Rings in mapped files, several to a file, each at a multiple of {@link #ALIGNMENT_BYTES}. Their records outlive the process. The
 * first one has no owner and no records: it counts the losses of threads without a mapped ring.
 *
 * <p>Thread-safe. A file is made in {@link #prepare}, on a thread of ours and under no lock.
 */
public final class MappedRings implements RingSource {
    static final String FILE_PREFIX = "rings-";
    static final long ALIGNMENT_BYTES = 4096;

    private static final int LEAST_RING_BYTES = 4096;

    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    private final Path folder;
    private final long fileBytes;
    private Memory file;
    private long used;
    private int files;
    private boolean failed;
    private final EventRing ofNobody;
    private boolean growing;

    /** Room in the file for rings between {@link #prepare} and {@link #prepared}. */
    private long promised;

    /** Completes when there may be room, and is then replaced. */
    private CompletableFuture<Void> changed = new CompletableFuture<>();

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
        int number;
        synchronized (this) {
            number = files++;
        }
        // Never unmapped: see RingMemory.
        Memory made = MappedFile.create(
                folder.resolve(FILE_PREFIX + number + ".zc"), Math.max(fileBytes, least), MemoryScope.global());
        synchronized (this) {
            file = made;
            used = 0;
        }
    }

    /**
     * Makes room before a ring is taken. A file is replaced when no thread has room in it any more that was promised: so each gets what it was promised, however many
     * come at once, and files stay small.
     */
    @Override
    public void prepare(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        while (true) {
            CompletableFuture<Void> change;
            synchronized (this) {
                if (failed || used + promised + stride <= file.byteSize()) {
                    promised += stride;
                    return;
                }
                change = promised == 0 && !growing ? null : changed;
                growing |= change == null;
            }
            if (change == null) {
                growForOthers(stride);
            } else {
                change.join();
            }
        }
    }

    @Override
    public void prepared(int capacityBytes) {
        synchronized (this) {
            promised -= strideBytes(capacityBytes);
        }
        tellChange();
    }

    private void tellChange() {
        CompletableFuture<Void> waitedFor;
        synchronized (this) {
            waitedFor = changed;
            changed = new CompletableFuture<>();
        }
        waitedFor.complete(null);
    }

    private void growForOthers(long stride) {
        IOException failure = null;
        try {
            Object _ = DiskThread.call(() -> {
                grow(stride);
                return null;
            });
        } catch (IOException e) {
            failure = e;
        } finally {
            synchronized (this) {
                growing = false;
                failed |= failure != null;
            }
            tellChange();
        }
        if (failure != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no room for mapped rings; records of further threads would not outlive the program: {0}",
                    String.valueOf(failure.getMessage()));
        }
    }

    @Override
    public synchronized RingMemory allocate(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        if (used + stride > file.byteSize()) {
            return RingSource.NATIVE.allocate(capacityBytes);
        }
        Memory ring = file.slice(used, RingLayout.HEADER_BYTES + (long) capacityBytes);
        used += stride;
        return new RingMemory(ring, true);
    }
}
