package dev.zonecast.core.gpu;

import dev.zonecast.core.SourceLocation;

/** Groups in graphics debuggers, around the commands of zones. */
public interface GpuLabels {
    /**
     * Opens a group.
     *
     * @param target as for {@link QueryChunk#issue}
     */
    void push(SourceLocation location, long target);

    /**
     * Closes the innermost group.
     *
     * @param target as for {@link QueryChunk#issue}; 0 where a group was left open and the context closes
     */
    void pop(long target);
}
