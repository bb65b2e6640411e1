package dev.zonecast.capture.trace;

/**
 * A GPU context.
 *
 * @param id its id
 * @param api 1 OpenGL, 2 Vulkan, 7 another
 * @param createdNanos when it was made
 * @param name as the program named it
 */
public record GpuContext(int id, int api, long createdNanos, String name) {}
