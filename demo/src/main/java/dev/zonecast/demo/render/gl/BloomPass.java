package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.gl.GpuCtx;
import dev.zonecast.gpu.gl.GpuCtxZone;
import java.util.ArrayList;
import java.util.List;

/**
 * The glow around bright things: what is brighter than a threshold, at a quarter of the size and then halved and halved again,
 * each level blurred by a Gaussian in two directions.
 */
final class BloomPass implements AutoCloseable {
    /** The composing shader reads as many. */
    static final int LEVELS = 3;

    private static final SourceLocation SUBMIT = SourceLocation.here("submit bloom", 0xE07A5F);
    private static final SourceLocation GPU = SourceLocation.here("bloom", 0xE07A5F);

    private static final int FIRST_REDUCTION = 4;

    private final List<GlTarget> levels = new ArrayList<>();
    private final List<GlTarget> halfway = new ArrayList<>();
    private final GlProgram bright = new GlProgram("fullscreen.vert", "bright.frag").sampler("source", 0);
    private final GlProgram reduce = new GlProgram("fullscreen.vert", "reduce.frag").sampler("source", 0);
    private final GlProgram blur = new GlProgram("fullscreen.vert", "blur.frag").sampler("source", 0);
    private final int brightTexel = bright.uniform("sourceTexel");
    private final int blurStep = blur.uniform("texelStep");

    BloomPass(int width, int height) {
        for (int level = 0; level < LEVELS; level++) {
            int reduction = FIRST_REDUCTION << level;
            int levelWidth = Math.max(1, width / reduction);
            int levelHeight = Math.max(1, height / reduction);
            levels.add(GlTarget.colour(levelWidth, levelHeight, GL_RGBA16F, false));
            halfway.add(GlTarget.colour(levelWidth, levelHeight, GL_RGBA16F, false));
        }
    }

    void draw(GpuCtx gpu, GlTarget source, FullScreen fullScreen) {
        try (Zone _ = Zone.open(SUBMIT);
                GpuCtxZone _ = gpu.open(GPU)) {
            levels.get(0).bind();
            source.bindTexture(0);
            bright.use();
            glUniform2f(brightTexel, 1f / source.width(), 1f / source.height());
            fullScreen.draw();
            for (int level = 0; level < LEVELS; level++) {
                if (level > 0) {
                    levels.get(level).bind();
                    levels.get(level - 1).bindTexture(0);
                    reduce.use();
                    fullScreen.draw();
                }
                blurLevel(levels.get(level), halfway.get(level), fullScreen);
            }
        }
    }

    private void blurLevel(GlTarget level, GlTarget between, FullScreen fullScreen) {
        blur.use();
        between.bind();
        level.bindTexture(0);
        glUniform2f(blurStep, 1f / level.width(), 0);
        fullScreen.draw();
        level.bind();
        between.bindTexture(0);
        glUniform2f(blurStep, 0, 1f / level.height());
        fullScreen.draw();
    }

    GlTarget level(int level) {
        return levels.get(level);
    }

    @Override
    public void close() {
        levels.forEach(GlTarget::close);
        halfway.forEach(GlTarget::close);
        bright.close();
        reduce.close();
        blur.close();
    }
}
