package dev.zonecast.flight.buffer;

import dev.zonecast.core.collect.StackText;
import dev.zonecast.core.disk.DiskThread;
import dev.zonecast.core.ring.EventRing;
import dev.zonecast.core.ring.RingLayout;
import dev.zonecast.core.ring.RingMemory;
import dev.zonecast.core.ring.RingSource;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
    private final EventRing ofNobody;
    private final ReentrantLock lock = new ReentrantLock();

    /** There may be room. */
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private Memory file;
    private long used;
    private int files;
    private boolean growing;
    private boolean failed;

    /** Room in the file for rings between {@link #prepare} and {@link #prepared}. */
    private long promised;

    /**
     * Rings in a folder.
     *
     * @param fileBytes of a file; a ring that is larger gets one of its own
     */
    public MappedRings(Path folder, long fileBytes) throws IOException {
        this.folder = folder;
        this.fileBytes = fileBytes;
        file = make(fileBytes + strideBytes(LEAST_RING_BYTES));
        ofNobody = EventRing.left(allocate(LEAST_RING_BYTES).segment(), LEAST_RING_BYTES);
    }

    @Override
    public EventRing ofNobody() {
        return ofNobody;
    }

    @Override
    public String stackText(Object stack) {
        return StackText.of(stack);
    }

    /** Bytes between a ring and the next. */
    static long strideBytes(long capacityBytes) {
        return (RingLayout.HEADER_BYTES + capacityBytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }

    /** One at a time. */
    private Memory make(long least) throws IOException {
        // Never unmapped: see RingMemory.
        return MappedFile.create(
                folder.resolve(FILE_PREFIX + files++ + ".zc"), Math.max(fileBytes, least), MemoryScope.global());
    }

    /**
     * Makes room before a ring is taken. A file is replaced when no thread has room in it any more that was promised: so each gets what
     * it was promised, however many come at once, and files stay small.
     */
    @Override
    public void prepare(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        while (!promise(stride)) {
            replaceFile(stride);
        }
    }

    /** Promises room, or waits for it. False: the caller replaces the file first. */
    private boolean promise(long stride) {
        lock.lock();
        try {
            while (!failed && used + promised + stride > file.byteSize()) {
                if (promised == 0 && !growing) {
                    growing = true;
                    return false;
                }
                changed.awaitUninterruptibly();
            }
            promised += stride;
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void prepared(int capacityBytes) {
        lock.lock();
        try {
            promised -= strideBytes(capacityBytes);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void replaceFile(long stride) {
        Memory made = null;
        try {
            made = DiskThread.call(() -> make(stride));
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no room for mapped rings; records of further threads would not outlive the program: {0}",
                    String.valueOf(e.getMessage()));
        } finally {
            lock.lock();
            try {
                growing = false;
                failed |= made == null;
                file = made == null ? file : made;
                used = made == null ? used : 0;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public RingMemory allocate(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        lock.lock();
        try {
            if (used + stride > file.byteSize()) {
                return RingSource.NATIVE.allocate(capacityBytes);
            }
            Memory ring = file.slice(used, RingLayout.HEADER_BYTES + (long) capacityBytes);
            used += stride;
            ring.setLong(RingLayout.DECLARATIONS_OFFSET, Declarations.CRC);
            return new RingMemory(ring, true);
        } finally {
            lock.unlock();
        }
    }
}
