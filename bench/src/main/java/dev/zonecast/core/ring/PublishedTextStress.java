package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** As {@link PublishedRecordStress} for a text, whose last bytes are written one by one. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "The position was not seen: nothing is published yet.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The position was seen, and with it the whole text.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The position was seen before a part of the text.")
@State
public class PublishedTextStress {
    private static final String TEXT = "abcdefghijklm";
    private static final long FIRST_WORD = 0x6867_6665_6463_6261L;
    private static final long LAST_BYTES = 0x6D_6C6B_6A69L;

    private final SmallRing ring = new SmallRing();

    @Actor
    public void producer() {
        ring.recorder.recordText(EventKind.MESSAGE, 0, -1, TEXT);
    }

    @Actor
    public void reader(I_Result result) {
        if (!ring.next()) {
            result.r1 = 0;
            return;
        }
        boolean whole = ring.word(2) == TEXT.length()
                && ring.word(3) == FIRST_WORD
                && (ring.word(4) & 0xFF_FFFF_FFFFL) == LAST_BYTES;
        result.r1 = whole ? 1 : 2;
    }
}
