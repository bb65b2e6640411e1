/** Off-heap and mapped memory: the one place with {@code java.lang.foreign}, and with {@code sun.misc.Unsafe} for Java 21. */
@SuppressWarnings("module") // The modules that use it are built after this one.
module dev.zonecast.memory {
    // On Java 21 alone.
    requires jdk.unsupported;

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
