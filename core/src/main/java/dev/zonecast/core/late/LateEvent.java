package dev.zonecast.core.late;

import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.event.SampleKind;
import dev.zonecast.core.event.SampledStack;

/** Something that happened a while ago. Times are nanoseconds of {@link System#nanoTime}. Immutable. */
public sealed interface LateEvent {
    /**
     * Longest text that is kept, in characters.
     */
    int MAX_TEXT_CHARS = 4_000;

    /**
     * A zone begins on a track.
     *
     * @param text its text, or null
     */
    record Begin(LateTrack track, long nanos, SourceLocation location, String text) implements LateEvent {
        /** Cuts a text that is too long. */
        public Begin {
            text = cut(text);
        }
    }

    /** The innermost open zone of a track ends. */
    record End(LateTrack track, long nanos) implements LateEvent {}

    /** A line of text on a track. */
    record Note(LateTrack track, long nanos, Severity severity, String text) implements LateEvent {
        /** Cuts a text that is too long. */
        public Note {
            text = cut(text);
        }
    }

    /** A value of a plot. Values that are not finite are counted and dropped. */
    record Value(LateTrack track, long nanos, Plot plot, double value) implements LateEvent {}

    /**
     * A thread stood still: shown on the thread itself where the format allows that of the past, and so beside the zone of a track
     * that says the same.
     *
     * @param threadId {@link Thread#threadId}, 0 = all threads of the program
     * @param text its text, or null
     */
    record Stop(long threadId, long beginNanos, long endNanos, SourceLocation location, String text)
            implements LateEvent {
        /** Cuts a text that is too long. */
        public Stop {
            text = cut(text);
        }
    }

    /**
     * A thread ran on a core: see {@link dev.zonecast.core.event.RunEvent}.
     *
     * @param threadId {@link Thread#threadId}
     * @param threadName for a thread that has ended
     */
    record Run(long threadId, String threadName, long beginNanos, long endNanos, int core, boolean preempted)
            implements LateEvent {}

    /**
     * A look at a thread's stack.
     *
     * @param threadId {@link Thread#threadId}
     * @param threadName for a thread that records nothing itself
     * @param onlyIfRecording left out if the thread records nothing itself, and never did
     * @param weight by kind
     * @param type class of the object of an allocation, else null
     */
    record Sample(
            long threadId,
            String threadName,
            boolean onlyIfRecording,
            long nanos,
            SampleKind kind,
            long weight,
            String type,
            SampledStack stack)
            implements LateEvent {}

    private static String cut(String text) {
        return text == null || text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS);
    }
}
