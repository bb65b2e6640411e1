package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;

import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.Mesh;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkGraphicsPipelineCreateInfo;
import org.lwjgl.vulkan.VkPipelineColorBlendAttachmentState;
import org.lwjgl.vulkan.VkPipelineColorBlendStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineDepthStencilStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineDynamicStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineInputAssemblyStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineMultisampleStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineRasterizationStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineRenderingCreateInfo;
import org.lwjgl.vulkan.VkPipelineShaderStageCreateInfo;
import org.lwjgl.vulkan.VkPipelineVertexInputStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineViewportStateCreateInfo;
import org.lwjgl.vulkan.VkVertexInputAttributeDescription;
import org.lwjgl.vulkan.VkVertexInputBindingDescription;

/** A graphics pipeline; viewport and scissors are set when it is used. */
final class Pipeline implements AutoCloseable {
    private static final int NO_FORMAT = VK10.VK_FORMAT_UNDEFINED;

    /** Attributes of {@code instance.glsl}: two of the mesh's, four of the instance. */
    private static final int[] ALL_ATTRIBUTES = {0, 1, 2, 3, 4, 5};

    /** Without normals and colours. */
    private static final int[] SHAPE_ATTRIBUTES = {0, 2, 3, 4};

    private static final int MESH_ATTRIBUTES = 2;
    private static final int ALL_COLOURS = VK10.VK_COLOR_COMPONENT_R_BIT
            | VK10.VK_COLOR_COMPONENT_G_BIT
            | VK10.VK_COLOR_COMPONENT_B_BIT
            | VK10.VK_COLOR_COMPONENT_A_BIT;

    /** What a pipeline does with depths. */
    enum Depth {
        NONE(false, false, VK10.VK_COMPARE_OP_ALWAYS),
        NEARER(true, true, VK10.VK_COMPARE_OP_LESS),
        /** Where nothing was drawn. */
        BEHIND(true, false, VK10.VK_COMPARE_OP_LESS_OR_EQUAL);

        private final boolean tests;
        private final boolean writes;
        private final int comparison;

        Depth(boolean tests, boolean writes, int comparison) {
            this.tests = tests;
            this.writes = writes;
            this.comparison = comparison;
        }
    }

    /**
     * How a pipeline draws.
     *
     * @param meshes true for instances of meshes, false for one triangle over all
     * @param colourFormat of the target, {@link VK10#VK_FORMAT_UNDEFINED} for none
     * @param depth with {@link Depth#NONE} there is no target for depths
     * @param biased true if depths are pushed away by an amount that grows with the slope
     */
    record Kind(boolean meshes, int colourFormat, Depth depth, boolean biased) {
        static Kind overAll(int colourFormat) {
            return new Kind(false, colourFormat, Depth.NONE, false);
        }
    }

    private final VulkanDevice device;
    private final long pipeline;

