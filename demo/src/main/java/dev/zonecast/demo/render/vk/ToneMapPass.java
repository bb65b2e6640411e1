package dev.zonecast.demo.render.vk;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.vk.VkCtxZone;
import java.util.ArrayList;
import java.util.List;

/** Composes picture and glow into the final 8-bit target: tone mapping, vignette, sRGB encoding, dithering. */
final class ToneMapPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit tone mapping", 0x81B29A);
    private static final SourceLocation GPU = SourceLocation.here("tone mapping", 0x81B29A);

    private final Target target;
    private final Pipeline pipeline;
    private final long set;

    ToneMapPass(VulkanDevice device, ShaderCompiler compiler, Bindings bindings, Target source, List<Target> bloom) {
        target = Target.frame(device, source.width(), source.height());
        pipeline = new Pipeline(
                device, compiler, bindings, "fullscreen.vert", "tonemap.frag", Pipeline.Kind.overAll(target.format()));
        List<Target> textures = new ArrayList<>(bloom);
        textures.addFirst(source);
        set = bindings.set(textures);
    }

    void draw(PassContext frame) {
        try (Zone _ = Zone.open(SUBMIT);
                VkCtxZone _ = frame.gpu().open(GPU, frame.commands())) {
            try (Drawing drawing = new Drawing(frame.commands(), target, null, false)) {
                frame.use(pipeline, set);
                drawing.overAll();
            }
            target.becomes(frame.commands(), Use.COPY_FROM);
        }
    }

    /** The finished frame; in {@link Use#COPY_FROM} after {@link #draw}, rows from the lowest up. */
    Target target() {
        return target;
    }

    @Override
    public void close() {
        pipeline.close();
        target.close();
    }
}
