package dev.zonecast.bench.league;

import dev.zonecast.bench.RemoteryInstance;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.remotery.Remotery;

/** Samples inside a sample of the frame, as Remotery's documentation has them. */
final class RemoterySamples extends Contestant {
    private final ByteBuffer frame = MemoryUtil.memUTF8("frame");
    private final ByteBuffer zone = MemoryUtil.memUTF8("zone");
    private final IntBuffer frameHash = MemoryUtil.memCallocInt(1);
    private final IntBuffer zoneHash = MemoryUtil.memCallocInt(1);
    private RemoteryInstance instance;

    @Override
    void start(Path folder) {
        instance = new RemoteryInstance();
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
        instance.close();
        return new Outcome(UNKNOWN, UNKNOWN);
    }
}
