package dev.zonecast.core.gpu;

/** The programming interface behind a GPU context; the number is that of Tracy's protocol. */
public enum GpuApi {
    OPENGL(1),
    VULKAN(2),
    CUSTOM(7);

    private final int tracyType;

    GpuApi(int tracyType) {
        this.tracyType = tracyType;
    }

    /** Type of a GPU context in Tracy's protocol (from version 74 on for {@link #CUSTOM}). */
    public int tracyType() {
        return tracyType;
    }
}
