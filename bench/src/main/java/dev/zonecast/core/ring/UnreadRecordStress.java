package dev.zonecast.core.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The producer goes around the ring several times and never overwrites what has not been read: every record that was accepted is read
 * once, whole, in order. Its 48 bytes do not divide the ring, so each time around a pad fills the end.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "All accepted records were read; the ring was full before a reader came.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "All accepted records were read; the producer came around in between.")
@Outcome(id = "1, .*", expect = Expect.FORBIDDEN, desc = "A record was overwritten before or while it was read.")
@Outcome(id = "2, .*", expect = Expect.FORBIDDEN, desc = "A record that was accepted was not read.")
@State
public class UnreadRecordStress {
    private static final int RECORDS = 400;

    private final SmallRing ring = new SmallRing();
    private long accepted;
    private long read;
    private boolean corrupt;

    @Actor
    public void producer() {
        ring.meet();
        for (int i = 0; i < RECORDS; i++) {
            if (SmallRing.number(ring.recorder, (int) accepted)) {
                accepted++;
            }
        }
    }

    @Actor
    public void reader() {
        ring.readMany(this::readOne);
    }

    private void readOne() {
        corrupt |= ring.word(2) != read++ || !SmallRing.isWhole(ring::word);
    }

    @Arbiter
    public void rest(II_Result result) {
        ring.readRest(this::readOne);
        result.r1 = corrupt ? 1 : read != accepted ? 2 : 0;
        result.r2 = ring.hasWrapped() ? 1 : 0;
    }
}
