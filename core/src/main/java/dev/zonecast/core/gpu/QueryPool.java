package dev.zonecast.core.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The chunks of queries of a context: made when they are first wanted, up to a limit, and used again. Thread-safe. */
final class QueryPool {
    private final GpuQueries queries;
    private final int chunkQueries;
    private final int maxChunks;
    private final List<QueryChunk> all = new ArrayList<>();
    private final ArrayDeque<QueryChunk> spare = new ArrayDeque<>();

    /**
     * Makes nothing yet.
     *
     * @param chunkQueries queries in a chunk
     * @param maxChunks chunks at most
     */
    QueryPool(GpuQueries queries, int chunkQueries, int maxChunks) {
        this.queries = queries;
        this.chunkQueries = chunkQueries;
        this.maxChunks = maxChunks;
    }

    /** A chunk that nobody uses, or null if there are too many or the driver has no more. */
    synchronized QueryChunk take() {
        QueryChunk chunk = spare.poll();
        if (chunk == null && all.size() < maxChunks) {
            chunk = queries.createChunk(chunkQueries);
            if (chunk != null) {
                all.add(chunk);
            }
        }
        return chunk;
    }

    /** Takes back a chunk whose queries may be issued again. */
    synchronized void give(QueryChunk chunk) {
        chunk.next = null;
        spare.add(chunk);
    }

    /** Queries that exist. */
    synchronized long size() {
        return (long) all.size() * chunkQueries;
    }

    /** Deletes all queries, those in use too. */
    synchronized void destroy() {
        all.forEach(QueryChunk::destroy);
        all.clear();
        spare.clear();
    }
}
