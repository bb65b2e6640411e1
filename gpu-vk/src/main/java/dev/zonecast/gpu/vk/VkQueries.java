package dev.zonecast.gpu.vk;

import dev.zonecast.core.gpu.ClockReading;
import dev.zonecast.core.gpu.GpuCounters;
import dev.zonecast.core.gpu.GpuLabels;
import dev.zonecast.core.gpu.GpuQueries;
import dev.zonecast.core.gpu.QueryChunk;
import dev.zonecast.memory.Memory;
import dev.zonecast.memory.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.vulkan.VK10;

/** Timestamp queries of a Vulkan queue. */
final class VkQueries extends GpuQueries {
    /** Queries of a pool, where queries can be reset from the host and pools be made as they are wanted. */
    private static final int BLOCK_QUERIES = 1024;

    /** Words of 64 bits: the time, and whether there is one. */
    private static final int RESULT_WORDS = 2;

    private static final int RESULT_BYTES = RESULT_WORDS * Long.BYTES;

    private static final int MAX_RESULTS = 256;

    private final VkFunctions functions;
    private final QueueFacts facts;
    private final VkStages stages;
    private final boolean hostReset;
    private final CalibratedClock clock;
    private final DebugLabels labels;
    private final List<VkCounters> counting = new ArrayList<>();
    private GpuCounters together;

    /** Segments, not LWJGL's accessors: those allocate until they are compiled, and some calls here are rare. */
    private final MemoryScope arena = MemoryScope.shared();

    /** Where the driver puts results; the collecting thread's. */
    private final Memory results = arena.allocate((long) MAX_RESULTS * RESULT_BYTES, Long.BYTES);

    private int firstResult;

    /** One result; guarded by this. */
    private final Memory scratch = arena.allocate(RESULT_BYTES, Long.BYTES);

    // Guarded by this.
    private final List<Long> pools = new ArrayList<>();
    private final List<VkChunk> toReset = new ArrayList<>();
    private long block;
    private int blockSize;
    private int blockUsed;
    private boolean freed;

    private volatile boolean lost;

    /** True after a command buffer was given to reset queries. */
    private volatile boolean resetsRecorded;

    /** Only while the context is made: what reads the clock where there is no calibrated one. */
    private BracketedClock bracketed;

    /**
     * Queries without a pool yet.
     *
     * @param hostReset true if queries may be reset from the host; else {@link #reserve} gives all of them
     * @param clock null if the driver reads no clock
     */
    VkQueries(VkFunctions functions, QueueFacts facts, VkStages stages, boolean hostReset, CalibratedClock clock) {
        this.functions = functions;
        this.facts = facts;
        this.stages = stages;
        this.hostReset = hostReset;
        this.clock = clock;
        this.labels = functions.hasLabels() ? new DebugLabels(functions) : null;
    }

    VkFunctions functions() {
        return functions;
    }

    boolean resetsFromHost() {
        return hostReset;
    }

    CalibratedClock clock() {
        return clock;
    }

    @Override
    public boolean recordsInTargets() {
        return true;
    }

    @Override
    public boolean canRerunTargets() {
        return hostReset;
    }

    @Override
    public int validBits() {
        return facts.validBits();
    }

    @Override
    public double nanosPerTick() {
        return facts.nanosPerTick();
    }

    @Override
    public boolean isUsable() {
        return true;
    }

    // --- queries

    @Override
    protected String remedy() {
        return hostReset || resetsRecorded
                ? null
                : "queries are never reset. Enable the device feature hostQueryReset and build the context with"
                        + " hostQueryReset(true), or call collect(commandBuffer) once a frame";
    }

    /**
     * Makes all queries there will ever be, and has them reset by a command: there is no reset from the host.
     *
     * @throws SetUpCommands.VulkanFailure if the driver makes none
     */
    synchronized void reserve(int queries, SetUpCommands commands) {
        if (!makeBlock(queries)) {
            throw new SetUpCommands.VulkanFailure("the driver makes no query pool");
        }
        commands.run(buffer -> functions.resetInCommandBuffer(buffer.address(), block, 0, blockSize));
    }

    private boolean makeBlock(int queries) {
        blockUsed = 0;
        block = functions.createPool(VK10.VK_QUERY_TYPE_TIMESTAMP, queries, 0);
        blockSize = block == 0 ? 0 : queries;
        if (block == 0) {
            return false;
        }
        pools.add(block);
        return true;
    }

