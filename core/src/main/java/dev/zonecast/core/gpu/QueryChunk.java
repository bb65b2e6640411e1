package dev.zonecast.core.gpu;

/**
 * A fixed number of timestamp queries, used in the order of their indexes, over and over. A back-end extends it with the objects of
 * its API; what the engine knows of each query stands beside them.
 *
 * <p>{@link #issue} and {@link #hasResult} are called by the thread that submits, all else by the thread that collects or closes. A query is never issued
 * before its last result was read, and {@link #recycle} and {@link #isRecycled} come between two uses of the whole chunk.
 */
public abstract class QueryChunk {
    /** {@code Clock} ticks just before each query was issued. */
    final long[] submitTicks;

    /** What each query is for: a source location's id for a begin, minus the number of zones that end for an end. */
    final int[] purpose;

    /** For each begin in a target: how many zones an earlier recording left open, which end before it. Null until there are some. */
    private int[] leftOpen;

    /** For each begin in a target: the thread that issued it. */
    final long[] threadIds;

    /** For each query what was counted since the one before: as {@link ZoneCounts#add} takes it. Null until something is counted. */
    private int[] statistics;

    /** For each begin the calls that led there; null until a zone has some. */
    private Object[] stacks;

    /** The chunk that its lane uses after this one. */
    QueryChunk next;

    /** {@code Clock} ticks when it was given back to the pool. */
    long givenTicks;

    /** Passes of the collecting thread until then. */
    long givenInPass;

    /** Position in its lane of its first query. */
    long firstPosition;

    /**
     * A chunk whose queries exist.
     *
     * @param queries how many
     */
    protected QueryChunk(int queries) {
        submitTicks = new long[queries];
        purpose = new int[queries];
        threadIds = new long[queries];
    }

    /** Number of queries. */
    public final int size() {
        return purpose.length;
    }

    /** The query that is issued next is a begin in a target, of whose earlier recording zones were left open. */
    final void leftOpen(int index, int zones) {
        if (zones != 0 && leftOpen == null) {
            leftOpen = new int[size()];
        }
        if (leftOpen != null) {
            leftOpen[index] = zones;
        }
    }

    /** How many zones end before a query, which an earlier recording left open. */
    final int leftOpen(int index) {
        return leftOpen == null ? 0 : leftOpen[index];
    }

    /** The query that is issued next takes along what was counted. */
    final void statistics(int index, int ticket) {
        if (ticket != 0 && statistics == null) {
            statistics = new int[size()];
        }
        if (statistics != null) {
            statistics[index] = ticket;
        }
    }

    /** What was counted between a query and the one before; 0: nothing. */
    final int statistics(int index) {
        return statistics == null ? 0 : statistics[index];
    }

    /** The query that is issued next has a call stack. */
    final void stack(int index, Object stack) {
        if (stacks == null) {
            stacks = new Object[size()];
        }
        stacks[index] = stack;
    }

    /**
     * The calls that led to the begin of a query; null: none.
     *
     * @param again true if the query's next result is of the same begin
     */
    final Object takeStack(int index, boolean again) {
        if (stacks == null) {
            return null;
        }
        Object stack = stacks[index];
        stacks[index] = again ? stack : null;
        return stack;
    }

    /** The next lane's zones have call stacks of their own, or none: a reusable target's stay for its next run. */
    final void clearStacks() {
        stacks = null;
    }

    /** True if a query is for the begin of a zone, false if for an end; once it is being issued. */
    protected final boolean isBegin(int index) {
        return purpose[index] > 0;
    }

    /**
     * Has the GPU write its clock once all that was submitted before is done.
     *
     * @param index of the query
     * @param target what takes the command: a Vulkan command buffer's handle; 0 in OpenGL
     */
    protected abstract void issue(int index, long target);

    /**
     * How many queries from {@code from} on, without a gap, have their results. Never waits, and asks the driver once where the
     * first one has none.
     *
     * @param to end of the queries that were issued, exclusive; greater than {@code from}
     */
    protected abstract int readyCount(int from, int to);

    /** True if a query that was issued in a target has its result; asked by the thread that submits, while another may collect. */
    protected boolean hasResult(int index) {
        return readyCount(index, index + 1) == 1;
    }

    /** True if the result is that of a command which the program may have given to the GPU before {@link #issue}. */
    protected boolean isOfEarlierCommand(int index) {
        return false;
    }

    /** GPU ticks of a query that {@link #readyCount} has found ready; bits above the valid ones may be anything. */
    protected abstract long result(int index);

    /**
     * All results have been read, or none will be any more: the queries are to be made ready to be issued again, where the API asks for that.
     */
    protected void recycle() {}

    /**
     * True if the queries may be issued again; asked by the thread that will, just before. What {@link #recycle} was told of can be done
     * here; false while it is under way on the GPU.
     */
    protected boolean isRecycled() {
        return true;
    }

    /** Deletes the queries; only while the API takes calls. */
    protected abstract void destroy();
}
