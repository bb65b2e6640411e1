package dev.zonecast.agent;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.vulkan.VK12.*;

import java.nio.file.Path;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A game with Vulkan that knows nothing of Zonecast: each frame has one colour. Presentation waits for a semaphore. */
final class VulkanScreen {
    private VulkanScreen() {}

    /** Of a frame, as 0xRRGGBB: such that no format changes it. */
    static int color(long frame) {
        return ((frame & 4) == 0 ? 0 : 0xFF0000) | ((frame & 2) == 0 ? 0 : 0xFF00) | ((frame & 1) == 0 ? 0 : 0xFF);
    }

    /** File to wait for, number of frames. */
    public static void main(String[] arguments) throws Exception {
        if (!glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        PlainVulkan.await(Path.of(arguments[0]));
        int frames = Integer.parseInt(arguments[1]);
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long window = glfwCreateWindow(200, 120, "game", 0, 0);
        try (var vulkan = new PlainVulkan(
                VK_API_VERSION_1_2,
                0,
                PlainSwapchain.windowExtensions(),
                KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            play(vulkan, new PlainSwapchain(vulkan, window, VK_IMAGE_USAGE_TRANSFER_DST_BIT), frames);
        }
        glfwDestroyWindow(window);
        glfwTerminate();
        System.out.println("frames " + frames);
    }

    private static void play(PlainVulkan vulkan, PlainSwapchain screen, int frames) {
        VkCommandBuffer commands = vulkan.commandBuffer(vulkan.pool(), VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        long acquired = vulkan.fence();
        long done = vulkan.fence();
        long[] drawn = new long[PlainSwapchain.IMAGES];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = vulkan.semaphore();
        }
        for (int frame = 0; frame < frames; frame++) {
            int image = screen.acquire(acquired);
            PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
            draw(commands, screen.image(image), color(frame));
            PlainVulkan.check(vkEndCommandBuffer(commands));
            vulkan.submitAndSignal(done, drawn[image], commands);
            screen.present(image, drawn[image]);
            vulkan.await(done);
            glfwPollEvents();
        }
    }

    /** Fills an image, for presentation. */
    static void draw(VkCommandBuffer commands, long image, int color) {
        PlainSwapchain.layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkClearColorValue value = VkClearColorValue.calloc(stack);
            for (int i = 0; i < 3; i++) {
                value.float32(i, (color >> (16 - 8 * i) & 0xFF) / 255f);
            }
            value.float32(3, 1);
            VkImageSubresourceRange all = VkImageSubresourceRange.calloc(stack)
                    .aspectMask(VK_IMAGE_ASPECT_COLOR_BIT)
                    .levelCount(1)
                    .layerCount(1);
            vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, value, all);
        }
        PlainSwapchain.layout(
                commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, KHRSwapchain.VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    }
}
