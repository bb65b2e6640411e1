/** GPU zones of Vulkan, through LWJGL. */
module dev.zonecast.gpu.vk {
    requires transitive dev.zonecast.core;
    requires org.lwjgl;
    requires transitive org.lwjgl.vulkan;

    exports dev.zonecast.gpu.vk;
}
