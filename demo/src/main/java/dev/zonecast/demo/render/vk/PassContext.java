package dev.zonecast.demo.render.vk;

import dev.zonecast.gpu.vk.VkGpuCtx;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * What passes draw a frame with.
 *
 * @param gpu for zones
 * @param commands where they record
 * @param bindings what shaders read
 * @param frameOffset of the frame's block in its buffer
 * @param meshes of the scene
 * @param instances of the frame
 */
record PassContext(
        VkGpuCtx gpu,
        VkCommandBuffer commands,
        Bindings bindings,
        int frameOffset,
        MeshBuffers meshes,
        InstanceUpload instances) {
    /** Binds a pipeline with its set. */
    void use(Pipeline pipeline, long set) {
        pipeline.bind(commands);
        bindings.bind(commands, set, frameOffset);
    }
}
