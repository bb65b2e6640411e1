package dev.zonecast.trace.bounds;

import dev.zonecast.trace.TraceFrame;
import java.util.List;

/**
 * What bounds a frame.
 *
 * @param frame of the base set
 * @param cause of the largest part, or {@link Cause#NONE}
 * @param parts each cause at most once, the largest first; together as long as the frame
 */
public record FrameVerdict(TraceFrame frame, Cause cause, List<FramePart> parts) {
    /** Checks that the parts add up. */
    public FrameVerdict {
        parts = List.copyOf(parts);
        long sum = parts.stream().mapToLong(FramePart::nanos).sum();
        if (sum != frame.durationNanos()) {
            throw new IllegalArgumentException(
                    "parts of " + sum + " ns in a frame of " + frame.durationNanos() + " ns");
        }
    }

    /** The largest part; null of a frame without length. */
    public FramePart evidence() {
        return parts.isEmpty() ? null : parts.getFirst();
    }
}
