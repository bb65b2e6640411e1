package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.gpu.gl.GpuCtxZone;
import java.util.List;

/** Draws the objects, then the sky where none is, with unbounded brightness. */
final class MainPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit main pass", 0x3E7CB1);
    private static final SourceLocation GPU = SourceLocation.here("main pass", 0x3E7CB1);
    private static final SourceLocation GPU_OBJECTS = SourceLocation.here("objects", 0x5B9BD5);
    private static final SourceLocation GPU_SKY = SourceLocation.here("sky", 0x9CC3E6);

    private static final int SHADOW_UNIT = 0;

    private final GlTarget target;
    private final GlProgram objects = new GlProgram("object.vert", "object.frag").sampler("shadowMap", SHADOW_UNIT);
    private final GlProgram sky = new GlProgram("fullscreen.vert", "sky.frag");
    private final int gridPattern = objects.uniform("gridPattern");

    MainPass(int width, int height) {
        target = GlTarget.colour(width, height, GL_RGBA16F, true);
    }

    void draw(GpuCtx gpu, List<GlMesh> meshes, InstanceStream visible, GlTarget shadowMap, FullScreen fullScreen) {
        try (Zone _ = Zone.open(SUBMIT);
                GpuCtxZone _ = gpu.open(GPU)) {
            target.bind();
            glEnable(GL_DEPTH_TEST);
            glEnable(GL_CULL_FACE);
            glDepthFunc(GL_LESS);
            glDepthMask(true);
            // The sky covers what the objects leave: no need to clear the colour.
            glClear(GL_DEPTH_BUFFER_BIT);
            shadowMap.bindTexture(SHADOW_UNIT);
            drawObjects(gpu, meshes, visible);
            drawSky(gpu, fullScreen);
            glDisable(GL_CULL_FACE);
            glDisable(GL_DEPTH_TEST);
        }
    }

    private void drawObjects(GpuCtx gpu, List<GlMesh> meshes, InstanceStream visible) {
        try (GpuCtxZone _ = gpu.open(GPU_OBJECTS)) {
            objects.use();
            // The ground is the first mesh and lies behind all others: drawn last, most of it fails the depth test.
            for (int mesh = visible.meshCount() - 1; mesh >= 0; mesh--) {
                glUniform1i(gridPattern, meshes.get(mesh).gridPattern() ? 1 : 0);
                visible.draw(mesh);
            }
        }
    }

    private void drawSky(GpuCtx gpu, FullScreen fullScreen) {
        try (GpuCtxZone _ = gpu.open(GPU_SKY)) {
            glDepthFunc(GL_LEQUAL);
            glDepthMask(false);
            sky.use();
            fullScreen.draw();
            glDepthMask(true);
        }
    }

    GlTarget target() {
        return target;
    }

    @Override
    public void close() {
        objects.close();
        sky.close();
        target.close();
    }
}
