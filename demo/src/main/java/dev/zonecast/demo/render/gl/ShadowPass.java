package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.gpu.gl.GpuCtxZone;

/** Draws the depth of all casters as the sun sees them. */
final class ShadowPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit shadow pass", 0x8A5FBF);
    private static final SourceLocation GPU = SourceLocation.here("shadow pass", 0x8A5FBF);

    private final GlTarget map;
    private final GlProgram program = new GlProgram("shadow.vert", "shadow.frag");

    ShadowPass(int mapSize) {
        map = GlTarget.shadowMap(mapSize);
    }

    void draw(GpuCtx gpu, InstanceStream casters) {
        try (Zone _ = Zone.open(SUBMIT);
                GpuCtxZone _ = gpu.open(GPU)) {
            map.bind();
            glEnable(GL_DEPTH_TEST);
            glDepthFunc(GL_LESS);
            glDepthMask(true);
            glClear(GL_DEPTH_BUFFER_BIT);
            // Pushes the depths away from the sun by an amount that grows with the slope, so that no face shadows
            // itself.
            glEnable(GL_POLYGON_OFFSET_FILL);
            glPolygonOffset(2, 4);
            program.use();
            for (int mesh = 0; mesh < casters.meshCount(); mesh++) {
                casters.draw(mesh);
            }
            glDisable(GL_POLYGON_OFFSET_FILL);
        }
    }

    GlTarget map() {
        return map;
    }

    @Override
    public void close() {
        program.close();
        map.close();
    }
}
