package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A reader that sees the producer's position sees the whole record below it: header, time and payload. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "The position was not seen: nothing is published yet.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The position was seen, and with it the whole record.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The position was seen before a part of the record.")
@State
public class PublishedRecordStress {
    private static final int ID = 0x1234_5678;
    private static final long A = 0x1111_2222_3333_4444L;

    private final SmallRing ring = new SmallRing();

    @Actor
    public void producer() {
        ring.recorder.tryRecord(EventKind.GPU_ZONE_BEGIN, 7, ID, A, A + 1, A + 2, A + 3);
    }

    @Actor
    public void reader(I_Result result) {
        if (!ring.next()) {
            result.r1 = 0;
            return;
        }
        boolean whole = ring.word(0) == RingLayout.header(EventKind.GPU_ZONE_BEGIN.code(), 6, 7, ID)
                && ring.word(1) != 0
                && ring.word(2) == A
                && ring.word(3) == A + 1
                && ring.word(4) == A + 2
                && ring.word(5) == A + 3;
        result.r1 = whole ? 1 : 2;
    }
}
