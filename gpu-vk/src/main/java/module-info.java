/** GPU zones of Vulkan, through LWJGL. */
module dev.zonecast.gpu.vk {
    requires transitive dev.zonecast.core;
    requires org.lwjgl;
    requires transitive org.lwjgl.vulkan;
    // Programs that use the Vulkan Memory Allocator have it.
    requires static transitive org.lwjgl.vma;

    exports dev.zonecast.gpu.vk;
}
