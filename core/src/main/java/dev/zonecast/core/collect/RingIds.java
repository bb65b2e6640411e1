package dev.zonecast.core.collect;

import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerTable;
import dev.zonecast.core.registry.Registry;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What the ids in rings represent that recordings have too: those of a dead program keep their numbers, so that what is recovered of
 * its rings goes on with what it had recorded.
 *
 * @param gpuContexts in the order of their ids
 * @param locks of which some may be found to be gone
 * @param markers the definition of an id, or null
 */
record RingIds(Supplier<List<GpuContextInfo>> gpuContexts, LockTable locks, IntFunction<MarkerDefinition> markers) {
    /** Of this process. */
    static final RingIds OWN =
            new RingIds(Registry.INSTANCE.gpuContexts()::present, LockTable.INSTANCE, MarkerTable.INSTANCE::get);
}
