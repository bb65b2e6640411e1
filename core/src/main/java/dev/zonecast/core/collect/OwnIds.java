package dev.zonecast.core.collect;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.lock.LockTable;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.marker.MarkerTable;
import dev.zonecast.core.registry.Registry;
import java.util.List;

/**
 * The ids of this process.
 *
 * @param locks where locks are looked up
 */
record OwnIds(LockTable locks) implements IdTables {
    static final OwnIds INSTANCE = new OwnIds(LockTable.INSTANCE);

    @Override
    public SourceLocation location(int id) {
        return Registry.INSTANCE.location(id);
    }

    @Override
    public int name(int id) {
        return id;
    }

    @Override
    public Plot plot(int id) {
        return Registry.INSTANCE.plot(id);
    }

    @Override
    public MemoryPool pool(int id) {
        return Registry.INSTANCE.memoryPool(id);
    }

    @Override
    public FrameName frame(int id) {
        return Registry.INSTANCE.frame(id);
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
        return Registry.INSTANCE.gpuContexts().present();
    }
}
