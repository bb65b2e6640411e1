package dev.zonecast.core.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A zone that has begun can always end: the room for its end was kept, whatever the reader does. The producer nests zones
 * until it is refused, ends them all, and starts again.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "Every begin has its end; the ring was full before a reader came.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "Every begin has its end; the producer came around in between.")
@Outcome(id = "1, .*", expect = Expect.FORBIDDEN, desc = "An end came without its begin, or a record was not a zone's.")
@Outcome(
        id = "2, .*",
        expect = Expect.FORBIDDEN,
        desc = "A begin whose token was handed out, or its end, was not read.")
@State
public class PromisedEndStress {
    private static final int ROUNDS = 4;
    private static final int DEPTH = 150;

    private final SmallRing ring = new SmallRing();
    private final long[] tokens = new long[DEPTH];
    private int begun;
    private int beginsRead;
    private int depthRead;
    private boolean malformed;

    @Actor
    public void producer() {
        ring.meet();
        for (int round = 0; round < ROUNDS; round++) {
            int depth = 0;
            while (depth < DEPTH) {
                long token = ring.recorder.beginZone(1);
                if (token == 0) {
                    break;
                }
                tokens[depth++] = token;
                begun++;
            }
            while (depth > 0) {
                ring.recorder.endZone(tokens[--depth]);
            }
        }
    }

    @Actor
    public void reader() {
        ring.readMany(this::readOne);
    }

    private void readOne() {
        long header = ring.word(0);
        if (RingLayout.type(header) == RingLayout.ZONE_BEGIN) {
            beginsRead++;
            depthRead++;
        } else {
            depthRead -= RingLayout.id(header);
            malformed |= RingLayout.type(header) != RingLayout.ZONE_END || depthRead < 0;
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        ring.readRest(this::readOne);
        boolean lost = beginsRead != begun || depthRead != 0 || ring.recorder.unmatchedCount() != 0;
        result.r1 = malformed ? 1 : lost ? 2 : 0;
        result.r2 = ring.hasWrapped() ? 1 : 0;
    }
}
