package dev.zonecast.trace.stats;

import dev.zonecast.fxt.Distribution;
import dev.zonecast.trace.Calls;
import dev.zonecast.trace.Location;
import dev.zonecast.trace.Program;
import dev.zonecast.trace.TraceFrame;
import dev.zonecast.trace.TraceMemoryEvent;
import dev.zonecast.trace.TraceZone;
import dev.zonecast.trace.stats.BlockLives.Block;
import dev.zonecast.trace.stats.BlockLives.Pool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where memory went: blocks by zone, by call stack and by frame, and the bytes that lived over time. A block stays if it was allocated in the
 * range of time and lives at its end. A first reading adds blocks and frames, a second one finds the zones. For one thread.
 */
public final class MemoryUse {
    /** About 250 MB. */
    static final int MAX_BLOCKS = 2_000_000;

    private static final int MAX_FRAMES = 1_000_000;

    /** A place of zones. */
    public record Place(Location location, ZoneKind kind) {}

    /**
     * A pool and the calls that allocated.
     *
     * @param stack null if none were recorded
     */
    public record Site(Pool pool, Calls stack) {}

    /**
     * What was allocated in one way.
     *
     * @param by the way; null for what is outside of zones
     * @param allocations blocks
     * @param allocatedBytes their sizes
     * @param stayBlocks of them those that live at the end of the range
     * @param stayBytes their sizes
     */
    public record Share<K>(K by, long allocations, long allocatedBytes, long stayBlocks, long stayBytes) {}

    /**
     * What the frames of a program allocate in a pool, on all threads.
     *
     * @param bytes of a frame
     * @param most number of the frame with the most bytes
     */
    public record OfFrames(Pool pool, Distribution bytes, long most) {}

    /** Bytes of each pool that live at moments, both in the order of time. */
    public record OverTime(List<Long> times, Map<Pool, List<Long>> bytes) {}

    private static final class Sums {
        private double allocations;
        private long allocatedBytes;
        private double stayBlocks;
        private long stayBytes;

        private <K> Share<K> share(K by) {
            return new Share<>(by, Math.round(allocations), allocatedBytes, Math.round(stayBlocks), stayBytes);
        }
    }

    private record Frame(long begin, long end, long number) {}

    private final ZoneFilter filter;
    private final BlockLives lives = new BlockLives(MAX_BLOCKS);
    private final ByThread<Moments<Block>> threads = new ByThread<>();
    private final Map<Block, Place> places = new HashMap<>();
    private final Map<Program, TreeMap<Long, Frame>> frames = new HashMap<>();
    private int frameCount;
    private long beyondLimit;

    MemoryUse(ZoneFilter filter) {
        this.filter = filter;
    }

    /** First reading. */
    void add(TraceMemoryEvent event) {
        boolean isBegin = event.kind() == TraceMemoryEvent.Kind.ALLOCATED;
        boolean isWanted = isBegin
                ? filter.acceptsTrack(event.track())
                        && (filter.isBefore(event.beginNanos()) || filter.acceptsTime(event.beginNanos()))
                : filter.acceptsProgram(event.track().program());
        if (!isWanted) {
            return;
        }
        if (!lives.add(event, true)) {
            beyondLimit++;
        } else if (isBegin) {
            threads.of(event.track(), Moments::new)
                    .add(event.beginNanos(), lives.blocks().getLast());
        }
    }

    /** First reading: a frame of a base set. */
    void add(TraceFrame frame) {
        if (frameCount == MAX_FRAMES) {
            beyondLimit++;
            return;
        }
        frameCount++;
        frames.computeIfAbsent(frame.track().program(), program -> new TreeMap<>())
                .put(frame.beginNanos(), new Frame(frame.beginNanos(), frame.endNanos(), frame.number()));
    }

    /** Second reading: a zone, each after those inside of it. */
    void add(TraceZone zone) {
        Moments<Block> known = threads.find(zone.track());
        if (known != null) {
            known.take(zone, block -> places.put(block, new Place(zone.location(), ZoneKind.of(zone))));
        }
    }

    /** Blocks and frames beyond the limits. */
    long beyondLimit() {
        return beyondLimit;
    }

