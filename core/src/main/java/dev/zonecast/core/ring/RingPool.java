package dev.zonecast.core.ring;

import java.util.ArrayDeque;

/**
 * All rings of the process. A ring returns here when its thread has ended and its records have been read; memory grows to the most
 * threads that recorded at one time, and never beyond the limit.
 *
 * <p>Thread-safe.
 */
public final class RingPool {
    private static final System.Logger LOG = System.getLogger("dev.zonecast");

    /** So many platform threads at a time have large rings; those of the others are small, so that there is room for thousands. */
    static final int LARGE_RINGS = 96;

    private final int platformBytes;
    private final int virtualBytes;
    private final long limitBytes;
    private final RingPolicies policies;
    private final Runnable collectorWaker;
    private final RingSource source;
    private final ArrayDeque<EventRing> freePlatform = new ArrayDeque<>();

    /** The same one where both kinds are of one size. */
    private final ArrayDeque<EventRing> freeVirtual;

    private int largeRings;
    private long allocatedBytes;
    private long refusals;
    private boolean refusalLogged;

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
        this.freeVirtual = platformBytes == virtualBytes ? freePlatform : new ArrayDeque<>();
    }

    /** A ring, or null when the limit is reached or the system has no memory. May make a file, under no lock. */
    EventRing take(boolean virtual) {
        int bytes = virtual ? virtualBytes : platformBytes;
        source.prepare(bytes);
        try {
            return takePrepared(virtual);
        } finally {
            source.prepared(bytes);
        }
    }

    private synchronized EventRing takePrepared(boolean virtual) {
        EventRing ring = (virtual ? freeVirtual : freePlatform).pollLast();
        if (ring == null) {
            ring = virtual ? allocate(virtualBytes) : allocatePlatform();
        }
        if (ring == null) {
            // One of the other kind serves as well, and is better than none.
            ring = (virtual ? freePlatform : freeVirtual).pollLast();
        }
        if (ring == null) {
            refusals++;
        }
        if (allocatedBytes > limitBytes / 2 && freePlatform.isEmpty() && freeVirtual.isEmpty()) {
            // Those of threads that have ended come back when the collector next looks.
            collectorWaker.run();
        }
        return ring;
    }

    private EventRing allocatePlatform() {
        EventRing ring = largeRings < LARGE_RINGS ? allocate(platformBytes) : null;
        if (ring != null) {
            largeRings++;
            return ring;
        }
        // Returned ones of virtual threads first: nothing is made that is there.
        EventRing returned = virtualBytes < platformBytes ? freeVirtual.pollLast() : null;
        return returned != null ? returned : allocate(Math.min(virtualBytes, platformBytes));
    }

    private EventRing allocate(int bytes) {
        if (bytes > limitBytes - allocatedBytes) {
            return null;
        }
        try {
            EventRing ring = new EventRing(source.allocate(bytes), bytes);
            allocatedBytes += bytes;
            return ring;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Takes back a ring whose records have all been read and whose thread has ended. */
    public synchronized void giveBack(EventRing ring) {
        (ring.capacityBytes() == platformBytes ? freePlatform : freeVirtual).addLast(ring);
    }

    /** Bytes of all rings made so far. */
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
        long bytes;
        synchronized (this) {
            if (refusals == 0 || refusalLogged) {
                return;
            }
            refusalLogged = true;
            bytes = allocatedBytes;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "limit reached: {0} bytes of rings (zonecast.ring.limit); events of threads without a ring are dropped."
                        + " The statistics count them",
                Long.toString(bytes));
    }

    RingPolicy policy(String threadName) {
        return policies.of(threadName);
    }

    Runnable collectorWaker() {
        return collectorWaker;
    }
}
