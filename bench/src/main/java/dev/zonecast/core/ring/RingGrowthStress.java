package dev.zonecast.core.ring;

import dev.zonecast.memory.MemoryScope;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The producer goes on from ring to ring, larger and smaller ones, while a reader follows and returns what it has read to the pool, which
 * lends it to the producer again.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "Each record came once and in order; the reader kept up, or there was no room to grow.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Each record came once and in order, over several rings.")
@Outcome(id = "1, .*", expect = Expect.FORBIDDEN, desc = "A record was not whole.")
@Outcome(id = "2, .*", expect = Expect.FORBIDDEN, desc = "Records came twice, out of order, or vanished.")
@State
public class RingGrowthStress {
    private static final int RECORDS = 600;
    private static final int TRIES = 300;

    private final RingPool pool = new RingPool(
            1024,
            1024,
            24 << 10,
            RingPolicies.all(RingPolicy.DROP),
            () -> {},
            bytes -> new RingMemory(
                    MemoryScope.auto().allocate(RingLayout.HEADER_BYTES + (long) bytes, 64), false, () -> {}));
    private final EventRing first = pool.take(false);
    private final Recorder recorder = new Recorder(first, pool);
    private long accepted;

    // The reader's side.
    private EventRing ring = first;
    private long position;
    private long expected;
    private long read;
    private boolean corrupt;
    private boolean unordered;
    private int rings;

    @Actor
    public void producer() {
        for (int i = 0; i < RECORDS; i++) {
            accepted += SmallRing.number(recorder, (int) accepted) ? 1 : 0;
        }
    }

    @Actor
    public void reader() {
        for (int i = 0; i < TRIES; i++) {
            follow();
        }
    }

    private void follow() {
        while (true) {
            EventRing next = ring.next();
            long end = ring.producerPosition();
            while (position < end) {
                readOne();
            }
            ring.consumed(position);
            if (next == null) {
                return;
            }
            pool.giveBack(ring);
            ring = next;
            rings++;
        }
    }

    private void readOne() {
        long offset = ring.offset(position);
        long header = ring.word(offset);
        int bytes = RingLayout.bytes(header);
        if (bytes == 0) {
            corrupt = true;
            position += RingLayout.SLOT_BYTES;
            return;
        }
        position += bytes;
        if (RingLayout.type(header) == RingLayout.PAD) {
            return;
        }
        long n = ring.word(offset + 16);
        corrupt |= !SmallRing.isWhole(index -> ring.word(offset + 8L * index));
        unordered |= n != expected;
        expected = n + 1;
        read++;
    }

    @Arbiter
    public void rest(II_Result result) {
        follow();
        result.r1 = corrupt ? 1 : unordered || read != accepted ? 2 : 0;
        result.r2 = rings > 0 ? 1 : 0;
    }
}
