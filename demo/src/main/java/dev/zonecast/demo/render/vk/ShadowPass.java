package dev.zonecast.demo.render.vk;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.Zone;
import dev.zonecast.gpu.vk.VkCtxZone;
import java.util.List;
import org.lwjgl.vulkan.VK10;

/** Draws the depth of all casters as the sun sees them. */
final class ShadowPass implements AutoCloseable {
    private static final SourceLocation SUBMIT = SourceLocation.here("submit shadow pass", 0x8A5FBF);
    private static final SourceLocation GPU = SourceLocation.here("shadow pass", 0x8A5FBF);

    private final Target map;
    private final Pipeline pipeline;
    private final long set;

    ShadowPass(VulkanDevice device, ShaderCompiler compiler, Bindings bindings, int mapSize) {
        map = Target.depth(device, mapSize, mapSize);
        pipeline = new Pipeline(
                device,
                compiler,
                bindings,
                "shadow.vert",
                "shadow.frag",
                new Pipeline.Kind(true, VK10.VK_FORMAT_UNDEFINED, Pipeline.Depth.NEARER, true));
        set = bindings.set(List.of());
    }

    void draw(PassContext frame) {
        InstanceUpload instances = frame.instances();
        try (Zone _ = Zone.open(SUBMIT);
                VkCtxZone _ = frame.gpu().open(GPU, frame.commands())) {
            try (Drawing _ = new Drawing(frame.commands(), null, map, true)) {
                frame.use(pipeline, set);
                for (int mesh = 0; mesh < instances.casters().meshCount(); mesh++) {
                    frame.meshes().draw(frame.commands(), mesh, instances.buffer(), instances.casters());
                }
            }
            map.becomes(frame.commands(), Use.SAMPLED);
        }
    }

    Target map() {
        return map;
    }

    @Override
    public void close() {
        pipeline.close();
        map.close();
    }
}
