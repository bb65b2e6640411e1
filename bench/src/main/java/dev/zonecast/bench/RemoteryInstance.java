package dev.zonecast.bench;

import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.remotery.RMTSettings;
import org.lwjgl.util.remotery.Remotery;

/** Remotery with its server on the loopback. One in a process. */
public final class RemoteryInstance implements AutoCloseable {
    private final long instance;

    public RemoteryInstance() {
        RMTSettings settings = Remotery.rmt_Settings();
        if (settings == null) {
            throw new IllegalStateException("this build of Remotery does nothing");
        }
        settings.limit_connections_to_localhost(true);
        PointerBuffer created = MemoryUtil.memAllocPointer(1);
        int error = Remotery.rmt_CreateGlobalInstance(created);
        instance = created.get(0);
        MemoryUtil.memFree(created);
        if (error != Remotery.RMT_ERROR_NONE) {
            throw new IllegalStateException("Remotery: error " + error);
        }
    }

    @Override
    public void close() {
        Remotery.rmt_DestroyGlobalInstance(instance);
    }
}
