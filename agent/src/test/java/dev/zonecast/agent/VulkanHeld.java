package dev.zonecast.agent;

import static org.lwjgl.vulkan.VK12.*;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.vulkan.*;

/**
 * A program whose driver holds a presentation. Knows nothing of Zonecast. It presents as many pictures as each number on its standard input
 * asks for, in a window.
 */
final class VulkanHeld {
    /** Presents a picture: the driver answers to this number, and returns at the next one. */
    static final int HOLD = -1;

    static final int GO_ON = -2;

    /** Makes the swapchain and the command buffer anew. */
    static final int RENEW = -3;

    /** Makes a new instance and device. */
    static final int ANOTHER = -4;

    private static final Scanner COMMANDS = new Scanner(System.in, StandardCharsets.UTF_8);

    private final PlainVulkan vulkan;
    private final PlainSwapchain screen;
    private final long pool;
    private VkCommandBuffer commands;
    private final long acquired;
    private final long done;

    private VulkanHeld(PlainVulkan vulkan, PlainSwapchain screen) {
        this.vulkan = vulkan;
        this.screen = screen;
        pool = vulkan.pool();
        commands = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
        acquired = vulkan.fence();
        done = vulkan.fence();
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        if (!GLFW.glfwInit()) {
            throw new IllegalStateException("no GLFW");
        }
        GLFW.glfwWindowHint(GLFW.GLFW_CLIENT_API, GLFW.GLFW_NO_API);
        long window = GLFW.glfwCreateWindow(PlainVulkan.SIZE, PlainVulkan.SIZE, "game", 0, 0);
        boolean ended = false;
        while (!ended) {
            try (var vulkan = new PlainVulkan(
                    VK_API_VERSION_1_2,
                    0,
                    PlainSwapchain.windowExtensions(),
                    KHRSwapchain.VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
                var screen = new PlainSwapchain(vulkan, window, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
                ended = new VulkanHeld(vulkan, screen).play();
            }
        }
        GLFW.glfwTerminate();
    }

    /** False if another device is to go on. */
    private boolean play() throws ReflectiveOperationException {
        while (COMMANDS.hasNextInt()) {
            int pictures = COMMANDS.nextInt();
            if (pictures == HOLD) {
                long real = vulkan.device.getCapabilities().vkQueuePresentKHR;
                PlainFunction.replace(
                        vulkan.device, "vkQueuePresentKHR", PlainFunction.calling(VulkanHeld.class, "present", 2));
                frame();
                PlainFunction.replace(vulkan.device, "vkQueuePresentKHR", real);
                answer(GO_ON);
            } else if (pictures == RENEW) {
                screen.renew();
                vkFreeCommandBuffers(vulkan.device, pool, commands);
                commands = vulkan.commandBuffer(pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
                answer(RENEW);
            } else if (pictures == ANOTHER) {
                answer(ANOTHER);
                return false;
            } else {
                for (int i = 0; i < pictures; i++) {
                    frame();
                }
                answer(pictures);
            }
        }
        return true;
    }

    private void frame() {
        int image = screen.acquire(acquired);
        PlainVulkan.begin(commands, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
        VulkanScreen.draw(commands, screen.image(image), 0xFF);
        PlainVulkan.check(vkEndCommandBuffer(commands));
        vulkan.submit(done, commands);
        vulkan.await(done);
        screen.present(image);
    }

    /** In place of the driver's. */
    static int present(long queue, long info) {
        answer(HOLD);
        int ignored = COMMANDS.nextInt();
        return VK_SUCCESS;
    }

    private static void answer(int pictures) {
        System.out.println("frames " + pictures + ", error 0");
    }
}
