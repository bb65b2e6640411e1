package dev.zonecast.demo.render.vk;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.vk.VkCtxZone;
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

    private final Target source;
    private final List<Target> levels = new ArrayList<>();
    private final List<Target> halfway = new ArrayList<>();
    private final Pipeline bright;
    private final Pipeline reduce;
    private final Pipeline blur;
    private final long fromSource;
    private final long[] fromLevel = new long[LEVELS];
    private final long[] fromHalfway = new long[LEVELS];

    BloomPass(VulkanDevice device, ShaderCompiler compiler, Bindings bindings, Target source) {
        this.source = source;
        for (int level = 0; level < LEVELS; level++) {
            int reduction = FIRST_REDUCTION << level;
            int width = Math.max(1, source.width() / reduction);
            int height = Math.max(1, source.height() / reduction);
            levels.add(Target.colour(device, width, height));
            halfway.add(Target.colour(device, width, height));
            fromLevel[level] = bindings.set(List.of(levels.get(level)));
            fromHalfway[level] = bindings.set(List.of(halfway.get(level)));
        }
        fromSource = bindings.set(List.of(source));
        Pipeline.Kind kind = Pipeline.Kind.overAll(source.format());
        bright = new Pipeline(device, compiler, bindings, "fullscreen.vert", "bright.frag", kind);
        reduce = new Pipeline(device, compiler, bindings, "fullscreen.vert", "reduce.frag", kind);
        blur = new Pipeline(device, compiler, bindings, "fullscreen.vert", "blur.frag", kind);
    }

    void draw(PassContext frame) {
        try (Zone _ = Zone.open(SUBMIT);
                VkCtxZone _ = frame.gpu().open(GPU, frame.commands())) {
            for (int level = 0; level < LEVELS; level++) {
                if (level == 0) {
                    drawOver(frame, levels.get(0), bright, fromSource, 1f / source.width(), 1f / source.height());
                } else {
                    drawOver(frame, levels.get(level), reduce, fromLevel[level - 1], 0, 0);
                }
                Target target = levels.get(level);
                drawOver(frame, halfway.get(level), blur, fromLevel[level], 1f / target.width(), 0);
                drawOver(frame, target, blur, fromHalfway[level], 0, 1f / target.height());
            }
        }
    }

    private static void drawOver(PassContext frame, Target target, Pipeline pipeline, long set, float x, float y) {
        try (Drawing drawing = new Drawing(frame.commands(), target, null, false)) {
            frame.use(pipeline, set);
            frame.bindings().push(frame.commands(), x, y);
            drawing.overAll();
        }
        target.becomes(frame.commands(), Use.SAMPLED);
    }

    List<Target> levels() {
        return levels;
    }

    @Override
    public void close() {
        bright.close();
        reduce.close();
        blur.close();
        levels.forEach(Target::close);
        halfway.forEach(Target::close);
    }
}
