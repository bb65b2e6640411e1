package example;

import static org.lwjgl.util.shaderc.Shaderc.*;
import static org.lwjgl.vulkan.VK13.*;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** An image and the pipeline that draws a triangle into it. Nothing here knows the profiler. */
final class Triangle {
    private static final int SIZE = 512;
    private static final int FORMAT = VK_FORMAT_R8G8B8A8_UNORM;

    private final MemoryStack stack = MemoryStack.create();
    private final VkRenderingInfo rendering = VkRenderingInfo.calloc(stack).sType$Default().layerCount(1);
    private final VkImageMemoryBarrier.Buffer barrier = VkImageMemoryBarrier.calloc(1, stack).sType$Default();
    private final VkDevice device;
    private final long pipeline;

    Triangle(VkDevice device) throws IOException {
        this.device = device;
        rendering.renderArea().extent().set(SIZE, SIZE);
        barrier.subresourceRange().aspectMask(VK_IMAGE_ASPECT_COLOR_BIT).levelCount(1).layerCount(1);
        barrier.image(image()).newLayout(VK_IMAGE_LAYOUT_GENERAL).dstAccessMask(VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT);
        pipeline = pipeline();
    }

    void draw(VkCommandBuffer commands) {
        int output = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
        vkCmdPipelineBarrier(commands, output, output, 0, null, null, barrier);
        vkCmdBeginRendering(commands, rendering);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    }

    private long image() {
        var info = VkImageCreateInfo.calloc(stack).sType$Default().imageType(VK_IMAGE_TYPE_2D).format(FORMAT);
        info.mipLevels(1).arrayLayers(1).samples(VK_SAMPLE_COUNT_1_BIT).usage(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
        info.extent().set(SIZE, SIZE, 1);
        long image = make(out -> vkCreateImage(device, info, null, out));
        var needs = VkMemoryRequirements.calloc(stack);
        vkGetImageMemoryRequirements(device, image, needs);
        var memory = VkMemoryAllocateInfo.calloc(stack).sType$Default().allocationSize(needs.size());
        memory.memoryTypeIndex(Integer.numberOfTrailingZeros(needs.memoryTypeBits()));
        check(vkBindImageMemory(device, image, make(out -> vkAllocateMemory(device, memory, null, out)), 0));
        var view = VkImageViewCreateInfo.calloc(stack).sType$Default().image(image).format(FORMAT);
        view.viewType(VK_IMAGE_VIEW_TYPE_2D).subresourceRange(barrier.subresourceRange());
        var target = VkRenderingAttachmentInfo.calloc(1, stack).sType$Default().imageLayout(VK_IMAGE_LAYOUT_GENERAL);
        target.loadOp(VK_ATTACHMENT_LOAD_OP_CLEAR).imageView(make(out -> vkCreateImageView(device, view, null, out)));
        rendering.pColorAttachments(target);
        return image;
    }

    private long pipeline() throws IOException {
        var stages = VkPipelineShaderStageCreateInfo.calloc(2, stack);
        stages.get(0).stage(VK_SHADER_STAGE_VERTEX_BIT).module(shader("/triangle.vert", shaderc_vertex_shader));
        stages.get(1).stage(VK_SHADER_STAGE_FRAGMENT_BIT).module(shader("/triangle.frag", shaderc_fragment_shader));
        stages.forEach(stage -> stage.sType$Default().pName(stack.UTF8("main")));
        var input = VkPipelineInputAssemblyStateCreateInfo.calloc(stack).sType$Default();
        var viewport = VkPipelineViewportStateCreateInfo.calloc(stack).sType$Default();
        viewport.pScissors(VkRect2D.calloc(1, stack).extent(extent -> extent.set(SIZE, SIZE)));
        viewport.pViewports(VkViewport.calloc(1, stack).width(SIZE).height(SIZE).maxDepth(1));
        var blending = VkPipelineColorBlendStateCreateInfo.calloc(stack).sType$Default().attachmentCount(1);
        blending.pAttachments(VkPipelineColorBlendAttachmentState.calloc(1, stack).colorWriteMask(0xF));
        var targets = VkPipelineRenderingCreateInfo.calloc(stack).sType$Default().colorAttachmentCount(1);
        var info = VkGraphicsPipelineCreateInfo.calloc(1, stack).sType$Default().pStages(stages);
        info.pNext(targets.pColorAttachmentFormats(stack.ints(FORMAT))).pViewportState(viewport);
        info.pVertexInputState(VkPipelineVertexInputStateCreateInfo.calloc(stack).sType$Default());
        info.pInputAssemblyState(input.topology(VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST)).pColorBlendState(blending);
        info.pRasterizationState(VkPipelineRasterizationStateCreateInfo.calloc(stack).sType$Default().lineWidth(1));
        var layout = VkPipelineLayoutCreateInfo.calloc(stack).sType$Default();
        var samples = VkPipelineMultisampleStateCreateInfo.calloc(stack).sType$Default().rasterizationSamples(1);
        info.layout(make(out -> vkCreatePipelineLayout(device, layout, null, out))).pMultisampleState(samples);
        return make(out -> vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, info, null, out));
    }

    private long shader(String name, int kind) throws IOException {
        String source = new String(Triangle.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
        long spirv = shaderc_compile_into_spv(shaderc_compiler_initialize(), source, kind, name, "main", 0);
        var info = VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(shaderc_result_get_bytes(spirv));
        return make(out -> vkCreateShaderModule(device, info, null, out));
    }

    static long make(ToIntFunction<long[]> call) {
        long[] handle = new long[1];
        check(call.applyAsInt(handle));
        return handle[0];
    }

    static void check(int result) {
        if (result < VK_SUCCESS) {
            throw new IllegalStateException("Vulkan answers " + result);
        }
    }
}
