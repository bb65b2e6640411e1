package dev.zonecast.agent.vk;

import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRPipelineLibrary;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkGraphicsPipelineCreateInfo;
import org.lwjgl.vulkan.VkPipelineDynamicStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineInputAssemblyStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineShaderStageCreateInfo;

/** What primitives a device's pipelines draw. Thread-safe. */
final class Topologies {
    static final int UNKNOWN = -1;

    /** A command of the program sets it. */
    static final int DYNAMIC = -2;

    private static final int MOST_PIPELINES = 1 << 16;

    private final HandleMap<Integer> pipelines = new HandleMap<>(MOST_PIPELINES);

    /** A VkPrimitiveTopology, {@link #DYNAMIC} or {@link #UNKNOWN}. */
    int of(long pipeline) {
        Integer topology = pipelines.get(pipeline);
        return topology == null ? UNKNOWN : topology;
    }

    /** @param info a VkGraphicsPipelineCreateInfo */
    void put(long pipeline, long info) {
        if (isDynamic(MemoryUtil.memGetAddress(info + VkGraphicsPipelineCreateInfo.PDYNAMICSTATE))) {
            pipelines.put(pipeline, DYNAMIC);
        } else if (hasInputAssembly(info)) {
            long state = MemoryUtil.memGetAddress(info + VkGraphicsPipelineCreateInfo.PINPUTASSEMBLYSTATE);
            if (state != 0) {
                pipelines.put(pipeline, MemoryUtil.memGetInt(state + VkPipelineInputAssemblyStateCreateInfo.TOPOLOGY));
            }
        }
    }

    /** @param state a VkPipelineDynamicStateCreateInfo, or 0 */
    private static boolean isDynamic(long state) {
        if (state == 0) {
            return false;
        }
        int count = MemoryUtil.memGetInt(state + VkPipelineDynamicStateCreateInfo.DYNAMICSTATECOUNT);
        long states = MemoryUtil.memGetAddress(state + VkPipelineDynamicStateCreateInfo.PDYNAMICSTATES);
        for (int i = 0; i < count; i++) {
            if (MemoryUtil.memGetInt(states + (long) Integer.BYTES * i) == VK13.VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY) {
                return true;
            }
        }
        return false;
    }

    /** Without a vertex shader, and in a part of a pipeline, the pointer to that state means nothing. */
    private static boolean hasInputAssembly(long info) {
        int flags = MemoryUtil.memGetInt(info + VkGraphicsPipelineCreateInfo.FLAGS);
        if ((flags & KHRPipelineLibrary.VK_PIPELINE_CREATE_LIBRARY_BIT_KHR) != 0) {
            return false;
        }
        int count = MemoryUtil.memGetInt(info + VkGraphicsPipelineCreateInfo.STAGECOUNT);
        long stages = MemoryUtil.memGetAddress(info + VkGraphicsPipelineCreateInfo.PSTAGES);
        for (int i = 0; i < count; i++) {
            long stage = stages + (long) i * VkPipelineShaderStageCreateInfo.SIZEOF;
            if (MemoryUtil.memGetInt(stage + VkPipelineShaderStageCreateInfo.STAGE)
                    == VK10.VK_SHADER_STAGE_VERTEX_BIT) {
                return true;
            }
        }
        return false;
    }

    void remove(long pipeline) {
        pipelines.remove(pipeline);
    }

    /** How many primitives vertices make; 0 if that is not known. */
    static int primitives(int topology, int vertices) {
        return switch (topology) {
            case VK10.VK_PRIMITIVE_TOPOLOGY_POINT_LIST -> vertices;
            case VK10.VK_PRIMITIVE_TOPOLOGY_LINE_LIST -> vertices / 2;
            case VK10.VK_PRIMITIVE_TOPOLOGY_LINE_STRIP -> Math.max(0, vertices - 1);
            case VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST -> vertices / 3;
            case VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN ->
                Math.max(0, vertices - 2);
            case VK10.VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY -> vertices / 4;
            case VK10.VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY -> Math.max(0, vertices - 3);
            case VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY -> vertices / 6;
            case VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY -> Math.max(0, (vertices - 4) / 2);
            // Patches, whose size is not known here.
            default -> 0;
        };
    }
}
