package dev.zonecast.trace.bounds;

/** A time in which a thread stood still. */
record Stop(long begin, long end, Kind kind, Subject subject) {
    /** Why. Of two at one time the earlier kind counts. */
    enum Kind {
        PAUSE(Cause.PAUSE),
        LOCK(Cause.LOCK),
        IO(Cause.IO),
        SLEEP(Cause.PRESENT),
        WAIT(Cause.WAIT);

        private final Cause cause;

        Kind(Cause cause) {
            this.cause = cause;
        }

        Cause cause() {
            return cause;
        }

        /** More certain than any zone in which the thread is. */
        boolean isNamed() {
            return this == PAUSE || this == LOCK || this == IO;
        }
    }

    /** The same stop of a thread with that name. */
    Stop in(String thread) {
        return subject.where().equals(thread)
                ? this
                : new Stop(begin, end, kind, new Subject(thread, subject.what(), subject.by()));
    }
}
