/** Off-heap and mapped memory: the one place with {@code java.lang.foreign}. */
@SuppressWarnings("module") // The modules that use it are built after this one.
module dev.zonecast.memory {
    // Unchecked access and native calls: for our own modules alone.
    exports dev.zonecast.memory to
            dev.zonecast.capture,
            dev.zonecast.cli,
            dev.zonecast.core,
            dev.zonecast.flight,
            dev.zonecast.framecapture,
            dev.zonecast.fxt,
            dev.zonecast.gpu.vk,
            dev.zonecast.lwjgl;
}
