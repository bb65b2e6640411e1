package dev.zonecast.trace.stats;

/**
 * When a frame went through its phases: times of the trace's clock, {@link #UNKNOWN} for what the recording does not have.
 *
 * @param number in the base set
 * @param beginNanos when the frame began
 * @param inputNanos when the program first asked for input: begin of {@code glfwPollEvents}, or of a zone of the category {@code Input}
 * @param submitNanos when the first of its GPU zones was submitted
 * @param gpuBeginNanos when the GPU began the first of the zones that were submitted in the frame
 * @param gpuEndNanos when the GPU ended the last of them
 * @param presentBeginNanos begin of the last call that presents: {@code glfwSwapBuffers}, {@code vkQueuePresentKHR}, or a zone of the
 *     category {@code Present}
 * @param presentEndNanos its end
 * @param screenNanos when a display showed it
 * @param endNanos when the frame ended
 */
public record FrameRow(
        long number,
        long beginNanos,
        long inputNanos,
        long submitNanos,
        long gpuBeginNanos,
        long gpuEndNanos,
        long presentBeginNanos,
        long presentEndNanos,
        long screenNanos,
        long endNanos) {
    /** No time. */
    public static final long UNKNOWN = Long.MIN_VALUE;
}
