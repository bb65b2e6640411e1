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

    /** Held while a file is made, by threads that wait for one. */
    private final ReentrantLock making = new ReentrantLock();

    // Guarded by this.
    private Memory file;
    private long used;
    private int files;
    private boolean failed;

    /** Room for rings between {@link #prepare} and {@link #prepared}. */
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

    /** Makes room before a ring is taken. A new file has room for all rings that are promised. */
    @Override
    public void prepare(int capacityBytes) {
        String failure = null;
        making.lock();
        try {
            long wanted = promise(strideBytes(capacityBytes));
            if (wanted > 0) {
                Memory made = DiskThread.call(() -> make(wanted));
                use(made);
            }
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
            use(null);
        } finally {
            making.unlock();
        }
        if (failure != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no room for mapped rings; records of further threads would not outlive the program: {0}",
                    failure);
        }
    }

    /** Returns the bytes of a file that has to be made; 0 if there is room, or can be none. */
    private synchronized long promise(long stride) {
        promised += stride;
        return failed || used + promised <= file.byteSize() ? 0 : promised;
    }

    private synchronized void use(Memory made) {
        failed = made == null;
        file = failed ? file : made;
        used = failed ? used : 0;
    }

    @Override
    public synchronized void prepared(int capacityBytes) {
        promised -= strideBytes(capacityBytes);
    }

    @Override
    public synchronized RingMemory allocate(int capacityBytes) {
        long stride = strideBytes(capacityBytes);
        if (used + stride > file.byteSize()) {
            return RingSource.NATIVE.allocate(capacityBytes);
        }
        Memory ring = file.slice(used, RingLayout.HEADER_BYTES + (long) capacityBytes);
        used += stride;
        ring.setLong(RingLayout.DECLARATIONS_OFFSET, Declarations.CRC);
        return new RingMemory(ring, true);
    }
}
