package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.check;
import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.PassDevice;
import dev.zonecast.demo.render.PassDevice.TargetKind;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * An image that is drawn into and read afterwards. It knows what it was last used for: its commands are recorded in the order in which they
 * are submitted, on one queue.
 */
final class Target implements PassDevice.Surface {
    static final int DEPTH_FORMAT = VK_FORMAT_D32_SFLOAT;

    private final VulkanDevice device;
    private final TargetKind kind;
    private final int width;
    private final int height;
    final int format;
    final long image;
    private final long memory;
    final long view;
    private Use use = Use.NONE;

    /** Null without depths of its own. */
    private final Target depths;

    Target(VulkanDevice device, TargetKind kind, int width, int height) {
        this.device = device;
        this.kind = kind;
        this.width = width;
        this.height = height;
        format = format(kind);
        depths = kind == TargetKind.SCENE ? new Target(device, TargetKind.SHADOW_MAP, width, height) : null;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkImageCreateInfo info = VkImageCreateInfo.calloc(stack)
                    .sType$Default()
                    .imageType(VK_IMAGE_TYPE_2D)
                    .format(format)
                    .mipLevels(1)
                    .arrayLayers(1)
                    .samples(VK_SAMPLE_COUNT_1_BIT)
                    .tiling(VK_IMAGE_TILING_OPTIMAL)
                    .usage(
                            kind == TargetKind.SHADOW_MAP
                                    ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT
                                    : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                            | (kind == TargetKind.FRAME
                                                    ? VK_IMAGE_USAGE_TRANSFER_SRC_BIT
                                                    : VK_IMAGE_USAGE_SAMPLED_BIT));
            info.extent().set(width, height, 1);
            image = created("an image", h -> vkCreateImage(device.handle, info, null, h));
            VkMemoryRequirements requirements = VkMemoryRequirements.calloc(stack);
            vkGetImageMemoryRequirements(device.handle, image, requirements);
            memory = device.allocate(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
            check(vkBindImageMemory(device.handle, image, memory, 0), "the memory of an image");
            VkImageViewCreateInfo viewInfo = VkImageViewCreateInfo.calloc(stack)
                    .sType$Default()
                    .image(image)
                    .viewType(VK_IMAGE_VIEW_TYPE_2D)
                    .format(format);
            viewInfo.subresourceRange().aspectMask(aspect()).levelCount(1).layerCount(1);
            view = created("the view of an image", h -> vkCreateImageView(device.handle, viewInfo, null, h));
        }
    }

    /** Format of the images of a kind. */
    static int format(TargetKind kind) {
        return switch (kind) {
            case SHADOW_MAP -> DEPTH_FORMAT;
            case SCENE, GLOW -> VK_FORMAT_R16G16B16A16_SFLOAT;
            case FRAME -> VK_FORMAT_R8G8B8A8_UNORM;
        };
    }

    private int aspect() {
        return format == DEPTH_FORMAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    }

    /** Ready to be drawn into; what was in it is gone. */
    void beginDrawing(VkCommandBuffer commands) {
        change(commands, format == DEPTH_FORMAT ? Use.DEPTH : Use.COLOUR, false);
        if (depths != null) {
            depths.beginDrawing(commands);
        }
    }

    /** Ready for its reader: a shader, or of the frame a copy. */
    void endDrawing(VkCommandBuffer commands) {
        change(commands, kind == TargetKind.FRAME ? Use.COPY_FROM : Use.SAMPLED, true);
    }

    /** Makes this the target of dynamic rendering; its depths are far. */
    void attachTo(VkRenderingInfo info, MemoryStack stack) {
        if (format == DEPTH_FORMAT) {
            attachDepths(info, stack, VK_ATTACHMENT_STORE_OP_STORE);
            return;
        }
        info.pColorAttachments(VkRenderingAttachmentInfo.calloc(1, stack)
                .sType$Default()
                .imageView(view)
                .imageLayout(Use.COLOUR.layout)
                .loadOp(VK_ATTACHMENT_LOAD_OP_DONT_CARE)
                .storeOp(VK_ATTACHMENT_STORE_OP_STORE));
        if (depths != null) {
            depths.attachDepths(info, stack, VK_ATTACHMENT_STORE_OP_DONT_CARE);
        }
    }

    private void attachDepths(VkRenderingInfo info, MemoryStack stack, int store) {
        VkRenderingAttachmentInfo attachment = VkRenderingAttachmentInfo.calloc(stack)
                .sType$Default()
                .imageView(view)
                .imageLayout(Use.DEPTH.layout)
                .loadOp(VK_ATTACHMENT_LOAD_OP_CLEAR)
                .storeOp(store);
        attachment.clearValue().depthStencil().depth(1);
        info.pDepthAttachment(attachment);
    }

    private void change(VkCommandBuffer commands, Use next, boolean keep) {
        Barriers.image(commands, image, aspect(), use, next, keep);
        use = next;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public void close() {
        if (depths != null) {
            depths.close();
        }
        vkDestroyImageView(device.handle, view, null);
        vkDestroyImage(device.handle, image, null);
        vkFreeMemory(device.handle, memory, null);
    }
}
