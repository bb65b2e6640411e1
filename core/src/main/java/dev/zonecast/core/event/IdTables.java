package dev.zonecast.core.event;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import java.util.List;

/** Resolves the ids in a program's rings: this process's by the registry, a dead program's by its journal. */
public interface IdTables {
    SourceLocation location(int id);

    /** Id of a string in this process's table of names. */
    int name(int id);

    Plot plot(int id);

    MemoryPool pool(int id);

    /** Null: the base set, or an unknown id. */
    FrameName frame(int id);

    /** Null: an unknown id. */
    LockInfo lock(int id);

    /** Null: an unknown id. */
    MarkerDefinition marker(int id);

    /** Sorted by id. */
    List<GpuContextInfo> gpuContexts();
}
