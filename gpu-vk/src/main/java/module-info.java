/** GPU zones of Vulkan, through LWJGL. */
module dev.zonecast.gpu.vk {
    requires dev.zonecast.memory;
    requires transitive dev.zonecast.core;
    requires org.lwjgl;
    requires transitive org.lwjgl.vulkan;
    // A program that uses the Vulkan Memory Allocator requires it. Not transitive: javac would then look for it in
    // every program.
    requires static org.lwjgl.vma;

    exports dev.zonecast.gpu.vk;
}
