package dev.zonecast.trace.stats;

import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceMemoryEvent;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Blocks of a pool of memory. Of blocks that were sampled the figures are estimates. */
public final class PoolStatistics {
    /**
     * Blocks that live at the end and were allocated by the same calls.
     *
     * @param stack the calls; null if none were recorded
     * @param blocks how many; no whole number if blocks were sampled
     */
    public record Site(Calls stack, double blocks, long bytes) {
        private Site plus(Site more) {
            return new Site(stack, blocks + more.blocks, bytes + more.bytes);
        }
    }

    /**
     * A block, and what it represents.
     *
     * @param stack its calls; null if none were recorded
     */
    record Block(long bytes, double blocks, Calls stack) {
        static Block of(TraceMemoryEvent event, Calls stack) {
            return new Block(event.bytes(), event.blocks(), stack);
        }
    }

    private final Program program;
    private final String name;

    /** By address. */
    private final Map<Long, Block> live = new HashMap<>();

    private double liveBlocks;
    private long liveBytes;
    private long peakBytes;
    private double allocations;
    private long allocatedBytes;
    private double frees;
    private long freedBytes;
    private long unmatched;
    private long untracked;
    private long untrackedLive;

    PoolStatistics(Program program, String name) {
        this.program = program;
        this.name = name;
    }

    /**
     * A block is there.
     *
     * @param counted it is in the range of time
     * @param track there is room to remember it until it is freed
     */
    void allocated(long address, Block block, boolean counted, boolean track) {
        // A block whose free was lost ends where its address comes again.
        Block before = live.remove(address);
        if (before != null) {
            unmatched++;
            leave(before);
        }
        begin(counted);
        if (track) {
            live.put(address, block);
            liveBlocks += block.blocks;
            liveBytes += block.bytes;
        } else {
            untracked++;
            untrackedLive++;
        }
        if (counted) {
            allocations += block.blocks;
            allocatedBytes += block.bytes;
            peakBytes = Math.max(peakBytes, liveBytes);
        }
    }

    /**
     * A block is gone.
     *
     * @param told by the trace, for a block that is not tracked
     * @param complete every allocation of the pool was added
     */
    void freed(long address, Block told, boolean counted, boolean complete) {
        begin(counted);
        Block block = live.remove(address);
        if (block != null) {
            leave(block);
        } else if (untrackedLive > 0) {
            untrackedLive--;
        } else {
            unmatched += counted && complete ? 1 : 0;
            return;
        }
        if (counted) {
            Block freed = block == null ? told : block;
            frees += freed.blocks;
            freedBytes += freed.bytes;
        }
    }

    private void leave(Block block) {
        liveBytes -= block.bytes;
        // No rest of the roundings stays.
        liveBlocks = live.isEmpty() ? 0 : liveBlocks - block.blocks;
    }

    /** All blocks are gone. */
    void discarded(boolean counted) {
        begin(counted);
        if (counted) {
            frees += liveBlocks;
            freedBytes += liveBytes;
        }
        live.clear();
        liveBlocks = 0;
        liveBytes = 0;
        untrackedLive = 0;
    }

    /** What lived before the range of time counts for the peak. */
    private void begin(boolean counted) {
        if (counted) {
            peakBytes = Math.max(peakBytes, liveBytes);
        }
    }

    /** The program it belongs to. */
    public Program program() {
        return program;
    }

    /** Its name; {@code memory} if it has none. */
    public String name() {
        return name.isEmpty() ? "memory" : name;
    }

    /** How many blocks were allocated. */
    public long allocations() {
        return Math.round(allocations);
    }

    /** Sizes of these. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** How many blocks were freed, one by one or with the whole pool. */
    public long frees() {
        return Math.round(frees);
    }

    /** Sizes of these. */
    public long freedBytes() {
        return freedBytes;
    }

    /** The most bytes that lived at a time. */
    public long peakBytes() {
        return peakBytes;
    }

    /** How many blocks live at the end. */
    public long liveBlocks() {
        return Math.round(liveBlocks);
    }

    /** Blocks that are remembered until they are freed. */
    int tracked() {
        return live.size();
    }

    /** Sizes of these. */
    public long liveBytes() {
        return liveBytes;
    }

    /** Frees without an allocation, and allocations at an address that lived. */
    public long unmatched() {
        return unmatched;
    }

    /** Allocations beyond the limit of living blocks; they are in no figure of what lives. */
    public long untracked() {
        return untracked;
    }

    /** What lives at the end by the calls that allocated it, the most bytes first. */
    public List<Site> sites() {
        Map<Calls, Site> sites = new HashMap<>();
        for (Block block : live.values()) {
            sites.merge(block.stack, new Site(block.stack, block.blocks, block.bytes), Site::plus);
        }
        return sites.values().stream()
                .sorted(Comparator.comparingLong(Site::bytes).reversed())
                .toList();
    }
}