    /** By the innermost zone around the allocation; what stays most comes first. */
    public List<Share<Place>> zones() {
        return by(places::get);
    }

    /** By pool and call stack; what stays most comes first. */
    public List<Share<Site>> sites() {
        List<Pool> pools = lives.pools();
        return by(block -> new Site(pools.get(block.pool()), block.stack()));
    }

    private <K> List<Share<K>> by(Function<Block, K> key) {
        Map<K, Sums> all = new LinkedHashMap<>();
        for (Block block : lives.blocks()) {
            if (filter.acceptsTime(block.beginNanos())) {
                Sums sums = all.computeIfAbsent(key.apply(block), k -> new Sums());
                sums.allocations += block.weight();
                sums.allocatedBytes += block.bytes();
                if (block.endNanos() >= filter.toNanos()) {
                    sums.stayBlocks += block.weight();
                    sums.stayBytes += block.bytes();
                }
            }
        }
        List<Share<K>> shares = new ArrayList<>();
        all.forEach((by, sums) -> shares.add(sums.share(by)));
        shares.sort(Comparator.comparingLong((Share<K> share) -> share.stayBytes)
                .thenComparingLong(Share::allocatedBytes)
                .reversed());
        return shares;
    }

    /** What frames allocate, in the order of the pools. */
    public List<OfFrames> frames() {
        List<Map<Frame, Long>> ofPools = new ArrayList<>();
        lives.pools().forEach(pool -> ofPools.add(new HashMap<>()));
        for (Block block : lives.blocks()) {
            TreeMap<Long, Frame> known = frames.get(block.track().program());
            Map.Entry<Long, Frame> before = known == null ? null : known.floorEntry(block.beginNanos());
            if (before != null && block.beginNanos() < before.getValue().end) {
                ofPools.get(block.pool()).merge(before.getValue(), block.bytes(), Long::sum);
            }
        }
        List<OfFrames> all = new ArrayList<>();
        for (int i = 0; i < ofPools.size(); i++) {
            Pool pool = lives.pools().get(i);
            Map<Frame, Long> bytes = ofPools.get(i);
            if (!bytes.isEmpty()) {
                Distribution distribution = new Distribution();
                frames.get(pool.program()).values().forEach(frame -> distribution.add(bytes.getOrDefault(frame, 0L)));
                Frame most = bytes.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey();
                all.add(new OfFrames(pool, distribution, most.number));
            }
        }
        return all;
    }

    /**
     * Bytes that live, at equal distances in the range of time. The last moment is the end of the range.
     *
     * @param startNanos of the recording
     * @param endNanos of the recording
     */
    public OverTime overTime(long startNanos, long endNanos, int moments) {
        long from = Math.max(startNanos, filter.fromNanos());
        long length = Math.max(0, Math.min(endNanos, filter.toNanos()) - from);
        long[] times = new long[moments];
        Arrays.setAll(times, i -> from + Math.round((double) length * (i + 1) / moments));
        List<Pool> pools = lives.pools();
        Map<Pool, long[]> changes = new LinkedHashMap<>();
        pools.forEach(pool -> changes.put(pool, new long[moments + 1]));
        for (Block block : lives.blocks()) {
            long[] change = changes.get(pools.get(block.pool()));
            change[first(times, block.beginNanos())] += block.bytes();
            // At the moment of its end a block still lives: so it stays at the end of the range.
            change[block.endNanos() == BlockLives.NEVER ? moments : first(times, block.endNanos() + 1)] -=
                    block.bytes();
        }
        Map<Pool, List<Long>> bytes = new LinkedHashMap<>();
        changes.forEach((pool, change) -> {
            Arrays.parallelPrefix(change, Long::sum);
            bytes.put(pool, Arrays.stream(change).limit(moments).boxed().toList());
        });
        return new OverTime(Arrays.stream(times).boxed().toList(), bytes);
    }

    /** Place of the first moment that is not before a time. */
    private static int first(long[] times, long time) {
        int low = 0;
        for (int high = times.length; low < high; ) {
            int middle = (low + high) >>> 1;
            if (times[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
