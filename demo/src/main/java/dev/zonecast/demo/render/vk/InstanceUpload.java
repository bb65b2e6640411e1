package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.InstanceList;
import org.lwjgl.vulkan.*;

/** The objects of a frame, behind each other: those that the camera sees, then those that cast shadows. */
final class InstanceUpload implements AutoCloseable {
    private final VulkanDevice device;
    private DeviceBuffer staging;
    private DeviceBuffer buffer;
    private InstanceList visible;
    private InstanceList casters;

    InstanceUpload(VulkanDevice device) {
        this.device = device;
    }

    /** Takes the objects, which stay as they are until the frame is drawn; nothing on the GPU reads the last ones any more. */
    void put(InstanceList visibleObjects, InstanceList shadowCasters) {
        reserve((visibleObjects.capacity() + shadowCasters.capacity()) * InstanceLayout.BYTES);
        visible = visibleObjects;
        casters = shadowCasters;
        var floats = staging.mapped.asFloatBuffer();
        floats.put(visibleObjects.instances(), 0, visibleObjects.count() * InstanceLayout.FLOATS);
        floats.put(shadowCasters.instances(), 0, shadowCasters.count() * InstanceLayout.FLOATS);
    }

    private void reserve(int bytes) {
        if (buffer == null || buffer.bytes < bytes) {
            close();
            staging = DeviceBuffer.onHost(device, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
            buffer = DeviceBuffer.onDevice(
                    device, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        }
    }

    /** Records the copy to the GPU. */
    void copy(VkCommandBuffer commands) {
        int bytes = bytes();
        if (bytes > 0) {
            staging.copyTo(buffer, bytes, commands);
        }
    }

    /** Length of what {@link #copy} copies. */
    int bytes() {
        return (visible.count() + casters.count()) * InstanceLayout.BYTES;
    }

    long buffer() {
        return buffer.handle;
    }

    /** Where the instances of a mesh begin in the buffer. */
    int first(int mesh, boolean ofCasters) {
        return ofCasters ? visible.count() + casters.firstOfMesh(mesh) : visible.firstOfMesh(mesh);
    }

    /** How many instances a mesh has. */
    int count(int mesh, boolean ofCasters) {
        return (ofCasters ? casters : visible).countOfMesh(mesh);
    }

    @Override
    public void close() {
        if (buffer != null) {
            staging.close();
            buffer.close();
        }
    }
}
