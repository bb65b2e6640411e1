package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.PassDevice.ProgramKind;
import dev.zonecast.demo.render.PassDevice.TargetKind;
import dev.zonecast.demo.scene.InstanceLayout;
import dev.zonecast.demo.scene.Mesh;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A graphics pipeline; viewport and scissors are set when it is used. */
final class Pipeline implements AutoCloseable {
    /** Attributes of {@code instance.glsl}: two of the mesh's, four of the instance. */
    private static final int[] ALL_ATTRIBUTES = {0, 1, 2, 3, 4, 5};

    /** Without normals and colours. */
    private static final int[] SHAPE_ATTRIBUTES = {0, 2, 3, 4};

    private static final int MESH_ATTRIBUTES = 2;
    private static final int ALL_COLOURS =
            VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;

    private final VulkanDevice device;
    private final long pipeline;

    /** @param into what it draws into */
    Pipeline(
            VulkanDevice device,
            ShaderCompiler compiler,
            Bindings bindings,
            ProgramKind kind,
            TargetKind into,
            String vertex,
            String fragment) {
        this.device = device;
        long vertexModule = compiler.module(vertex);
        long fragmentModule = compiler.module(fragment);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkGraphicsPipelineCreateInfo.Buffer info = VkGraphicsPipelineCreateInfo.calloc(1, stack)
                    .sType$Default()
                    .pNext(targets(stack, into))
                    .pStages(stages(stack, vertexModule, fragmentModule))
                    .pVertexInputState(
                            kind.meshes()
                                    ? instances(stack, kind)
                                    : VkPipelineVertexInputStateCreateInfo.calloc(stack)
                                            .sType$Default())
                    .pInputAssemblyState(VkPipelineInputAssemblyStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .topology(VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST))
                    .pViewportState(VkPipelineViewportStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .viewportCount(1)
                            .scissorCount(1))
                    .pRasterizationState(rasterization(stack, kind))
                    .pMultisampleState(VkPipelineMultisampleStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .rasterizationSamples(VK_SAMPLE_COUNT_1_BIT))
                    .pDepthStencilState(VkPipelineDepthStencilStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .depthTestEnable(kind != ProgramKind.OVER_ALL)
                            .depthWriteEnable(kind.meshes())
                            .depthCompareOp(kind == ProgramKind.SKY ? VK_COMPARE_OP_LESS_OR_EQUAL : VK_COMPARE_OP_LESS))
                    .pColorBlendState(blending(stack, into))
                    .pDynamicState(VkPipelineDynamicStateCreateInfo.calloc(stack)
                            .sType$Default()
                            .pDynamicStates(stack.ints(VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR)))
                    .layout(bindings.layout());
            pipeline = created(
                    "the pipeline of " + fragment,
                    h -> vkCreateGraphicsPipelines(device.handle, VK_NULL_HANDLE, info, null, h));
        } finally {
            vkDestroyShaderModule(device.handle, vertexModule, null);
            vkDestroyShaderModule(device.handle, fragmentModule, null);
        }
    }

    private static VkPipelineRenderingCreateInfo targets(MemoryStack stack, TargetKind into) {
        VkPipelineRenderingCreateInfo targets =
                VkPipelineRenderingCreateInfo.calloc(stack).sType$Default();
        if (into != TargetKind.SHADOW_MAP) {
            targets.colorAttachmentCount(1).pColorAttachmentFormats(stack.ints(Target.format(into)));
        }
        return into == TargetKind.SHADOW_MAP || into == TargetKind.SCENE
                ? targets.depthAttachmentFormat(Target.DEPTH_FORMAT)
                : targets;
    }

    private static VkPipelineShaderStageCreateInfo.Buffer stages(MemoryStack stack, long vertex, long fragment) {
        VkPipelineShaderStageCreateInfo.Buffer stages = VkPipelineShaderStageCreateInfo.calloc(2, stack);
        stages.get(0).stage(VK_SHADER_STAGE_VERTEX_BIT).module(vertex);
        stages.get(1).stage(VK_SHADER_STAGE_FRAGMENT_BIT).module(fragment);
        stages.forEach(stage -> stage.sType$Default().pName(stack.UTF8("main")));
        return stages;
    }

    /** Buffer 0 is the mesh, 1 the instances: {@code instance.glsl}. */
    private static VkPipelineVertexInputStateCreateInfo instances(MemoryStack stack, ProgramKind kind) {
        VkVertexInputBindingDescription.Buffer buffers = VkVertexInputBindingDescription.calloc(2, stack);
        buffers.get(0).binding(0).stride(Mesh.FLOATS_PER_VERTEX * Float.BYTES).inputRate(VK_VERTEX_INPUT_RATE_VERTEX);
        buffers.get(1).binding(1).stride(InstanceLayout.BYTES).inputRate(VK_VERTEX_INPUT_RATE_INSTANCE);
        int[] locations = kind == ProgramKind.CASTERS ? SHAPE_ATTRIBUTES : ALL_ATTRIBUTES;
        VkVertexInputAttributeDescription.Buffer attributes =
                VkVertexInputAttributeDescription.calloc(locations.length, stack);
        for (int i = 0; i < locations.length; i++) {
            int location = locations[i];
            boolean ofMesh = location < MESH_ATTRIBUTES;
            attributes
                    .get(i)
                    .location(location)
                    .binding(ofMesh ? 0 : 1)
                    .format(ofMesh ? VK_FORMAT_R32G32B32_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT)
                    .offset(ofMesh ? location * 3 * Float.BYTES : (location - MESH_ATTRIBUTES) * 4 * Float.BYTES);
        }
        return VkPipelineVertexInputStateCreateInfo.calloc(stack)
                .sType$Default()
                .pVertexBindingDescriptions(buffers)
                .pVertexAttributeDescriptions(attributes);
    }

    private static VkPipelineRasterizationStateCreateInfo rasterization(MemoryStack stack, ProgramKind kind) {
        VkPipelineRasterizationStateCreateInfo state = VkPipelineRasterizationStateCreateInfo.calloc(stack)
                .sType$Default()
                .polygonMode(VK_POLYGON_MODE_FILL)
                // As in OpenGL, the sun sees both sides; and from above, counter-clockwise is clockwise from below.
                .cullMode(kind == ProgramKind.OBJECTS ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE)
                .frontFace(VK_FRONT_FACE_CLOCKWISE)
                .lineWidth(1);
        return kind == ProgramKind.CASTERS
                ? state.depthBiasEnable(true).depthBiasSlopeFactor(2).depthBiasConstantFactor(4)
                : state;
    }

    private static VkPipelineColorBlendStateCreateInfo blending(MemoryStack stack, TargetKind into) {
        VkPipelineColorBlendStateCreateInfo state =
                VkPipelineColorBlendStateCreateInfo.calloc(stack).sType$Default();
        return into == TargetKind.SHADOW_MAP
                ? state
                : state.pAttachments(
                        VkPipelineColorBlendAttachmentState.calloc(1, stack).colorWriteMask(ALL_COLOURS));
    }

    void bind(VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    }

    @Override
    public void close() {
        vkDestroyPipeline(device.handle, pipeline, null);
    }
}