    Pipeline(
            VulkanDevice device,
            ShaderCompiler compiler,
            Bindings bindings,
            String vertex,
            String fragment,
            Kind kind) {
        this.device = device;
        long vertexModule = compiler.module(vertex);
        long fragmentModule = compiler.module(fragment);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkGraphicsPipelineCreateInfo.Buffer info = VkGraphicsPipelineCreateInfo.calloc(1, stack)
                    .sType$Default()
                    .pNext(targets(stack, kind))
                    .pStages(stages(stack, vertexModule, fragmentModule))
                    .pVertexInputState(kind.meshes() ? instances(stack, kind) : nothing(stack))
                    .pInputAssemblyState(VkPipelineInputAssemblyStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .topology(VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST))
                    .pViewportState(VkPipelineViewportStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .viewportCount(1)
                            .scissorCount(1))
                    .pRasterizationState(rasterization(stack, kind))
                    .pMultisampleState(VkPipelineMultisampleStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .rasterizationSamples(VK10.VK_SAMPLE_COUNT_1_BIT))
                    .pDepthStencilState(VkPipelineDepthStencilStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .depthTestEnable(kind.depth().tests)
                            .depthWriteEnable(kind.depth().writes)
                            .depthCompareOp(kind.depth().comparison))
                    .pColorBlendState(blending(stack, kind))
                    .pDynamicState(VkPipelineDynamicStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .pDynamicStates(stack.ints(VK10.VK_DYNAMIC_STATE_VIEWPORT, VK10.VK_DYNAMIC_STATE_SCISSOR)))
                    .layout(bindings.layout());
            pipeline = created(
                    "the pipeline of " + fragment,
                    h -> VK10.vkCreateGraphicsPipelines(device.handle(), VK10.VK_NULL_HANDLE, info, null, h));
        } finally {
            VK10.vkDestroyShaderModule(device.handle(), vertexModule, null);
            VK10.vkDestroyShaderModule(device.handle(), fragmentModule, null);
        }
    }

    private static VkPipelineRenderingCreateInfo targets(MemoryStack stack, Kind kind) {
        VkPipelineRenderingCreateInfo targets =
                VkPipelineRenderingCreateInfo.calloc(stack).sType$Default();
        if (kind.colourFormat() != NO_FORMAT) {
            targets.colorAttachmentCount(1).pColorAttachmentFormats(stack.ints(kind.colourFormat()));
        }
        return kind.depth() == Depth.NONE ? targets : targets.depthAttachmentFormat(Target.DEPTH_FORMAT);
    }

    private static VkPipelineShaderStageCreateInfo.Buffer stages(MemoryStack stack, long vertex, long fragment) {
        VkPipelineShaderStageCreateInfo.Buffer stages = VkPipelineShaderStageCreateInfo.calloc(2, stack);
        stages.get(0)
                .sType$Default()
                .stage(VK10.VK_SHADER_STAGE_VERTEX_BIT)
                .module(vertex)
                .pName(stack.UTF8("main"));
        stages.get(1)
                .sType$Default()
                .stage(VK10.VK_SHADER_STAGE_FRAGMENT_BIT)
                .module(fragment)
                .pName(stack.UTF8("main"));
        return stages;
    }

    private static VkPipelineVertexInputStateCreateInfo nothing(MemoryStack stack) {
        return VkPipelineVertexInputStateCreateInfo.calloc(stack).sType$Default();
    }

    /** Buffer 0 is the mesh, 1 the instances: {@code instance.glsl}. */
    private static VkPipelineVertexInputStateCreateInfo instances(MemoryStack stack, Kind kind) {
        VkVertexInputBindingDescription.Buffer buffers = VkVertexInputBindingDescription.calloc(2, stack);
        buffers.get(0)
                .binding(0)
                .stride(Mesh.FLOATS_PER_VERTEX * Float.BYTES)
                .inputRate(VK10.VK_VERTEX_INPUT_RATE_VERTEX);
        buffers.get(1).binding(1).stride(InstanceLayout.BYTES).inputRate(VK10.VK_VERTEX_INPUT_RATE_INSTANCE);
        int[] locations = kind.colourFormat() == NO_FORMAT ? SHAPE_ATTRIBUTES : ALL_ATTRIBUTES;
        VkVertexInputAttributeDescription.Buffer attributes =
                VkVertexInputAttributeDescription.calloc(locations.length, stack);
        for (int i = 0; i < locations.length; i++) {
            int location = locations[i];
            boolean ofMesh = location < MESH_ATTRIBUTES;
            attributes
                    .get(i)
                    .location(location)
                    .binding(ofMesh ? 0 : 1)
                    .format(ofMesh ? VK10.VK_FORMAT_R32G32B32_SFLOAT : VK10.VK_FORMAT_R32G32B32A32_SFLOAT)
                    .offset(ofMesh ? location * 3 * Float.BYTES : (location - MESH_ATTRIBUTES) * 4 * Float.BYTES);
        }
        return VkPipelineVertexInputStateCreateInfo.calloc(stack)
                .sType$Default()
                .pVertexBindingDescriptions(buffers)
                .pVertexAttributeDescriptions(attributes);
    }

    private static VkPipelineRasterizationStateCreateInfo rasterization(MemoryStack stack, Kind kind) {
        VkPipelineRasterizationStateCreateInfo state = VkPipelineRasterizationStateCreateInfo.calloc(stack)
                .sType$Default()
                .polygonMode(VK10.VK_POLYGON_MODE_FILL)
                // As in OpenGL, the sun sees both sides; and from above, counter-clockwise is clockwise from below.
                .cullMode(kind.meshes() && !kind.biased() ? VK10.VK_CULL_MODE_BACK_BIT : VK10.VK_CULL_MODE_NONE)
                .frontFace(VK10.VK_FRONT_FACE_CLOCKWISE)
                .lineWidth(1);
        return kind.biased()
                ? state.depthBiasEnable(true).depthBiasSlopeFactor(2).depthBiasConstantFactor(4)
                : state;
    }

    private static VkPipelineColorBlendStateCreateInfo blending(MemoryStack stack, Kind kind) {
        VkPipelineColorBlendStateCreateInfo state =
                VkPipelineColorBlendStateCreateInfo.calloc(stack).sType$Default();
        return kind.colourFormat() == NO_FORMAT
                ? state
                : state.pAttachments(
                        VkPipelineColorBlendAttachmentState.calloc(1, stack).colorWriteMask(ALL_COLOURS));
    }

    void bind(VkCommandBuffer commands) {
        VK10.vkCmdBindPipeline(commands, VK10.VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    }

    @Override
    public void close() {
        VK10.vkDestroyPipeline(device.handle(), pipeline, null);
    }
}
