package dev.zonecast.framecapture.vk;

import static dev.zonecast.framecapture.vk.VkFailureException.created;
import static org.lwjgl.vulkan.VK10.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkDescriptorBufferInfo;
import org.lwjgl.vulkan.VkDescriptorImageInfo;
import org.lwjgl.vulkan.VkDescriptorPoolCreateInfo;
import org.lwjgl.vulkan.VkDescriptorPoolSize;
import org.lwjgl.vulkan.VkDescriptorSetAllocateInfo;
import org.lwjgl.vulkan.VkDescriptorSetLayoutBinding;
import org.lwjgl.vulkan.VkDescriptorSetLayoutCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkSamplerCreateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;
import org.lwjgl.vulkan.VkWriteDescriptorSet;

/** Compresses a picture by a compute shader, which writes the bits that {@link dev.zonecast.framecapture.Dxt1Encoder#fast} writes. */
final class VkCompressor {
    /** Compiled from the shader that {@code GlCompressor} uses; a test compiles it anew and compares. */
    private static final String SHADER = "/dev/zonecast/framecapture/vk/dxt1.comp.spv";

    /** More than there are targets at once: in slots, set aside, and waiting for their deletion. */
    private static final int MAX_SETS = 64;

    private static final int PICTURE = 0;
    private static final int BLOCKS = 1;

    /** By binding. */
    private static final int[] TYPES = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

    /** As many pixels each way as an invocation group of the shader covers. */
    private static final int GROUP_PIXELS = 32;

    private final VkDevice device;
    private final LongBuffer descriptorSet = MemoryUtil.memCallocLong(1);
    private long sampler;
    private long setLayout;
    private long layout;
    private long pipeline;
    private long pool;

