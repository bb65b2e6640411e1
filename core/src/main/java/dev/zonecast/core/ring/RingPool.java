package dev.zonecast.core.ring;

import dev.zonecast.core.registry.SafeLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * All rings of the process. A ring returns here when its thread has ended, or has gone on in another ring, and its records have been
 * read. Returned rings are used again; beyond {@link #MOST_FREE_BYTES} their memory goes back to the system.
 *
 * <p>Nothing accesses a ring's memory after its return. The producer is gone: its thread has ended, its fiber is closed and left, or it
 * has stored {@link EventRing#next} behind its last access. The consumer returns the ring.
 *
 * <p>Thread-safe.
 */
public final class RingPool {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** Number of platform threads with large rings. Further threads have small rings, so that thousands have room. */
    static final int LARGE_RINGS = 96;

    /** Capacity of a virtual thread's first ring: most record a few zones and end. It grows as the others do. */
    static final int FIRST_BYTES = EventRing.LEAST_BYTES;

    /** A growing thread gets rings of up to this capacity, and then more of them. */
    static final int LARGEST_BYTES = 4 << 20;

    /** Returned rings that are kept. */
    static final long MOST_FREE_BYTES = 16 << 20;

    private final int platformBytes;
    private final int virtualBytes;
    private final long limitBytes;
    private final RingPolicies policies;
    private final Runnable collectorWaker;
    private final RingSource source;

    /** Returned rings by the logarithm of their capacity. */
    private final List<ArrayDeque<EventRing>> free = new ArrayList<>();

    private int largeRings;
    private long allocatedBytes;
    private long freeBytes;
    private long refusals;
    private boolean refusalLogged;

    /** What growing threads may take yet. Written under the lock, read by any thread. */
    private volatile long roomBytes;

    /**
     * @param platformBytes capacity of a platform thread's ring, a power of two
     * @param virtualBytes capacity of a virtual thread's ring, a power of two
     * @param limitBytes of all rings together
     * @param collectorWaker called by producers whose ring is half full, or when rings run short; must not block
     */
    public RingPool(int platformBytes, int virtualBytes, long limitBytes, RingPolicy policy, Runnable collectorWaker) {
        this(platformBytes, virtualBytes, limitBytes, RingPolicies.all(policy), collectorWaker, RingSource.NATIVE);
    }

    /** As the other one, with a policy for each ring and the memory for the rings. */
    public RingPool(
            int platformBytes,
            int virtualBytes,
            long limitBytes,
            RingPolicies policies,
            Runnable collectorWaker,
            RingSource source) {
        this.source = source;
        this.platformBytes = platformBytes;
        this.virtualBytes = virtualBytes;
        this.limitBytes = limitBytes;
        this.policies = policies;
        this.collectorWaker = collectorWaker;
        for (int i = 0; i < Integer.SIZE; i++) {
            free.add(new ArrayDeque<>(0));
        }
        roomBytes = mostOfGrowing();
    }

    /**
     * A ring, or null when the limit is reached or the system has no memory. May make a file, under no lock.
     *
     * @param grows false if the thread keeps this ring: then a virtual thread's first ring has its whole capacity
     * @throws StackOverflowError if the stack may overflow here or in the caller, where the ring would be lost
     */
    EventRing take(boolean virtual, boolean grows) {
        if (!StackRoom.isEnough()) {
            throw new StackOverflowError();
        }
        int bytes = virtual ? firstVirtualBytes(grows) : platformBytes;
        source.prepare(bytes);
        try {
            return takePrepared(virtual, grows);
        } finally {
            source.prepared(bytes);
        }
    }

    /** As {@link #take(boolean, boolean)}, for a thread whose ring grows. */
    EventRing take(boolean virtual) {
        return take(virtual, true);
    }

    private synchronized EventRing takePrepared(boolean virtual, boolean grows) {
        EventRing ring = virtual ? obtain(firstVirtualBytes(grows), limitBytes) : obtainPlatform();
        if (ring == null) {
            // One of another size serves as well, and is better than none.
            ring = anyFree();
        }
        if (ring == null) {
            refusals++;
        }
        if (allocatedBytes > limitBytes / 2 && freeBytes == 0) {
            // Rings of ended threads return at the collector's next pass.
            collectorWaker.run();
        }
        return ring;
    }

    private int firstVirtualBytes(boolean grows) {
        return grows && canGrow() ? Math.min(virtualBytes, FIRST_BYTES) : virtualBytes;
    }

    private EventRing obtainPlatform() {
        EventRing returned = pollFree(platformBytes);
        if (returned != null) {
            return returned;
        }
        EventRing ring = largeRings < LARGE_RINGS ? allocate(platformBytes, limitBytes) : null;
        if (ring != null) {
            ring.large = true;
            largeRings++;
            return ring;
        }
        return obtain(Math.min(virtualBytes, platformBytes), limitBytes);
    }

    /**
     * A ring for a thread to go on in, with its positions at the thread's. Null if there is no memory, or too little Java stack to go on
     * in a new ring. An eighth of the limit is left to the first rings of new threads.
     *
     * @param wanted capacity, a power of two
     * @param least capacity that serves if there is not so much
     */
    synchronized EventRing next(int wanted, int least, long position) {
        for (int bytes = StackRoom.isEnough() ? wanted : 0; bytes >= least; bytes /= 2) {
            EventRing ring = obtain(bytes, mostOfGrowing());
            if (ring != null) {
                ring.startAt(position);
                return ring;
            }
        }
        return null;
    }

    private long mostOfGrowing() {
        return limitBytes - limitBytes / 8;
    }

    private void allocated(long bytes) {
        allocatedBytes += bytes;
        roomBytes = mostOfGrowing() - allocatedBytes;
    }

    /** True if a growing thread is likely to get so much. */
    boolean hasRoomFor(long bytes) {
        return bytes <= roomBytes;
    }

    private EventRing obtain(int bytes, long mostBytes) {
        EventRing returned = pollFree(bytes);
        return returned != null ? returned : allocate(bytes, mostBytes);
    }

    private EventRing pollFree(int bytes) {
        EventRing ring = free.get(Integer.numberOfTrailingZeros(bytes)).pollLast();
        if (ring != null) {
            freeBytes -= ring.wholeBytes();
        }
        return ring;
    }

    private EventRing anyFree() {
        for (int i = free.size() - 1; i >= 0 && freeBytes > 0; i--) {
            if (!free.get(i).isEmpty()) {
                return pollFree(1 << i);
            }
        }
        return null;
    }

    private EventRing allocate(int bytes, long mostBytes) {
        long whole = RingLayout.HEADER_BYTES + (long) bytes;
        while (whole > mostBytes - allocatedBytes && releaseOne()) {
            // Returned rings of other sizes make room.
        }
        if (whole > mostBytes - allocatedBytes) {
            return null;
        }
        try {
            EventRing ring = new EventRing(source.allocate(bytes), bytes);
            allocated(whole);
            return ring;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Gives the memory of a returned ring back; false if there is none that can be. */
    private boolean releaseOne() {
        for (ArrayDeque<EventRing> each : free) {
            EventRing last = each.peekLast();
            if (last != null && last.isReleasable()) {
                EventRing ring = pollFree(last.capacityBytes());
                forget(ring);
                ring.release();
                return true;
            }
        }
        return false;
    }

    private void forget(EventRing ring) {
        allocated(-ring.wholeBytes());
        largeRings -= ring.large ? 1 : 0;
    }

    /** Takes back a ring whose records have all been read and whose thread has ended, or has gone on in the next ring. */
    public void giveBack(EventRing ring) {
        ring.next = null;
        synchronized (this) {
            if (!ring.isReleasable() || freeBytes + ring.wholeBytes() <= MOST_FREE_BYTES) {
                free.get(Integer.numberOfTrailingZeros(ring.capacityBytes())).addLast(ring);
                freeBytes += ring.wholeBytes();
                return;
            }
            forget(ring);
        }
        ring.release();
    }

    /** Bytes of all rings that there are, headers included. */
    public synchronized long allocatedBytes() {
        return allocatedBytes;
    }

    /** Times that a thread found no ring. */
    public synchronized long refusals() {
        return refusals;
    }

    /** Counts a loss of a thread in memory that outlives the process, if there is any. */
    void countLoss(EventRing ring, int offset) {
        EventRing counting = ring != null && ring.outlives() ? ring : source.ofNobody();
        if (counting != null) {
            counting.countLoss(offset);
        }
    }

    /** Logs the first refusal, once. The collector, under no lock. */
    public void logRefusal() {
        synchronized (this) {
            if (refusals == 0 || refusalLogged) {
                return;
            }
            refusalLogged = true;
        }
        SafeLog.log(
                LOG,
                System.Logger.Level.WARNING,
                () -> "limit reached: " + limitBytes
                        + " bytes of rings (zonecast.ring.limit); events of threads without"
                        + " a ring are dropped. The statistics count them");
    }

    /** False where rings outlive the process: its files hold one ring a thread. */
    boolean canGrow() {
        return !source.outlives();
    }

    /** Capacity that a thread's ring has when there is no pressure. */
    int usualBytes(int firstBytes) {
        return Math.max(firstBytes, Math.min(virtualBytes, platformBytes));
    }

    String stackText(Object stack) {
        return source.stackText(stack);
    }

    RingPolicy policy(String threadName) {
        return policies.of(threadName);
    }

    Runnable collectorWaker() {
        return collectorWaker;
    }
}
