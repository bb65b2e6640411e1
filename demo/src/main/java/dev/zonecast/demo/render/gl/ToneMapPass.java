package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.gpu.gl.GpuCtxZone;

/** Composes picture and glow into the final 8-bit target: tone mapping, vignette, sRGB encoding, dithering. */
final class ToneMapPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit tone mapping", 0x81B29A);
    private static final SourceLocation GPU = SourceLocation.here("tone mapping", 0x81B29A);

    private static final int BLOOM_UNIT = 1;

    private final GlTarget target;
    private final GlProgram program = new GlProgram("fullscreen.vert", "tonemap.frag").sampler("source", 0);

    ToneMapPass(int width, int height) {
        target = GlTarget.colour(width, height, GL_RGBA8, false);
        for (int level = 0; level < BloomPass.LEVELS; level++) {
            program.sampler("bloom" + level, BLOOM_UNIT + level);
        }
    }

    void draw(GpuCtx gpu, GlTarget source, BloomPass bloom, FullScreen fullScreen) {
        try (Zone _ = Zone.open(SUBMIT);
                GpuCtxZone _ = gpu.open(GPU)) {
            target.bind();
            for (int level = 0; level < BloomPass.LEVELS; level++) {
                bloom.level(level).bindTexture(BLOOM_UNIT + level);
            }
            source.bindTexture(0);
            program.use();
            fullScreen.draw();
        }
    }

    GlTarget target() {
        return target;
    }

    @Override
    public void close() {
        program.close();
        target.close();
    }
}
