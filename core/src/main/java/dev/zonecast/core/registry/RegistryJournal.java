package dev.zonecast.core.registry;

import dev.zonecast.core.FrameName;
import dev.zonecast.core.MemoryPool;
import dev.zonecast.core.Plot;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.LockInfo;
import dev.zonecast.core.gpu.GpuContextInfo;
import dev.zonecast.core.marker.MarkerDefinition;

/**
 * Is told of everything that gets an id, before anybody can use the id. Any thread; some calls come twice.
 */
public interface RegistryJournal {
    void name(int id, String text);

    /** A new location, or one that something else is said of now. */
    void location(SourceLocation location);

    /** A new plot, or one that is drawn in another way now. */
    void plot(Plot plot);

    void frame(FrameName name);

    void memoryPool(MemoryPool pool);

    void gpuContext(GpuContextInfo context);

    void lock(LockInfo lock);

    void marker(MarkerDefinition marker);

    /** A fiber that is to record. */
    void fiber(long id, String name);

    /** A thread begins to record. */
    void thread(long id, boolean virtual, String name);
}
