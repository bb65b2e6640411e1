package dev.zonecast.demo.render.vk;

import static dev.zonecast.demo.render.vk.VulkanCalls.created;
import static org.lwjgl.vulkan.VK13.*;

import dev.zonecast.demo.render.PassDevice.TargetKind;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * What shaders read, by the numbers of {@code vulkan.glsl}: binding 0 is the frame's block, at an offset that is given when it is bound; 1 to
 * 4 are textures; a parameter of two floats is pushed.
 */
final class Bindings implements AutoCloseable {
    private static final int TEXTURES = 4;
    private static final int MAX_SETS = 16;
    private static final int PARAMETER_BYTES = 2 * Float.BYTES;

    private final VkDevice device;
    private final long frameBuffer;
    private final long frameBlockBytes;
    private final long setLayout;
    private final long layout;
    private final long pool;
    private final long linear;
    private final long comparing;

    /** In bindings that a shader does not read: some versions of Mesa's lavapipe look at all of a layout. */
    private final Target placeholder;

    /**
     * No sets yet.
     *
     * @param frameBuffer with the frame's blocks
     * @param frameBlockBytes length of one
     */
    Bindings(VulkanDevice vulkan, DeviceBuffer frameBuffer, int frameBlockBytes) {
        this.device = vulkan.handle;
        this.placeholder = new Target(vulkan, TargetKind.GLOW, 1, 1);
        this.frameBuffer = frameBuffer.handle;
        this.frameBlockBytes = frameBlockBytes;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDescriptorSetLayoutCreateInfo setInfo = setLayoutInfo(stack);
            setLayout = created("a layout", h -> vkCreateDescriptorSetLayout(device, setInfo, null, h));
            VkPushConstantRange.Buffer parameter = VkPushConstantRange.calloc(1, stack)
                    .stageFlags(VK_SHADER_STAGE_FRAGMENT_BIT)
                    .size(PARAMETER_BYTES);
            VkPipelineLayoutCreateInfo info = VkPipelineLayoutCreateInfo.calloc(stack)
                    .sType$Default()
                    .pSetLayouts(stack.longs(setLayout))
                    .pPushConstantRanges(parameter);
            layout = created("a layout", h -> vkCreatePipelineLayout(device, info, null, h));
            VkDescriptorPoolSize.Buffer sizes = VkDescriptorPoolSize.calloc(2, stack);
            sizes.get(0).type(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC).descriptorCount(MAX_SETS);
            sizes.get(1).type(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER).descriptorCount(MAX_SETS * TEXTURES);
            VkDescriptorPoolCreateInfo poolInfo = VkDescriptorPoolCreateInfo.calloc(stack)
                    .sType$Default()
                    .maxSets(MAX_SETS)
                    .pPoolSizes(sizes);
            pool = created("a pool of descriptors", h -> vkCreateDescriptorPool(device, poolInfo, null, h));
            linear = sampler(stack, false);
            comparing = sampler(stack, true);
        }
    }

    private static VkDescriptorSetLayoutCreateInfo setLayoutInfo(MemoryStack stack) {
        VkDescriptorSetLayoutBinding.Buffer bindings = VkDescriptorSetLayoutBinding.calloc(1 + TEXTURES, stack);
        bindings.get(0)
                .binding(0)
                .descriptorType(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC)
                .descriptorCount(1)
                .stageFlags(VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT);
        for (int i = 1; i <= TEXTURES; i++) {
            bindings.get(i)
                    .binding(i)
                    .descriptorType(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
                    .descriptorCount(1)
                    .stageFlags(VK_SHADER_STAGE_FRAGMENT_BIT);
        }
        return VkDescriptorSetLayoutCreateInfo.calloc(stack).sType$Default().pBindings(bindings);
    }

    /** Bilinear; one that compares depths finds light outside of the map. */
    private long sampler(MemoryStack stack, boolean compares) {
        int outside = compares ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER : VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        VkSamplerCreateInfo info = VkSamplerCreateInfo.calloc(stack)
                .sType$Default()
                .magFilter(VK_FILTER_LINEAR)
                .minFilter(VK_FILTER_LINEAR)
                .addressModeU(outside)
                .addressModeV(outside)
                .addressModeW(outside)
                .compareEnable(compares)
                .compareOp(VK_COMPARE_OP_LESS_OR_EQUAL)
                .borderColor(VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE);
        return created("a sampler", h -> vkCreateSampler(device, info, null, h));
    }

    long layout() {
        return layout;
    }

    /** A set with the frame's block and these textures, from binding 1 on; depths are compared. */
    long set(List<Target> textures) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDescriptorSetAllocateInfo info = VkDescriptorSetAllocateInfo.calloc(stack)
                    .sType$Default()
                    .descriptorPool(pool)
                    .pSetLayouts(stack.longs(setLayout));
            long set = created("a set of descriptors", h -> vkAllocateDescriptorSets(device, info, h));
            VkWriteDescriptorSet.Buffer writes = VkWriteDescriptorSet.calloc(1 + TEXTURES, stack);
            writes.get(0)
                    .sType$Default()
                    .dstSet(set)
                    .dstBinding(0)
                    .descriptorType(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC)
                    .descriptorCount(1)
                    .pBufferInfo(VkDescriptorBufferInfo.calloc(1, stack)
                            .buffer(frameBuffer)
                            .range(frameBlockBytes));
            for (int i = 0; i < TEXTURES; i++) {
                Target texture = i < textures.size() ? textures.get(i) : placeholder;
                writes.get(1 + i)
                        .sType$Default()
                        .dstSet(set)
                        .dstBinding(1 + i)
                        .descriptorType(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
                        .descriptorCount(1)
                        .pImageInfo(VkDescriptorImageInfo.calloc(1, stack)
                                .sampler(texture.format == Target.DEPTH_FORMAT ? comparing : linear)
                                .imageView(texture.view)
                                .imageLayout(Use.SAMPLED.layout));
            }
            vkUpdateDescriptorSets(device, writes, null);
            return set;
        }
    }

    /** Binds a set, with the frame's block at an offset in its buffer. */
    void bind(VkCommandBuffer commands, long set, int frameOffset) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdBindDescriptorSets(
                    commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, stack.longs(set), stack.ints(frameOffset));
        }
    }

    void push(VkCommandBuffer commands, float x, float y) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, stack.floats(x, y));
        }
    }

    @Override
    public void close() {
        placeholder.close();
        vkDestroySampler(device, linear, null);
        vkDestroySampler(device, comparing, null);
        vkDestroyDescriptorPool(device, pool, null);
        vkDestroyPipelineLayout(device, layout, null);
        vkDestroyDescriptorSetLayout(device, setLayout, null);
    }
}
