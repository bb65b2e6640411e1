package dev.zonecast.core.gpu;

/**
 * A fixed number of timestamp queries, used in the order of their indexes, over and over. A back-end extends it with the objects of
 * its API; what the engine knows of each query stands beside them.
 *
 * <p>{@link #issue} is called by the thread that submits, all else by the thread that collects or closes. A query is never issued
 * before its last result was read, and {@link #recycle} comes between two uses of the whole chunk.
 */
public abstract class QueryChunk {
    /** {@code Clock} ticks just before each query was issued. */
    final long[] submitTicks;

    /** What each query is for: a source location's id for a begin, minus the number of zones that end for an end. */
    final int[] purpose;

    /** The chunk that its lane uses after this one. */
    QueryChunk next;

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
    }

    /** Number of queries. */
    public final int size() {
        return purpose.length;
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

    /** GPU ticks of a query that {@link #readyCount} has found ready; bits above the valid ones may be anything. */
    protected abstract long result(int index);

    /**
     * All results have been read, or none will be any more: makes the queries ready to be issued again, where the API asks for that.
     */
    protected void recycle() {}

    /** Deletes the queries; only while the API takes calls. */
    protected abstract void destroy();
}
