package dev.zonecast.core.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The chunks of queries of a context: made when they are first wanted, up to a limit, and used again. Thread-safe. */
final class QueryPool {
    /**
     * Targets' queries are not used by others at once: a result is there before the program has waited for the target that brought it, and
     * only then Vulkan's validation layers know that it is over. It waits some frames later, each of which has a pass.
     */
    private static final int REST_PASSES = 8;

    /** As well: a program may collect more often than once a frame. */
    private static final double REST_NANOS = 100e6;

    private final GpuQueries queries;
    private final int chunkQueries;
    private final int maxChunks;
    private final CpuTime cpu;
    private final LongSupplier passes;
    private final boolean rests;
    private final List<QueryChunk> all = new ArrayList<>();
    private final ArrayDeque<QueryChunk> spare = new ArrayDeque<>();
    private boolean destroyed;

    /** True if the driver made no chunk the last time. */
    private boolean refused;

    /**
     * Makes nothing yet.
     *
     * @param chunkQueries queries in a chunk
     * @param maxChunks chunks at most
     * @param rests true if chunks that came back rest while others can be made
     * @param passes how often the context was collected
     */
    QueryPool(GpuQueries queries, int chunkQueries, int maxChunks, CpuTime cpu, boolean rests, LongSupplier passes) {
        this.queries = queries;
        this.chunkQueries = chunkQueries;
        this.maxChunks = maxChunks;
        this.cpu = cpu;
        this.rests = rests;
        this.passes = passes;
    }

    /** A chunk that nobody uses, or null if there are too many or the driver has no more. */
    synchronized QueryChunk take() {
        QueryChunk chunk = pollSpare();
        if (chunk == null && all.size() < maxChunks && !destroyed) {
            chunk = queries.createChunk(chunkQueries);
            refused = chunk == null;
            if (refused) {
                chunk = pollSpare();
            } else {
                all.add(chunk);
            }
        }
        return chunk;
    }

    /** The first of the spare chunks, if it can be used: they are recycled in the order in which they come back. */
    private QueryChunk pollSpare() {
        QueryChunk chunk = spare.peek();
        if (chunk == null) {
            return null;
        }
        boolean stays = rests && all.size() < maxChunks && !refused && isFresh(chunk);
        return stays || !chunk.isRecycled() ? null : spare.poll();
    }

    private boolean isFresh(QueryChunk chunk) {
        return passes.getAsLong() - chunk.givenInPass < REST_PASSES
                || (cpu.ticks() - chunk.givenTicks) * cpu.nanosPerTick() < REST_NANOS;
    }

    /** True if {@link #take} would find nothing. */
    synchronized boolean isExhausted() {
        return all.size() >= maxChunks && spare.isEmpty();
    }

    /** True if the driver, not the limit, is why {@link #take} has found nothing. */
    synchronized boolean isRefused() {
        return refused;
    }

    /** Takes back a chunk whose queries may be issued again. */
    synchronized void give(QueryChunk chunk) {
        chunk.next = null;
        chunk.givenTicks = cpu.ticks();
        chunk.givenInPass = passes.getAsLong();
        chunk.clearStacks();
        spare.add(chunk);
    }

    /** Queries that exist. */
    synchronized long size() {
        return (long) all.size() * chunkQueries;
    }

    /** Deletes all queries, those in use too. */
    synchronized void destroy() {
        destroyed = true;
        all.forEach(QueryChunk::destroy);
        all.clear();
        spare.clear();
    }
}
