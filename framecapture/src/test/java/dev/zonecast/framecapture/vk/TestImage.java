package dev.zonecast.framecapture.vk;

import static org.lwjgl.vulkan.VK10.*;

import dev.zonecast.framecapture.NumberPattern;
import java.nio.LongBuffer;
import java.util.function.Consumer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkAttachmentDescription;
import org.lwjgl.vulkan.VkAttachmentReference;
import org.lwjgl.vulkan.VkClearAttachment;
import org.lwjgl.vulkan.VkClearRect;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkFramebufferCreateInfo;
import org.lwjgl.vulkan.VkImageCreateInfo;
import org.lwjgl.vulkan.VkImageViewCreateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;
import org.lwjgl.vulkan.VkRenderPassBeginInfo;
import org.lwjgl.vulkan.VkRenderPassCreateInfo;
import org.lwjgl.vulkan.VkSubpassDescription;

/** An image of any format to draw numbers into, by a render pass that leaves it in a layout of choice. */
final class TestImage implements AutoCloseable {
    final int format;
    final int width;
    final int height;
    final int layout;
    final long image;
    private final TestVulkan vulkan;
    private final long memory;
    private final long view;
    private final long renderPass;
    private final long framebuffer;

    TestImage(TestVulkan vulkan, int format, int width, int height, int layout) {
        this.vulkan = vulkan;
        this.format = format;
        this.width = width;
        this.height = height;
        this.layout = layout;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            image = handle(
                    stack,
                    h -> TestVulkan.check(vkCreateImage(
                            vulkan.device,
                            VkImageCreateInfo.calloc(stack)
                                    .sType$Default()
                                    .imageType(VK_IMAGE_TYPE_2D)
                                    .format(format)
                                    .extent(extent -> extent.set(width, height, 1))
                                    .mipLevels(1)
                                    .arrayLayers(1)
                                    .samples(VK_SAMPLE_COUNT_1_BIT)
                                    .tiling(VK_IMAGE_TILING_OPTIMAL)
                                    .usage(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
                            null,
                            h)));
            VkMemoryRequirements requirements = VkMemoryRequirements.malloc(stack);
            vkGetImageMemoryRequirements(vulkan.device, image, requirements);
            memory = new VkMemory(vulkan.physicalDevice, vulkan.device)
                    .allocate(stack, requirements, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
            TestVulkan.check(vkBindImageMemory(vulkan.device, image, memory, 0));
            view = handle(
                    stack,
                    h -> TestVulkan.check(vkCreateImageView(
                            vulkan.device,
                            VkImageViewCreateInfo.calloc(stack)
                                    .sType$Default()
                                    .image(image)
                                    .viewType(VK_IMAGE_VIEW_TYPE_2D)
                                    .format(format)
                                    .subresourceRange(range -> range.set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1)),
                            null,
                            h)));
            renderPass = handle(
                    stack, h -> TestVulkan.check(vkCreateRenderPass(vulkan.device, renderPassInfo(stack), null, h)));
            framebuffer = handle(
                    stack,
                    h -> TestVulkan.check(vkCreateFramebuffer(
                            vulkan.device,
                            VkFramebufferCreateInfo.calloc(stack)
                                    .sType$Default()
                                    .renderPass(renderPass)
                                    .attachmentCount(1)
                                    .pAttachments(stack.longs(view))
                                    .width(width)
                                    .height(height)
                                    .layers(1),
                            null,
                            h)));
        }
    }

    private VkRenderPassCreateInfo renderPassInfo(MemoryStack stack) {
        return VkRenderPassCreateInfo.calloc(stack)
                .sType$Default()
                .pAttachments(VkAttachmentDescription.calloc(1, stack)
                        .format(format)
                        .samples(VK_SAMPLE_COUNT_1_BIT)
                        .loadOp(VK_ATTACHMENT_LOAD_OP_DONT_CARE)
                        .storeOp(VK_ATTACHMENT_STORE_OP_STORE)
                        .initialLayout(VK_IMAGE_LAYOUT_UNDEFINED)
                        .finalLayout(layout))
                .pSubpasses(VkSubpassDescription.calloc(1, stack)
                        .pipelineBindPoint(VK_PIPELINE_BIND_POINT_GRAPHICS)
                        .colorAttachmentCount(1)
                        .pColorAttachments(VkAttachmentReference.calloc(1, stack)
                                .attachment(0)
                                .layout(VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL)));
    }

    private static long handle(MemoryStack stack, Consumer<LongBuffer> maker) {
        LongBuffer handle = stack.mallocLong(1);
        maker.accept(handle);
        return handle.get(0);
    }

    /** Records the commands that draw a number all over it. */
    void draw(VkCommandBuffer buffer, int number) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderPassBeginInfo begin = VkRenderPassBeginInfo.calloc(stack)
                    .sType$Default()
                    .renderPass(renderPass)
                    .framebuffer(framebuffer);
            begin.renderArea().extent().set(width, height);
            vkCmdBeginRenderPass(buffer, begin, VK_SUBPASS_CONTENTS_INLINE);
            VkClearAttachment.Buffer clear = VkClearAttachment.calloc(1, stack).aspectMask(VK_IMAGE_ASPECT_COLOR_BIT);
            VkClearRect.Buffer rect = VkClearRect.calloc(1, stack).layerCount(1);
            NumberPattern.draw(number, (column, columns, band, red, green, blue) -> {
                int left = column * width / 8;
                int top = band * height / 4;
                rect.rect().offset().set(left, top);
                rect.rect().extent().set((column + columns) * width / 8 - left, (band + 1) * height / 4 - top);
                clear.clearValue()
                        .color()
                        .float32(0, red)
                        .float32(1, green)
                        .float32(2, blue)
                        .float32(3, 1);
                vkCmdClearAttachments(buffer, clear, rect);
            });
            vkCmdEndRenderPass(buffer);
        }
    }

    @Override
    public void close() {
        vkDestroyFramebuffer(vulkan.device, framebuffer, null);
        vkDestroyRenderPass(vulkan.device, renderPass, null);
        vkDestroyImageView(vulkan.device, view, null);
        vkDestroyImage(vulkan.device, image, null);
        vkFreeMemory(vulkan.device, memory, null);
    }
}
