package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.QueryChunk;

/** Timestamp queries that follow each other in a query pool. */
final class VkChunk extends QueryChunk {
    static final int NONE = -1;

    private final VkQueries queries;
    private final long pool;
    private final int first;

    /** The last query that was seen with a result since the chunk was reset; {@link #NONE} if none was. */
    private int lastSeen = NONE;

    /** A query that has a result until the chunk is reset; {@link #NONE} if it is reset. */
    private volatile int witness = NONE;

    VkChunk(VkQueries queries, long pool, int first, int count) {
        super(count);
        this.queries = queries;
        this.pool = pool;
        this.first = first;
    }

    @Override
    protected void issue(int index, long target) {
        queries.write(target, isBegin(index), pool, first + index);
    }

    @Override
    protected int readyCount(int from, int to) {
        int ready = queries.readResults(pool, first + from, to - from);
        if (ready > 0) {
            lastSeen = Math.max(lastSeen, from + ready - 1);
        }
        return ready;
    }

    @Override
    protected boolean hasResult(int index) {
        return queries.hasResult(pool, first + index);
    }

    /** Of the last {@link #readyCount}. */
    @Override
    protected long result(int index) {
        return queries.result(first + index);
    }

    @Override
    protected void recycle() {
        // Where none was seen, the collecting thread may have dropped all without a look.
        witness = lastSeen != NONE ? lastSeen : queries.findResult(pool, first, size());
        lastSeen = NONE;
        if (witness != NONE && !queries.resetsFromHost()) {
            queries.resetLater(this);
        }
    }

    @Override
    protected boolean isRecycled() {
        if (witness == NONE) {
            return true;
        }
        if (queries.resetsFromHost()) {
            queries.functions().resetFromHost(pool, first, size());
        } else if (queries.hasResult(pool, first + witness)) {
            return false;
        }
        witness = NONE;
        return true;
    }

    /** Records the reset. */
    void resetIn(long commandBuffer) {
        queries.functions().resetInCommandBuffer(commandBuffer, pool, first, size());
    }

    @Override
    protected void destroy() {
        // The pools are those of VkQueries.
    }
}
