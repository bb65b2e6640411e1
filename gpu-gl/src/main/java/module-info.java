/** GPU zones of OpenGL and OpenGL ES, through LWJGL. */
module dev.zonecast.gpu.gl {
    requires transitive dev.zonecast.core;
    requires org.lwjgl;
    requires org.lwjgl.opengl;
    // An OpenGL ES program needs it, a desktop one does not have it.
    requires static org.lwjgl.opengles;

    exports dev.zonecast.gpu.gl;
}
