package dev.zonecast.flight.recovery;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.IdTables;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import dev.zonecast.core.registry.Slots;
import dev.zonecast.flight.buffer.NameJournalReader;
import java.util.List;

/**
 * The ids of a dead program, by its journal.
 *
 * @param names the journal
 */
record LeftIds(NameJournalReader names) implements IdTables {
    @Override
    public SourceLocation location(int id) {
        return Slots.of(SourceLocation.class).get(names.location(id));
    }

    @Override
    public int name(int id) {
        return names.name(id);
    }

    @Override
    public Plot plot(int id) {
        return Slots.of(Plot.class).get(names.plot(id));
    }

    @Override
    public MemoryPool pool(int id) {
        return Slots.of(MemoryPool.class).get(names.pool(id));
    }

    @Override
    public FrameName frame(int id) {
        return Slots.of(FrameName.class).get(names.frame(id));
    }

    @Override
    public LockInfo lock(int id) {
        return names.locks().get(id);
    }

    @Override
    public MarkerDefinition marker(int id) {
        return names.marker(id);
    }

    @Override
    public List<GpuContextInfo> gpuContexts() {
        return names.gpuContexts();
    }
}
