package dev.zonecast.core.ring;

/** What tests do to rings behind the recorder's back. */
public final class TestRings {
    private TestRings() {}

    /** Gives the last record, of 32 bytes, another time. The recorder's thread, while no collector reads. */
    public static void restampLast(Recorder recorder, long ticks) {
        EventRing ring = recorder.ring();
        ring.segment().setLong(ring.offset(ring.producerPosition() - 32) + 8, ticks);
    }
}
