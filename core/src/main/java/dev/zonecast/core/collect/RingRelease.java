package dev.zonecast.core.collect;

/**
 * Gives the rings' room back to their producers once the records are where they are to go. For the collector's thread.
 *
 * <p>Without anything that outlives the program that is when they have been read; else when they are saved (module {@code flight}).
 */
public interface RingRelease {
    /** As soon as records have been read. */
    RingRelease AT_ONCE = new RingRelease() {
        @Override
        public void passed(ThreadTrack track) {
            // The room of copied records is free already.
            track.source.consumed(track.position);
        }

        @Override
        public void between() {}

        @Override
        public void cycleEnd() {}
    };

    /** The collector has processed a ring's records up to the track's position, and continues with the ring. */
    void passed(ThreadTrack track);

    /** The collector has handled some of the serial events that wait. */
    void between();

    /** The collector has handled what there was. */
    void cycleEnd();

    /** Recordings have ended. */
    default void ended() {}

    /** How full it is where records are saved: 0 to 1; below 0 if there is no such place. */
    default double filled() {
        return -1;
    }
}
