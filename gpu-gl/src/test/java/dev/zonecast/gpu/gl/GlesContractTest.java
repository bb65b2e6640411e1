package dev.zonecast.gpu.gl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.zonecast.core.gpu.GpuApi;
import dev.zonecast.core.gpu.GpuContextOptions;
import dev.zonecast.core.gpu.GpuZones;
import dev.zonecast.core.gpu.contract.GpuContract;
import org.junit.jupiter.api.AfterEach;
import org.lwjgl.opengles.GLES20;

class GlesContractTest extends GpuContract {
    private final HeadlessContext gl = new HeadlessContext(HeadlessContext.Api.OPENGL_ES);

    @AfterEach
    void noErrorIsLeftToTheProgram() {
        assertEquals(GLES20.GL_NO_ERROR, GLES20.glGetError());
        gl.close();
    }

    @Override
    protected GpuZones open(GpuContextOptions options) {
        return GpuZones.create(GpuApi.OPENGL, new GlQueries(EsFunctions.ofCurrent(), false, null), options);
    }

    /**
     * Calls by address: five times whether the context is current, and each 64th time the window system. Four time stamps, two questions
     * whether they are there, four results, and the flag of a disturbed clock.
     */
    @Override
    protected int foreignCalls(int frames) {
        int looks = 5 * frames;
        return looks + looks / DispatchState.LOOKS_PER_CHECK + 1 + 11 * frames;
    }

    @Override
    protected void work() {
        GLES20.glClear(GLES20.GL_COLOR_BUFFER_BIT);
    }

    @Override
    protected void finish() {
        GLES20.glFinish();
    }
}
