package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkImageCreateInfo;
import org.lwjgl.vulkan.VkImageViewCreateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;

/**
 * An image that is drawn into and read afterwards. It knows what it was last used for: its commands are recorded in the order in which they
 * are submitted, on one queue.
 */
final class Target implements AutoCloseable {
    static final int DEPTH_FORMAT = VK10.VK_FORMAT_D32_SFLOAT;

    private final VulkanDevice device;
    private final int width;
    private final int height;
    private final int format;
    private final long image;
    private final long memory;
    private final long view;
    private Use use = Use.NONE;

    private Target(VulkanDevice device, int width, int height, int format, int usage) {
        this.device = device;
        this.width = width;
        this.height = height;
        this.format = format;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkImageCreateInfo info = VkImageCreateInfo.calloc(stack)
                    .sType$Default()
                    .imageType(VK10.VK_IMAGE_TYPE_2D)
                    .format(format)
                    .mipLevels(1)
                    .arrayLayers(1)
                    .samples(VK10.VK_SAMPLE_COUNT_1_BIT)
                    .tiling(VK10.VK_IMAGE_TILING_OPTIMAL)
                    .usage(usage);
            info.extent().set(width, height, 1);
            image = created("an image", h -> VK10.vkCreateImage(device.handle(), info, null, h));
            VkMemoryRequirements requirements = VkMemoryRequirements.calloc(stack);
            VK10.vkGetImageMemoryRequirements(device.handle(), image, requirements);
            memory = device.allocate(requirements, VK10.VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
            check(VK10.vkBindImageMemory(device.handle(), image, memory, 0), "the memory of an image");
            VkImageViewCreateInfo viewInfo = VkImageViewCreateInfo.calloc(stack)
                    .sType$Default()
                    .image(image)
                    .viewType(VK10.VK_IMAGE_VIEW_TYPE_2D)
                    .format(format);
            viewInfo.subresourceRange().aspectMask(aspect()).levelCount(1).layerCount(1);
            view = created("the view of an image", h -> VK10.vkCreateImageView(device.handle(), viewInfo, null, h));
        }
    }

    /** For colours that shaders read. */
    static Target colour(VulkanDevice device, int width, int height) {
        return new Target(
                device,
                width,
                height,
                VK10.VK_FORMAT_R16G16B16A16_SFLOAT,
                VK10.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK10.VK_IMAGE_USAGE_SAMPLED_BIT);
    }

    /** For the finished frame, which is copied. */
    static Target frame(VulkanDevice device, int width, int height) {
        return new Target(
                device,
                width,
                height,
                VK10.VK_FORMAT_R8G8B8A8_UNORM,
                VK10.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK10.VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    }

    /** For depths; shaders may read them. */
    static Target depth(VulkanDevice device, int width, int height) {
        return new Target(
                device,
                width,
                height,
                DEPTH_FORMAT,
                VK10.VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK10.VK_IMAGE_USAGE_SAMPLED_BIT);
    }

    private int aspect() {
        return format == DEPTH_FORMAT ? VK10.VK_IMAGE_ASPECT_DEPTH_BIT : VK10.VK_IMAGE_ASPECT_COLOR_BIT;
    }

    /** Ready to be drawn into; what was in it is gone. */
    void beginDrawing(VkCommandBuffer commands) {
        change(commands, format == DEPTH_FORMAT ? Use.DEPTH : Use.COLOUR, false);
    }

    /** Ready for another use, with what is in it. */
    void becomes(VkCommandBuffer commands, Use next) {
        if (use != next) {
            change(commands, next, true);
        }
    }

    private void change(VkCommandBuffer commands, Use next, boolean keep) {
        Barriers.image(commands, image, aspect(), use, next, keep);
        use = next;
    }

    long image() {
        return image;
    }

    long view() {
        return view;
    }

    int format() {
        return format;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    @Override
    public void close() {
        VK10.vkDestroyImageView(device.handle(), view, null);
        VK10.vkDestroyImage(device.handle(), image, null);
        VK10.vkFreeMemory(device.handle(), memory, null);
    }
}
