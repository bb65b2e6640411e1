package dev.zonecast.core.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** What tests do to rings behind the recorder's back. */
public final class TestRings {
    private TestRings() {}

    /** Gives the last record, of 32 bytes, another time. The recorder's thread, while no collector reads. */
    public static void restampLast(Recorder recorder, long ticks) {
        EventRing ring = recorder.ring();
        ring.segment().set(JAVA_LONG, ring.offset(ring.producerPosition() - 32) + 8, ticks);
    }
}