    @Override
    public synchronized QueryChunk createChunk(int queries) {
        if (blockUsed + queries > blockSize) {
            if (!hostReset || freed || !makeBlock(Math.max(BLOCK_QUERIES, queries))) {
                return null;
            }
            functions.resetFromHost(block, 0, blockSize);
        }
        VkChunk chunk = new VkChunk(this, block, blockUsed, queries);
        blockUsed += queries;
        return chunk;
    }

    void write(long commandBuffer, boolean begin, long pool, int query) {
        if (stages.isLong()) {
            functions.writeTimestamp2(commandBuffer, stages.of(begin), pool, query);
        } else {
            functions.writeTimestamp(commandBuffer, (int) stages.of(begin), pool, query);
        }
    }

    /** Reads results; returns how many there are from the first on, without a gap. */
    int readResults(long pool, int first, int count) {
        int asked = askResults(pool, first, count);
        int ready = 0;
        while (ready < asked && isAvailable(results, ready)) {
            ready++;
        }
        return ready;
    }

    /** A query with a result, counted from the first; {@link VkChunk#NONE} if none has one. */
    int findResult(long pool, int first, int count) {
        int asked = askResults(pool, first, count);
        for (int i = 0; i < asked; i++) {
            if (isAvailable(results, i)) {
                return i;
            }
        }
        return VkChunk.NONE;
    }

    /** For how many queries the driver has answered. */
    private int askResults(long pool, int first, int count) {
        firstResult = first;
        int asked = Math.min(count, MAX_RESULTS);
        boolean isAnswered = !lost && check(functions.results(pool, first, asked, RESULT_WORDS, results.address()));
        return isAnswered ? asked : 0;
    }

    /** The second of a result's two words says whether the first is one. */
    private static boolean isAvailable(Memory words, int index) {
        return words.getLong(Long.BYTES * (2L * index + 1)) != 0;
    }

    long result(int query) {
        return results.getLong(Long.BYTES * 2L * (query - firstResult));
    }

    /** True if a query has a result; any thread. */
    synchronized boolean hasResult(long pool, int query) {
        return !freed
                && check(functions.results(pool, query, 1, RESULT_WORDS, scratch.address()))
                && isAvailable(scratch, 0);
    }

    synchronized void resetLater(VkChunk chunk) {
        toReset.add(chunk);
    }

    /** Records the resets that have come up; outside a render pass, on a queue for graphics or compute. */
    synchronized void recordResets(long commandBuffer) {
        // By index: an iterator would be allocated.
        for (int i = 0; i < toReset.size(); i++) {
            toReset.get(i).resetIn(commandBuffer);
        }
        toReset.clear();
        resetsRecorded = true;
    }

    /** False if a result is an error; remembers that the device is lost. */
    private boolean check(int result) {
        if (result == VK10.VK_ERROR_DEVICE_LOST) {
            lost = true;
        }
        return result >= VK10.VK_SUCCESS;
    }

    @Override
    protected boolean isLost() {
        return lost;
    }

    // --- the clock

    /** What reads the clock while the context is made; null when it is made. */
    void bracketed(BracketedClock submitting) {
        bracketed = submitting;
    }

    @Override
    protected boolean canReadClock() {
        return clock != null || bracketed != null;
    }

    @Override
    protected boolean readsPairs() {
        return clock != null;
    }

    @Override
    protected void readClocks(ClockReading reading) {
        if (clock == null) {
            super.readClocks(reading);
        } else if (!lost && !check(clock.read(reading))) {
            reading.failed();
        }
    }

    @Override
    protected long gpuTicksNow() {
        return bracketed.gpuTicksNow();
    }

    // --- statistics

    /** Zones count; before the context is made. Null: nothing. */
    void count(VkCounters counters) {
        if (counters != null) {
            counting.add(counters);
            together = GpuCounters.together(together, counters);
        }
    }

    @Override
    protected GpuCounters counters() {
        return together;
    }

    @Override
    protected GpuLabels labels() {
        return labels;
    }

    /** A lost device keeps its pools until the program closes the context: other threads may be recording. */
    @Override
    protected void close() {
        if (!lost) {
            free();
        }
    }

    /** Destroys what there is; later calls do nothing. */
    synchronized void free() {
        if (freed) {
            return;
        }
        freed = true;
        pools.forEach(functions::destroyPool);
        toReset.clear();
        counting.forEach(VkCounters::close);
        if (clock != null) {
            clock.close();
        }
        if (labels != null) {
            labels.close();
        }
        arena.close();
    }
}