    /** @throws VkFailureException if the device does not take it */
    VkCompressor(VkDevice device) {
        this.device = device;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            create(stack);
        } catch (VkFailureException e) {
            delete();
            throw e;
        }
    }

    private void create(MemoryStack stack) {
        VkSamplerCreateInfo samplerInfo = VkSamplerCreateInfo.calloc(stack).sType$Default();
        sampler = created(stack, "making a sampler", h -> vkCreateSampler(device, samplerInfo, null, h));
        VkDescriptorSetLayoutBinding.Buffer bindings = VkDescriptorSetLayoutBinding.calloc(TYPES.length, stack);
        VkDescriptorPoolSize.Buffer sizes = VkDescriptorPoolSize.calloc(TYPES.length, stack);
        for (int i = 0; i < TYPES.length; i++) {
            bindings.get(i)
                    .binding(i)
                    .descriptorType(TYPES[i])
                    .descriptorCount(1)
                    .stageFlags(VK_SHADER_STAGE_COMPUTE_BIT);
            sizes.get(i).type(TYPES[i]).descriptorCount(MAX_SETS);
        }
        VkDescriptorSetLayoutCreateInfo setInfo =
                VkDescriptorSetLayoutCreateInfo.calloc(stack).sType$Default().pBindings(bindings);
        setLayout = created(
                stack, "making a descriptor set layout", h -> vkCreateDescriptorSetLayout(device, setInfo, null, h));
        VkPipelineLayoutCreateInfo info =
                VkPipelineLayoutCreateInfo.calloc(stack).sType$Default().pSetLayouts(stack.longs(setLayout));
        layout = created(stack, "making a pipeline layout", h -> vkCreatePipelineLayout(device, info, null, h));
        VkDescriptorPoolCreateInfo poolInfo = VkDescriptorPoolCreateInfo.calloc(stack)
                .sType$Default()
                .flags(VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT)
                .maxSets(MAX_SETS)
                .pPoolSizes(sizes);
        pool = created(stack, "making a descriptor pool", h -> vkCreateDescriptorPool(device, poolInfo, null, h));
        createPipeline(stack);
    }

    private void createPipeline(MemoryStack stack) {
        VkShaderModuleCreateInfo shaderInfo =
                VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code(stack));
        long module = created(stack, "making a shader", h -> vkCreateShaderModule(device, shaderInfo, null, h));
        VkComputePipelineCreateInfo.Buffer info = VkComputePipelineCreateInfo.calloc(1, stack);
        info.get(0)
                .sType$Default()
                .layout(layout)
                .stage(stage -> stage.sType$Default()
                        .stage(VK_SHADER_STAGE_COMPUTE_BIT)
                        .module(module)
                        .pName(stack.UTF8("main")));
        try {
            pipeline = created(
                    stack,
                    "making a compute pipeline",
                    h -> vkCreateComputePipelines(device, VK_NULL_HANDLE, info, null, h));
        } finally {
            vkDestroyShaderModule(device, module, null);
        }
    }

    private static ByteBuffer code(MemoryStack stack) {
        try (InputStream in = VkCompressor.class.getResourceAsStream(SHADER)) {
            if (in == null) {
                throw new IllegalStateException(SHADER + " is missing from this module's resources");
            }
            byte[] bytes = in.readAllBytes();
            return stack.malloc(Integer.BYTES, bytes.length).put(bytes).flip();
        } catch (IOException e) {
            throw new IllegalStateException(SHADER + " cannot be read", e);
        }
    }

    /**
     * Tells the shader where a target's picture and buffer are. Once for a target: commands may use it afterwards.
     *
     * @throws VkFailureException if there are too many targets
     */
    void describe(VkTarget target) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkDescriptorSetAllocateInfo info = VkDescriptorSetAllocateInfo.calloc(stack)
                    .sType$Default()
                    .descriptorPool(pool)
                    .pSetLayouts(stack.longs(setLayout));
            target.descriptors =
                    created(stack, "allocating descriptors", h -> vkAllocateDescriptorSets(device, info, h));
            VkWriteDescriptorSet.Buffer writes = VkWriteDescriptorSet.calloc(TYPES.length, stack);
            for (int i = 0; i < TYPES.length; i++) {
                writes.get(i)
                        .sType$Default()
                        .dstSet(target.descriptors)
                        .dstBinding(i)
                        .descriptorCount(1)
                        .descriptorType(TYPES[i]);
            }
            writes.get(PICTURE)
                    .pImageInfo(VkDescriptorImageInfo.calloc(1, stack)
                            .sampler(sampler)
                            .imageView(target.picture().view())
                            .imageLayout(VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL));
            writes.get(BLOCKS)
                    .pBufferInfo(VkDescriptorBufferInfo.calloc(1, stack)
                            .buffer(target.buffer())
                            .range(VK_WHOLE_SIZE));
            vkUpdateDescriptorSets(device, writes, null);
        }
    }

    /** No command uses the target any more. */
    void forget(VkTarget target) {
        vkFreeDescriptorSets(device, pool, target.descriptors);
    }

    /** Records the commands that write a picture's blocks to its target's buffer, for the CPU to read. */
    void compress(VkCommandBuffer buffer, VkCommands commands, VkTarget target) {
        commands.image(buffer, target.picture().image(), VkUse.COPIED_FROM, VkUse.READ_BY_SHADER);
        commands.markForShader(buffer, target.buffer());
        vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        descriptorSet.put(0, target.descriptors);
        nvkCmdBindDescriptorSets(
                buffer,
                VK_PIPELINE_BIND_POINT_COMPUTE,
                layout,
                0,
                1,
                MemoryUtil.memAddress(descriptorSet),
                0,
                MemoryUtil.NULL);
        vkCmdDispatch(
                buffer,
                groups(target.picture().width()),
                groups(target.picture().height()),
                1);
        commands.buffer(buffer, target.buffer(), VkUse.WRITTEN_BY_SHADER, VkUse.READ_BY_HOST);
    }

    private static int groups(int pixels) {
        return (pixels + GROUP_PIXELS - 1) / GROUP_PIXELS;
    }

    void delete() {
        vkDestroyPipeline(device, pipeline, null);
        vkDestroyDescriptorPool(device, pool, null);
        vkDestroyPipelineLayout(device, layout, null);
        vkDestroyDescriptorSetLayout(device, setLayout, null);
        vkDestroySampler(device, sampler, null);
        MemoryUtil.nmemFree(MemoryUtil.memAddress(descriptorSet));
    }
}
