/** GPU zones of OpenCL, through LWJGL. */
module dev.zonecast.gpu.cl {
    requires transitive dev.zonecast.core;
    requires org.lwjgl;
    requires org.lwjgl.opencl;

    exports dev.zonecast.gpu.cl;
}
