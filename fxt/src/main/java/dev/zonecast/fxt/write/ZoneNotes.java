package dev.zonecast.fxt.write;

/**
 * What a {@link RecordOutput} wants to know of the begins and ends of zones among the records that it is handed, noted a run at a time
 * while they are written: which durations a run ended and which it left open. The reader need not look at each record.
 *
 * <p>Of one buffer; offsets are bytes from its beginning. Runs that are short, or find no room here, are not noted: their records
 * have to be looked at. For one thread.
 */
public final class ZoneNotes {
    private static final int MOST_RUNS = 512;
    private static final int MOST_PLACES = 4096;

    /** To look at some records is as fast. */
    private static final int LEAST_BYTES = 128;

    private final int[] from = new int[MOST_RUNS];
    private final int[] to = new int[MOST_RUNS];
    private final int[] thread = new int[MOST_RUNS];
    private final int[] ended = new int[MOST_RUNS];

    /** Begin of each run's places, and the end of the last run's. */
    private final int[] firstPlace = new int[MOST_RUNS + 1];

    private final int[] places = new int[MOST_PLACES];
    private int count;

    /**
     * Notes records that are nothing but begins and ends of durations of one thread. The last record is not to be changed afterwards.
     *
     * @param threadIndex of the thread table, 1 to 255
     * @param start offset of the first record
     * @param end offset behind the last record
     * @param endedBefore how many durations ended that had been open before
     * @param begunAt offsets of begins, by depth
     * @param lowestDepth smallest number of durations open in between
     * @param depth how many are open at the end
     */
    public void note(int threadIndex, int start, int end, int endedBefore, int[] begunAt, int lowestDepth, int depth) {
        int opened = depth - lowestDepth;
        int placed = firstPlace[count];
        if (end - start < LEAST_BYTES || count == MOST_RUNS || placed + opened > MOST_PLACES) {
            return;
        }
        from[count] = start;
        to[count] = end;
        thread[count] = threadIndex;
        ended[count] = endedBefore;
        System.arraycopy(begunAt, lowestDepth, places, placed, opened);
        count++;
        firstPlace[count] = placed + opened;
    }

    /** How many runs there are, in the order of their records. */
    public int count() {
        return count;
    }

    /** Offset of a run's first record. */
    public int from(int run) {
        return from[run];
    }

    /** Offset behind a run's last record. */
    public int to(int run) {
        return to[run];
    }

    /** Index of a run's thread in the thread table. */
    public int thread(int run) {
        return thread[run];
    }

    /** How many durations a run ended that had been open before it. */
    public int ended(int run) {
        return ended[run];
    }

    /** How many durations a run began and left open. */
    public int begun(int run) {
        return firstPlace[run + 1] - firstPlace[run];
    }

    /**
     * Offset of the record that began one of them.
     *
     * @param index below {@link #begun}; 0 = the outermost
     */
    public int begunAt(int run, int index) {
        return places[firstPlace[run] + index];
    }

    /** The records were written. */
    public void clear() {
        count = 0;
    }
}
