package dev.zonecast.trace;

/**
 * A GPU context.
 *
 * @param program that has it
 * @param id its id in that program
 * @param api 1 OpenGL, 2 Vulkan, 3 OpenCL, 7 another
 * @param name as the program named it
 */
public record GpuContext(Program program, int id, int api, String name) {
    /** Number of the program: {@link Program#number}. */
    public long process() {
        return program.number();
    }

    /** Its name; {@code GPU context N} if it has none. */
    public String displayName() {
        return name.isEmpty() ? "GPU context " + id : name;
    }

    /** Name of the plot with the errors of its calibrations. */
    String errorPlot() {
        return "GPU clock error: " + displayName() + " (ns)";
    }

    /** Name of the plot with the drifts of its clock. */
    String driftPlot() {
        return "GPU clock drift: " + displayName() + " (ppm)";
    }
}
