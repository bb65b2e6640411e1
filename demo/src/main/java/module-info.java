/** A small renderer that shows what Zonecast records. */
module dev.zonecast.demo {
    requires dev.zonecast.core;
    requires dev.zonecast.gpu.gl;
    requires org.joml;
    requires org.lwjgl;
    requires org.lwjgl.egl;
    requires org.lwjgl.glfw;
    requires org.lwjgl.opengl;
}
