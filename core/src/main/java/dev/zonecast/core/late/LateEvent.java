package dev.zonecast.core.late;

import dev.zonecast.core.Plot;
import dev.zonecast.core.Severity;
import dev.zonecast.core.SourceLocation;

/** Something that happened a while ago. Times are nanoseconds of {@link System#nanoTime}. Immutable. */
public sealed interface LateEvent {
    /**
     * Longest text that is kept, in characters.
     */
    int MAX_TEXT_CHARS = 4_000;

    /**
     * A zone begins on a track.
     *
     * @param text what is said of it, or null
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

    /** A plot's value; one that is not finite is left out. */
    record Value(LateTrack track, long nanos, Plot plot, double value) implements LateEvent {}

    /**
     * A thread stood still: shown on the thread itself where the format allows that of the past, and so beside the zone of a track
     * that says the same.
     *
     * @param threadId {@link Thread#threadId}, 0 = all threads of the program
     * @param text what is said of it, or null
     */
    record Stop(long threadId, long beginNanos, long endNanos, SourceLocation location, String text)
            implements LateEvent {
        /** Cuts a text that is too long. */
        public Stop {
            text = cut(text);
        }
    }

    /**
     * A look at a thread's stack.
     *
     * @param threadId {@link Thread#threadId}
     * @param threadName for a thread that records nothing itself
     * @param onlyIfRecording left out if the thread records nothing itself
     * @param weight what the sample represents, by kind
     * @param type class of the object of an allocation, else null
     */
    record Sample(
            long threadId,
            String threadName,
            boolean onlyIfRecording,
            long nanos,
            Kind kind,
            long weight,
            String type,
            SampledStack stack)
            implements LateEvent {}

    /** Why a stack was looked at. Numbers are those of recordings. */
    enum Kind {
        /** It ran Java; the weight is nanoseconds of processor time. */
        RUNNING(0),
        /** It was in native code, running or waiting; the weight is nanoseconds from one look to the next. */
        NATIVE(1),
        /** It fell asleep, and is not looked at again before it wakes up; the weight is the sleep's nanoseconds. */
        SLEEPING(2),
        /** It allocated; the weight is the bytes that were allocated since the sample before. */
        ALLOCATION(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** Number in a recording. */
        public int code() {
            return code;
        }
    }

    private static String cut(String text) {
        return text == null || text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS);
    }
}
