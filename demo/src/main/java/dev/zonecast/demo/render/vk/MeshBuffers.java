package dev.zonecast.demo.render.vk;

import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.scene.Mesh;
import java.nio.ByteBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The vertices and indices of all meshes, in one buffer. */
final class MeshBuffers implements AutoCloseable {
    private final List<Mesh> meshes;
    private final DeviceBuffer buffer;
    private final int[] verticesAt;
    private final int[] indicesAt;

    MeshBuffers(VulkanDevice device, List<Mesh> meshes) {
        this.meshes = meshes;
        verticesAt = new int[meshes.size()];
        indicesAt = new int[meshes.size()];
        int bytes = 0;
        for (int i = 0; i < meshes.size(); i++) {
            verticesAt[i] = bytes;
            bytes += meshes.get(i).vertices().length * Float.BYTES;
            indicesAt[i] = bytes;
            bytes += meshes.get(i).indices().length * Integer.BYTES;
        }
        int length = bytes;
        buffer = DeviceBuffer.onDevice(
                device,
                length,
                VK_BUFFER_USAGE_TRANSFER_DST_BIT
                        | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT
                        | VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
        try (DeviceBuffer staging = DeviceBuffer.onHost(device, length, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) {
            for (int i = 0; i < meshes.size(); i++) {
                from(staging, verticesAt[i]).asFloatBuffer().put(meshes.get(i).vertices());
                from(staging, indicesAt[i]).asIntBuffer().put(meshes.get(i).indices());
            }
            device.runNow(commands -> staging.copyTo(buffer, length, commands));
        }
    }

    private static ByteBuffer from(DeviceBuffer buffer, int at) {
        return buffer.mapped.slice(at, buffer.bytes - at).order(buffer.mapped.order());
    }

    /** Draws instances of a mesh. */
    void draw(VkCommandBuffer commands, int mesh, long instanceBuffer, int firstInstance, int count) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdBindVertexBuffers(
                    commands, 0, stack.longs(buffer.handle, instanceBuffer), stack.longs(verticesAt[mesh], 0));
            vkCmdBindIndexBuffer(commands, buffer.handle, indicesAt[mesh], VK_INDEX_TYPE_UINT32);
            vkCmdDrawIndexed(commands, meshes.get(mesh).indices().length, count, 0, 0, firstInstance);
        }
    }

    @Override
    public void close() {
        buffer.close();
    }
}
