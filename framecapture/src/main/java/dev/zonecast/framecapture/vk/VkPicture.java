package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkImageCreateInfo;
import org.lwjgl.vulkan.VkImageViewCreateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** An image of ours, RGBA of 8 bits a channel. */
final class VkPicture {
    private final VkDevice device;
    private final int width;
    private final int height;
    private final boolean srgb;
    private long image;
    private long memory;
    private long view;

    /**
     * Makes it.
     *
     * @param srgb whether values that are copied in are converted to sRGB, as those of an sRGB source are converted from it
     * @param sampled whether a shader reads it, as it is stored
     * @throws VkFailureException if the device has no memory for it
     */
    VkPicture(VkMemory memory, int width, int height, boolean srgb, boolean sampled) {
        device = memory.device();
        this.width = width;
        this.height = height;
        this.srgb = srgb;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            create(stack, memory, sampled);
        } catch (VkFailureException e) {
            delete();
            throw e;
        }
    }

    private void create(MemoryStack stack, VkMemory allocator, boolean sampled) {
        VkImageCreateInfo info = VkImageCreateInfo.calloc(stack)
                .sType$Default()
                .flags(sampled && srgb ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0)
                .imageType(VK_IMAGE_TYPE_2D)
                .format(srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM)
                .extent(extent -> extent.set(width, height, 1))
                .mipLevels(1)
                .arrayLayers(1)
                .samples(VK_SAMPLE_COUNT_1_BIT)
                .tiling(VK_IMAGE_TILING_OPTIMAL)
                .usage(VK_IMAGE_USAGE_TRANSFER_SRC_BIT
                        | VK_IMAGE_USAGE_TRANSFER_DST_BIT
                        | (sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : 0))
                .sharingMode(VK_SHARING_MODE_EXCLUSIVE)
                .initialLayout(VK_IMAGE_LAYOUT_UNDEFINED);
        image = VkFailureException.created(stack, "making an image", h -> vkCreateImage(device, info, null, h));
        VkMemoryRequirements requirements = VkMemoryRequirements.malloc(stack);
        vkGetImageMemoryRequirements(device, image, requirements);
        memory = allocator.allocate(stack, requirements, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
        VkFailureException.check(vkBindImageMemory(device, image, memory, 0), "binding memory");
        if (sampled) {
            VkImageViewCreateInfo viewInfo = VkImageViewCreateInfo.calloc(stack)
                    .sType$Default()
                    .image(image)
                    .viewType(VK_IMAGE_VIEW_TYPE_2D)
                    .format(VK_FORMAT_R8G8B8A8_UNORM)
                    .subresourceRange(range -> range.set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1));
            view = VkFailureException.created(
                    stack, "making a view", h -> vkCreateImageView(device, viewInfo, null, h));
        }
    }

    boolean is(int wantedWidth, int wantedHeight, boolean wantedSrgb) {
        return width == wantedWidth && height == wantedHeight && srgb == wantedSrgb;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    long image() {
        return image;
    }

    /** For a shader; 0 if none reads it. */
    long view() {
        return view;
    }

    void delete() {
        vkDestroyImageView(device, view, null);
        vkDestroyImage(device, image, null);
        vkFreeMemory(device, memory, null);
    }
}
