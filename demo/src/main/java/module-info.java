/** A small renderer that is profiled with Zonecast. */
module dev.zonecast.demo {
    requires dev.zonecast.core;
    requires dev.zonecast.gpu.gl;
    requires info.picocli;
    requires java.desktop;
    requires jdk.management;
    requires me.tongfei.progressbar;
    requires org.joml;
    requires org.lwjgl;
    requires org.lwjgl.egl;
    requires org.lwjgl.glfw;
    requires org.lwjgl.opengl;

    // Picocli sets the fields of the command by reflection.
    opens dev.zonecast.demo to
            info.picocli;
}
