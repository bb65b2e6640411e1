package dev.zonecast.demo.render.vk;

import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkRect2D;
import org.lwjgl.vulkan.VkRenderingAttachmentInfo;
import org.lwjgl.vulkan.VkRenderingInfo;
import org.lwjgl.vulkan.VkViewport;

/** Dynamic rendering into one colour target, one depth target, or both: from the construction to {@link #close}. */
final class Drawing implements AutoCloseable {
    private final VkCommandBuffer commands;

    /**
     * Begins; what was in the targets is gone, and depths are far.
     *
     * @param colour null for none
     * @param depth null for none
     * @param keepDepth whether depths are read later
     */
    Drawing(VkCommandBuffer commands, Target colour, Target depth, boolean keepDepth) {
        this.commands = commands;
        Target any = colour != null ? colour : depth;
        if (colour != null) {
            colour.beginDrawing(commands);
        }
        if (depth != null) {
            depth.beginDrawing(commands);
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkRenderingInfo info = VkRenderingInfo.calloc(stack).sType$Default().layerCount(1);
            info.renderArea().extent().set(any.width(), any.height());
            if (colour != null) {
                info.pColorAttachments(VkRenderingAttachmentInfo.calloc(1, stack)
                        .sType$Default()
                        .imageView(colour.view())
                        .imageLayout(Use.COLOUR.layout)
                        .loadOp(VK10.VK_ATTACHMENT_LOAD_OP_DONT_CARE)
                        .storeOp(VK10.VK_ATTACHMENT_STORE_OP_STORE));
            }
            if (depth != null) {
                VkRenderingAttachmentInfo attachment = VkRenderingAttachmentInfo.calloc(stack)
                        .sType$Default()
                        .imageView(depth.view())
                        .imageLayout(Use.DEPTH.layout)
                        .loadOp(VK10.VK_ATTACHMENT_LOAD_OP_CLEAR)
                        .storeOp(keepDepth ? VK10.VK_ATTACHMENT_STORE_OP_STORE : VK10.VK_ATTACHMENT_STORE_OP_DONT_CARE);
                attachment.clearValue().depthStencil().depth(1);
                info.pDepthAttachment(attachment);
            }
            VK13.vkCmdBeginRendering(commands, info);
            VK10.vkCmdSetViewport(
                    commands,
                    0,
                    VkViewport.calloc(1, stack)
                            .width(any.width())
                            .height(any.height())
                            .maxDepth(1));
            VkRect2D.Buffer scissors = VkRect2D.calloc(1, stack);
            scissors.get(0).extent().set(any.width(), any.height());
            VK10.vkCmdSetScissor(commands, 0, scissors);
        }
    }

    /** One triangle that covers the target. */
    void overAll() {
        VK10.vkCmdDraw(commands, 3, 1, 0, 0);
    }

    @Override
    public void close() {
        VK13.vkCmdEndRendering(commands);
    }
}
