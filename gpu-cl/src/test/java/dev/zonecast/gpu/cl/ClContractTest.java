package dev.zonecast.gpu.cl;

import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.contract.GpuContract;
import org.junit.jupiter.api.AfterEach;

class ClContractTest extends GpuContract {
    private final TestQueue cl = new TestQueue();

    @AfterEach
    void release() {
        cl.close();
    }

    @Override
    protected GpuZones open(GpuContextOptions options) {
        return GpuZones.create(GpuApi.OPENCL, new ClQueries(ClQueue.of(cl.handle)), options);
    }

    /** For each of four markers: enqueued, asked whether it is done, asked for its time, released. */
    @Override
    protected int foreignCalls(int frames) {
        return 16 * frames;
    }

    @Override
    protected void work() {
        cl.fill();
    }

    @Override
    protected void finish() {
        cl.finish();
    }
}
