package dev.zonecast.framecapture.vk;

import dev.zonecast.framecapture.engine.CaptureEngine;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Deletes resources when no command buffer uses them. The event of a capture is set before its command buffer ends, and the program's fence
 * comes later still. Vulkan does not let us ask for that fence.
 *
 * <p>A resource is deleted when the GPU has finished a capture that was recorded {@value #DISTANCE} captures after the resource's last use.
 * Commands of one queue finish in order, so the GPU is done with the resource. A program with at most {@value #DISTANCE} frames in flight
 * has also waited for the fence of the last use.
 */
final class VkDeletions {
    /** As many as there may be frames in flight. */
    private static final int DISTANCE = CaptureEngine.MAX_OUTSTANDING;

    private record Deletion(long afterCapture, Runnable action) {}

    /** Ordered by the number of the capture. */
    private final Deque<Deletion> waiting = new ArrayDeque<>();

    private long recorded;
    private long finished;

    /** Numbers a capture whose commands are about to be recorded. */
    long nextCapture() {
        return ++recorded;
    }

    /** The GPU has finished this capture. */
    void finished(long capture) {
        finished = Math.max(finished, capture);
        while (!waiting.isEmpty() && waiting.getFirst().afterCapture <= finished) {
            waiting.removeFirst().action.run();
        }
    }

    /** Deletes a resource later. No capture that is recorded from here on uses it, and the captures that used it are finished. */
    void add(Runnable deletion) {
        waiting.addLast(new Deletion(recorded + DISTANCE, deletion));
    }

    /** Deletes all at once. The program has waited for its queue, or the device is lost. */
    void runAll() {
        waiting.forEach(deletion -> deletion.action.run());
        waiting.clear();
    }
}
