package dev.zonecast.demo.render.vk;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.vk.VkCtxZone;
import java.util.List;

/** Draws the objects, then the sky where none is, with unbounded brightness. */
final class MainPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit main pass", 0x3E7CB1);
    private static final SourceLocation GPU = SourceLocation.here("main pass", 0x3E7CB1);
    private static final SourceLocation GPU_OBJECTS = SourceLocation.here("objects", 0x5B9BD5);
    private static final SourceLocation GPU_SKY = SourceLocation.here("sky", 0x9CC3E6);

    private final Target colour;
    private final Target depth;
    private final Pipeline objects;
    private final Pipeline sky;
    private final long set;

    MainPass(VulkanDevice device, ShaderCompiler compiler, Bindings bindings, int width, int height, Target shadowMap) {
        colour = Target.colour(device, width, height);
        depth = Target.depth(device, width, height);
        objects = new Pipeline(
                device,
                compiler,
                bindings,
                "object.vert",
                "object.frag",
                new Pipeline.Kind(true, colour.format(), Pipeline.Depth.NEARER, false));
        sky = new Pipeline(
                device,
                compiler,
                bindings,
                "fullscreen.vert",
                "sky.frag",
                new Pipeline.Kind(false, colour.format(), Pipeline.Depth.BEHIND, false));
        set = bindings.set(List.of(shadowMap));
    }

    void draw(PassContext frame) {
        try (Zone _ = Zone.open(SUBMIT);
                VkCtxZone _ = frame.gpu().open(GPU, frame.commands())) {
            // The sky covers what the objects leave: no need to clear the colour.
            try (Drawing drawing = new Drawing(frame.commands(), colour, depth, false)) {
                drawObjects(frame);
                drawSky(frame, drawing);
            }
            colour.becomes(frame.commands(), Use.SAMPLED);
        }
    }

    private void drawObjects(PassContext frame) {
        InstanceUpload instances = frame.instances();
        try (VkCtxZone _ = frame.gpu().open(GPU_OBJECTS, frame.commands())) {
            frame.use(objects, set);
            // The ground is the first mesh and lies behind all others: drawn last, most of it fails the depth test.
            for (int mesh = instances.visible().meshCount() - 1; mesh >= 0; mesh--) {
                frame.bindings().push(frame.commands(), frame.meshes().gridPattern(mesh));
                frame.meshes().draw(frame.commands(), mesh, instances.buffer(), instances.visible());
            }
        }
    }

    private void drawSky(PassContext frame, Drawing drawing) {
        try (VkCtxZone _ = frame.gpu().open(GPU_SKY, frame.commands())) {
            frame.use(sky, set);
            drawing.overAll();
        }
    }

    Target target() {
        return colour;
    }

    @Override
    public void close() {
        objects.close();
        sky.close();
        colour.close();
        depth.close();
    }
}
