package dev.zonecast.framecapture;

/**
 * How a capture is to be, whatever draws.
 *
 * @param <B> the builder itself
 */
public abstract class CaptureBuilder<B extends CaptureBuilder<B>> {
    private CaptureOptions options = CaptureOptions.DEFAULT;

    /** For the builders of this module. */
    protected CaptureBuilder() {}

    @SuppressWarnings("unchecked") // A builder names itself.
    private B with(CaptureOptions changed) {
        options = changed;
        return (B) this;
    }

    /**
     * Largest size of the pictures in pixels; default 320x180. A picture has the aspect of its source, sides that are multiples of 4,
     * and is never larger than the source. Tracy takes up to 256 KiB, which is 960x540; larger ones are recorded only.
     *
     * @throws IllegalArgumentException if a side is not 4 to 4096
     */
    public final B size(int width, int height) {
        return with(new CaptureOptions(width, height, options.rate(), options.quality(), options.onGpu()));
    }

    /** How often a frame is captured; default every frame. */
    public final B rate(CaptureRate rate) {
        return with(
                new CaptureOptions(options.maxWidth(), options.maxHeight(), rate, options.quality(), options.onGpu()));
    }

    /** Whether pictures are compressed better, for about twenty times the time on the thread that does it; default no. */
    public final B quality(boolean better) {
        return with(
                new CaptureOptions(options.maxWidth(), options.maxHeight(), options.rate(), better, options.onGpu()));
    }

    /**
     * Whether a compute shader compresses; default no. OpenGL 4.3 has them; without it the thread compresses, and the log reports it. A
     * Vulkan queue has to take compute commands then. An eighth of the bytes is read back, and no CPU compresses. The pictures are the same
     * to the bit; {@link #quality} has no effect.
     */
    public final B compressOnGpu(boolean gpu) {
        return with(
                new CaptureOptions(options.maxWidth(), options.maxHeight(), options.rate(), options.quality(), gpu));
    }

    /** What was chosen. */
    protected final CaptureOptions options() {
        return options;
    }
}
