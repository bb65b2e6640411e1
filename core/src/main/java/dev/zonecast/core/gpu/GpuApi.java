package dev.zonecast.core.gpu;

/** The programming interface behind a GPU context. */
public enum GpuApi {
    OPENGL,
    VULKAN,
    OPENCL,
    CUSTOM
}
