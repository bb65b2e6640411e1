package dev.zonecast.framecapture;

/**
 * Counts of a capture since it was made.
 *
 * @param images pictures that were read back and handed over
 * @param skippedLate frames without a picture because the GPU had not finished those before, and no more buffers are allowed
 * @param skippedSource frames without a picture because there was nothing to read: no area, a framebuffer that is not complete, a format
 *     without colours, a conditional render that discards commands, a context that was lost; the first reason is in the log
 * @param skippedRepeated captures of a frame that has one: two in a frame, or no {@link dev.zonecast.core.Frame#mark} between
 * @param notSubmitted pictures whose command buffer was discarded, or was not submitted while later ones were (Vulkan)
 * @param dropped pictures that were read back and lost because their reader had fallen behind
 * @param wrongCalls calls without the context that this belongs to, and calls after the end
 * @param outstanding pictures that the GPU works on
 * @param depth buffers that there are for them
 * @param lagFrames frames between the last picture's drawing and its read-back
 */
public record CaptureStatistics(
        long images,
        long skippedLate,
        long skippedSource,
        long skippedRepeated,
        long notSubmitted,
        long dropped,
        long wrongCalls,
        int outstanding,
        int depth,
        long lagFrames) {}
