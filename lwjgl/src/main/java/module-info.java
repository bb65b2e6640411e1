/** LWJGL's own memory in the profile. */
module dev.zonecast.lwjgl {
    requires dev.zonecast.memory;
    requires transitive dev.zonecast.core;
    requires org.lwjgl;

    exports dev.zonecast.lwjgl;
}
