package dev.zonecast.core.gpu;

/**
 * A GPU context as viewers and recordings know it. Times of its zones are already nanoseconds of {@link System#nanoTime}: the
 * mapping from the GPU's counter is done once, by the query engine, and is the same in every sink.
 *
 * <p>A context that gets another name is another object with the same id.
 *
 * @param id counts up in the process, below 2^24; never used again
 * @param api what it runs on
 * @param name as shown to the user
 * @param createdNanos {@link System#nanoTime} when it was made
 */
public record GpuContextInfo(int id, GpuApi api, String name, long createdNanos) {
    /** What a lane of the context's zones is called. */
    public static String laneName(String contextName, int lane) {
        return lane == 0 ? contextName : contextName + ", lane " + (lane + 1);
    }

    /** The same context under another name. */
    public GpuContextInfo withName(String other) {
        return new GpuContextInfo(id, api, other, createdNanos);
    }
}
