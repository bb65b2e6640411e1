package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.contract.GpuContract;
import org.junit.jupiter.api.AfterEach;
import org.lwjgl.opengl.GL11C;

class GlContractTest extends GpuContract {
    private final HeadlessContext gl = new HeadlessContext(HeadlessContext.Api.OPENGL);

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        assertEquals(GL11C.GL_NO_ERROR, GL11C.glGetError());
        gl.close();
    }

    @Override
    protected GpuZones open(GpuContextOptions options) {
        return GpuZones.create(GpuApi.OPENGL, new GlQueries(DesktopFunctions.ofCurrent(), false, null), options);
    }

    /**
     * Calls by address: five times whether the context is current, and each 64th time the window system. Four time stamps, two questions
     * whether they are there, four results, and the binding of query buffers.
     */
    @Override
    protected int foreignCalls(int frames) {
        int looks = 5 * frames;
        return looks + looks / DispatchState.LOOKS_PER_CHECK + 1 + 11 * frames;
    }

    @Override
    protected void work() {
        GL11C.glClear(GL11C.GL_COLOR_BUFFER_BIT);
    }

    @Override
    protected void finish() {
        GL11C.glFinish();
    }
}
