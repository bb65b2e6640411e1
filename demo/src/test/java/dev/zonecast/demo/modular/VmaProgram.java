package dev.zonecast.demo.modular;

import dev.zonecast.gpu.vk.VkGpuMemory;
import dev.zonecast.gpu.vk.VmaMemory;
import org.lwjgl.util.vma.VmaDeviceMemoryCallbacks;

/** Memory of the Vulkan Memory Allocator. */
public final class VmaProgram {
    private VmaProgram() {}

    /** What a program gives to the allocator. */
    static VmaDeviceMemoryCallbacks callbacks(VkGpuMemory memory) {
        return new VmaMemory(memory).callbacks();
    }

    /** Runs it. */
    public static void main(String[] arguments) {
        System.out.println(VmaMemory.class.getModule().getName());
    }
}
