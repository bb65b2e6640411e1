package dev.zonecast.core.gpu;

import dev.zonecast.core.gpu.contract.GpuContract;

class FakeGpuContractTest extends GpuContract {
    private final FakeGpu gpu = new FakeGpu();

    @Override
    protected GpuZones open(GpuContextOptions options) {
        return GpuZones.create(GpuApi.CUSTOM, gpu, options);
    }

    @Override
    protected void work() {}

    @Override
    protected void finish() {
        gpu.finish();
    }
}
