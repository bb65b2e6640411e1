package dev.zonecast.bench.league;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.remotery.RMTSettings;
import org.lwjgl.util.remotery.Remotery;

/** Samples inside a sample of the frame, as Remotery's documentation has them. */
final class RemoterySamples extends Contestant {
    private final ByteBuffer frame = MemoryUtil.memUTF8("frame");
    private final ByteBuffer zone = MemoryUtil.memUTF8("zone");
    private final IntBuffer frameHash = MemoryUtil.memCallocInt(1);
    private final IntBuffer zoneHash = MemoryUtil.memCallocInt(1);
    private long instance;

    @Override
    void start(Path folder) {
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
        beginFrame();
    }

    private void beginFrame() {
        Remotery.rmt_BeginCPUSample(frame, Remotery.RMTSF_None, frameHash);
    }

    @Override
    void zones(int count) {
        for (int i = 0; i < count; i++) {
            Remotery.rmt_BeginCPUSample(zone, Remotery.RMTSF_None, zoneHash);
            Remotery.rmt_EndCPUSample();
        }
    }

    /** Trees leave the thread when their root ends. */
    @Override
    void settle() {
        Remotery.rmt_EndCPUSample();
        beginFrame();
    }

    @Override
    Outcome stop(long zones) {
        Remotery.rmt_EndCPUSample();
        Remotery.rmt_DestroyGlobalInstance(instance);
        return new Outcome(UNKNOWN, UNKNOWN);
    }
}
