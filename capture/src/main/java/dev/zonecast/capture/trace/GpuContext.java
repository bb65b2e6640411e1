package dev.zonecast.capture.trace;

/**
 * A GPU context.
 *
 * @param process koid of the process that has it; 0 if it is not known
 * @param id its id in that process
 * @param api 1 OpenGL, 2 Vulkan, 7 another
 * @param createdNanos when it was made
 * @param name as the program named it
 */
public record GpuContext(long process, int id, int api, long createdNanos, String name) {
    /** Its name; {@code GPU context N} if it has none. */
    public String displayName() {
        return name.isEmpty() ? "GPU context " + id : name;
    }

    /** Name of the plot with the errors of its calibrations. */
    String errorPlot() {
        return "GPU clock error: " + displayName() + " (ns)";
    }
}
