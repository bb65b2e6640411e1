package dev.zonecast.core.state;

/**
 * Where zones get counts of the operating system from. It is here for the order of packages: what reads the system is above what programs call.
 *
 * <p>Thread-safe. No method throws.
 */
public abstract class ZoneCounts {
    private static volatile ZoneCounts running;

    /** Null: no zone has counts. */
    public static ZoneCounts running() {
        return running;
    }

    /** Chooses the source of counts for all zones from now on; null: no zone has counts. */
    protected static void use(ZoneCounts counts) {
        running = counts;
    }

    /** Reads the calling thread's counters at the begin of a zone. Null: the zone has no counts. */
    public abstract long[] read();

    /** Records the counts of the calling thread's zone before its end. Zones inside it end here. */
    public abstract void record(long token, long[] begin);
}
