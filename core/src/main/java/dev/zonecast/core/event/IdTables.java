package dev.zonecast.core.event;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;
import java.util.List;

/** What the ids in a program's rings name: of this process, or of a dead program by its journal. */
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

    /** In the order of their ids. */
    List<GpuContextInfo> gpuContexts();
}
