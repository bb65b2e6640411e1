package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Records of many lengths: one that does not fit before the end of the ring starts at its beginning, behind a pad that is published
 * by itself, and a reader who sees the one before the other is not led astray.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "Every text was read as it was written; the ring was full before a reader came.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "Every text was read as it was written; the producer came around in between.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A text was not the one that was written.")
@State
public class PadStress {
    private static final int TEXTS = 120;
    private static final String[] BY_LENGTH = new String[201];

    static {
        for (int i = 0; i < BY_LENGTH.length; i++) {
            BY_LENGTH[i] = String.valueOf((char) ('a' + i % 26)).repeat(i);
        }
    }

    private final SmallRing ring = new SmallRing();
    private boolean corrupt;

    @Actor
    public void producer() {
        ring.meet();
        for (int i = 0; i < TEXTS; i++) {
            String text = BY_LENGTH[i * 37 % BY_LENGTH.length];
            ring.recorder.recordText(EventKind.MESSAGE, 0, text.length(), text);
        }
    }

    @Actor
    public void reader() {
        ring.readMany(this::readOne);
    }

    private void readOne() {
        int length = RingLayout.id(ring.word(0));
        boolean right = RingLayout.type(ring.word(0)) == EventKind.MESSAGE.code()
                && length >= 0
                && length < BY_LENGTH.length
                && ring.word(2) == length;
        for (int i = 0; right && i < length; i++) {
            right = (byte) (ring.word(3 + i / 8) >>> (i % 8 * 8)) == BY_LENGTH[length].charAt(i);
        }
        corrupt |= !right;
    }

    @Arbiter
    public void rest(II_Result result) {
        ring.readRest(this::readOne);
        result.r1 = corrupt ? 1 : 0;
        result.r2 = ring.hasWrapped() ? 1 : 0;
    }
}
