package dev.zonecast.demo.render.vk;

import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.InstanceList;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkBufferCopy;
import org.lwjgl.vulkan.VkCommandBuffer;

/** The objects of a frame, behind each other: those that the camera sees, then those that cast shadows. */
final class InstanceUpload implements AutoCloseable {
    private final VulkanDevice device;
    private DeviceBuffer staging;
    private DeviceBuffer buffer;
    private final InstanceRange visible = new InstanceRange();
    private final InstanceRange casters = new InstanceRange();

    InstanceUpload(VulkanDevice device) {
        this.device = device;
    }

    /** Takes the objects; nothing on the GPU reads the last ones any more. */
    void put(InstanceList visibleObjects, InstanceList shadowCasters) {
        reserve((visibleObjects.capacity() + shadowCasters.capacity()) * InstanceLayout.BYTES);
        visible.set(visibleObjects, 0);
        casters.set(shadowCasters, visibleObjects.count());
        var floats = staging.mapped().asFloatBuffer();
        floats.put(visibleObjects.instances(), 0, visibleObjects.count() * InstanceLayout.FLOATS);
        floats.put(shadowCasters.instances(), 0, shadowCasters.count() * InstanceLayout.FLOATS);
    }

    private void reserve(int bytes) {
        if (buffer == null || buffer.bytes() < bytes) {
            close();
            staging = DeviceBuffer.onHost(device, bytes, VK10.VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
            buffer = DeviceBuffer.onDevice(
                    device, bytes, VK10.VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK10.VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        }
    }

    /** Records the copy to the GPU. */
    void copy(VkCommandBuffer commands) {
        int bytes = bytes();
        if (bytes > 0) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                VK10.vkCmdCopyBuffer(
                        commands,
                        staging.handle(),
                        buffer.handle(),
                        VkBufferCopy.calloc(1, stack).size(bytes));
            }
        }
    }

    /** Length of what {@link #copy} copies. */
    int bytes() {
        return (visible.count() + casters.count()) * InstanceLayout.BYTES;
    }

    long buffer() {
        return buffer.handle();
    }

    InstanceRange visible() {
        return visible;
    }

    InstanceRange casters() {
        return casters;
    }

    @Override
    public void close() {
        if (buffer != null) {
            staging.close();
            buffer.close();
        }
    }
}
