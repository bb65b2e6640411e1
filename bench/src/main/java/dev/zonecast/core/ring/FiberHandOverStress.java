package dev.zonecast.core.ring;

import dev.zonecast.core.kind.EventKind;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread enters a fiber, records and leaves, again and again. Another one closes the fiber, and gives the ring to a new owner as soon
 * as the fiber has ended. The fiber's thread must have written its last record by then.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Closed before the first entrance, or ended after the last.")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "The fiber recorded; its ring passed to the next owner after that.")
@Outcome(id = "1, .*", expect = Expect.FORBIDDEN, desc = "The fiber recorded into a ring that had a new owner.")
@Outcome(id = "2, .*", expect = Expect.FORBIDDEN, desc = "A record of the fiber was not seen by the next owner.")
@State
public class FiberHandOverStress {
    private static final int ENTRANCES = 50;
    private static final int LOOKS = 400;

    private final SmallRing ring = new SmallRing();
    private final AtomicReference<Thread> runner = new AtomicReference<>();
    private final FiberState fiber = new FiberState("fiber", 0, runner);
    private int recorded;
    private long handedOverAt = -1;

    @Actor
    public void runner() {
        ring.meet();
        for (int i = 0; i < ENTRANCES; i++) {
            // As Fiber.enter and Fiber.leave have it.
            runner.set(Thread.currentThread());
            if (!fiber.isClosed()) {
                ring.recorder.record(EventKind.FRAME_VSYNC, 0, recorded);
                recorded++;
            }
            runner.set(null);
        }
    }

    @Actor
    public void collector() {
        ring.meet();
        fiber.close();
        for (int i = 0; i < LOOKS && handedOverAt < 0; i++) {
            look();
        }
    }

    private void look() {
        if (handedOverAt < 0 && fiber.hasEnded()) {
            handedOverAt = ring.ring.producerPosition();
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        look();
        long end = ring.ring.producerPosition();
        result.r1 = handedOverAt != end ? 1 : recorded * (long) RingLayout.SLOT_BYTES != end ? 2 : 0;
        result.r2 = recorded > 0 ? 1 : 0;
    }
}
