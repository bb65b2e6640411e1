package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerTable;
import dev.zonecast.core.registry.GpuContextTable;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.core.state.LockTable;
import java.util.List;

/**
 * The ids of this process.
 *
 * @param locks resolves the ids of locks
 */
record OwnIds(LockTable<LockInfo> locks) implements IdTables {
    static final OwnIds INSTANCE = new OwnIds(LockTable.of(LockInfo.class));
    private static final Slots<?, SourceLocation> LOCATIONS = Slots.of(SourceLocation.class);
    private static final Slots<?, Plot> PLOTS = Slots.of(Plot.class);
    private static final Slots<?, MemoryPool> POOLS = Slots.of(MemoryPool.class);
    private static final Slots<?, FrameName> FRAMES = Slots.of(FrameName.class);

    @Override
    public SourceLocation location(int id) {
        return LOCATIONS.get(id);
    }

    @Override
    public int name(int id) {
        return id;
    }

    @Override
    public Plot plot(int id) {
        return PLOTS.get(id);
    }

    @Override
    public MemoryPool pool(int id) {
        return POOLS.get(id);
    }

    @Override
    public FrameName frame(int id) {
        return FRAMES.get(id);
    }

    @Override
    public LockInfo lock(int id) {
        return locks.get(id);
    }

    @Override
    public MarkerDefinition marker(int id) {
        return MarkerTable.INSTANCE.get(id);
    }

    @Override
    public List<GpuContextInfo> gpuContexts() {
        return GpuContextTable.of(GpuContextInfo.class).present();
    }
}
