package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import org.lwjgl.vulkan.*;

/**
 * A Vulkan game that presents one picture and then only submits. It destroys nothing at its end.
 * Knows nothing of Zonecast.
 */
final class VulkanHidden {
    /** Between two submissions, longer than the agent waits for a picture. */
    private static final long PAUSE_MILLIS = FrameCounters.LONGEST_FRAME_NANOS / 1_000_000 + 1;

    private VulkanHidden() {}

    /** File to wait for. */
    public static void main(String[] arguments) throws Exception {
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        PlainVulkan.await(Path.of(arguments[0]));
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long window = glfwCreateWindow(PlainVulkan.SIZE, PlainVulkan.SIZE, "game", 0, 0);
        var vulkan = new PlainVulkan(
                VK_API_VERSION_1_2, 0, PlainSwapchain.windowExtensions(), KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME);
        var screen = new PlainSwapchain(vulkan, window, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        VkCommandBuffer commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        long buffer = vulkan.buffer();
        long fence = vulkan.fence();
        int image = screen.acquire(fence);
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        VulkanScreen.draw(commands, screen.image(image), 0xFF);
        submit(vulkan, commands, fence);
        screen.present(image);
        for (int i = 0; i < 2; i++) {
            Thread.sleep(PAUSE_MILLIS);
            PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            PlainVulkan.label(commands, "hidden");
            vkCmdFillBuffer(commands, buffer, 0, VK_WHOLE_SIZE, 7);
            PlainVulkan.endLabel(commands);
            submit(vulkan, commands, fence);
        }
    }

    private static void submit(PlainVulkan vulkan, VkCommandBuffer commands, long fence) {
        PlainVulkan.check(vkEndCommandBuffer(commands));
        vulkan.submit(fence, commands);
        vulkan.await(fence);
    }
}
