package dev.zonecast.core.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The producer goes around the ring several times and overwrites what has not been read, while a reader takes what it can: what it gets
 * is whole, in order, and ends with the newest; each record was either read or counted as overwritten.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "Each record was read or counted as overwritten; the reader came after the producer's end or kept up.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "Each record was read or counted as overwritten; the producer took some away from the reader.")
@Outcome(id = "1, .*", expect = Expect.FORBIDDEN, desc = "A record was overwritten while it was taken.")
@Outcome(id = "2, .*", expect = Expect.FORBIDDEN, desc = "Records came twice, out of order, or vanished.")
@Outcome(id = "3, .*", expect = Expect.FORBIDDEN, desc = "The newest is missing, or was refused.")
@Outcome(id = "4, .*", expect = Expect.FORBIDDEN, desc = "Nothing is known of what was overwritten.")
@State
public class OverwrittenRecordStress {
    private static final int RECORDS = 400;
    private static final int TRIES = 200;
    private static final RingPool POOL =
            new RingPool(SmallRing.BYTES, SmallRing.BYTES, 0, new RingPolicy(0, true), () -> {});

    private final SmallRing ring = new SmallRing(POOL);
    private final EventRing copy = ring.ring.sameSize(SmallRing::memory);
    private long accepted;
    private long position;
    private long expected;
    private long read;
    private long skipped;
    private boolean lost;
    private boolean corrupt;
    private boolean unordered;
    private boolean unknown;

    @Actor
    public void producer() {
        ring.meet();
        for (int i = 0; i < RECORDS; i++) {
            accepted += SmallRing.number(ring.recorder, i) ? 1 : 0;
        }
    }

    @Actor
    public void reader() {
        ring.meet();
        for (int i = 0; i < TRIES; i++) {
            take();
        }
    }

    private void take() {
        long from = ring.ring.consumerPosition();
        int[] gap = ring.ring.gapBefore(from);
        long end = ring.ring.producerPosition();
        if (!ring.ring.take(copy, from, end)) {
            lost = true;
            return;
        }
        unknown |= from != position && gap == null;
        lost |= from != position;
        while (from < end) {
            long offset = copy.offset(from);
            long header = copy.word(offset);
            int bytes = RingLayout.bytes(header);
            if (bytes == 0) {
                corrupt = true;
                break;
            }
            if (RingLayout.type(header) != RingLayout.PAD) {
                record(offset);
            }
            from += bytes;
        }
        position = end;
    }

    private void record(long offset) {
        long n = copy.word(offset + 16);
        corrupt |= !SmallRing.isWhole(index -> copy.word(offset + 8L * index));
        unordered |= n < expected;
        skipped += n - expected;
        expected = n + 1;
        read++;
    }

    @Arbiter
    public void rest(II_Result result) {
        take();
        unordered |= skipped != ring.recorder.overwrittenCount() || read + skipped != RECORDS;
        boolean newest = expected == RECORDS && accepted == RECORDS;
        result.r1 = corrupt ? 1 : unordered ? 2 : !newest ? 3 : unknown ? 4 : 0;
        result.r2 = lost ? 1 : 0;
    }
}
