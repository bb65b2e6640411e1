package dev.zonecast.core.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zonecast.core.system.SwitchRing.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What Linux records of real threads. */
@EnabledOnOs(OS.LINUX)
class SwitchRingTest {
    private static final int SLEEPS = 20;

    /** Lines {@code in} and {@code out}, and their times. */
    private static final class Switches implements SwitchRing.Taker {
        private final List<String> what = new ArrayList<>();
        private final List<Long> nanos = new ArrayList<>();
        private long lost;

        @Override
        public void in(long time, int core) {
            assertTrue(core >= 0 && core < 1 << 16, "core " + core);
            what.add("in");
            nanos.add(time);
        }

        @Override
        public void out(long time, int core, boolean preempted) {
            what.add(preempted ? "preempted" : "waits");
            nanos.add(time);
        }

        @Override
        public void lost(long records) {
            lost += records;
        }
    }

    @BeforeEach
    void systemMustPermitIt() {
        assumeTrue(SwitchRing.isPossible(), "native calls");
        try {
            SwitchRing.open(SwitchRing.callersNumber()).close();
        } catch (RefusedException e) {
            assumeTrue(false, "perf_event_open: error " + e.error);
        }
    }

    @Test
    void shouldHaveTheWaitsOfAThreadByTheClockOfNanoTime() throws Exception {
        AtomicInteger number = new AtomicInteger();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch opened = new CountDownLatch(1);
        Thread sleeper = Thread.ofPlatform().start(() -> {
            number.set(SwitchRing.callersNumber());
            known.countDown();
            awaitUninterrupted(opened);
            for (int i = 0; i < SLEEPS; i++) {
                LockSupport.parkNanos(1_000);
            }
        });
        known.await();
        long before = System.nanoTime();
        SwitchRing ring = SwitchRing.open(number.get());
        opened.countDown();
        sleeper.join();
        Switches switches = new Switches();
        for (int i = 0; i < 1_000 && switches.what.size() < SLEEPS; i++) {
            Thread.sleep(1);
            ring.drain(System.nanoTime(), switches);
        }
        ring.close();

        assertEquals(0, switches.lost);
        assertTrue(switches.what.stream().filter("waits"::equals).count() >= SLEEPS / 2, switches.what.toString());
        long last = before;
        for (long time : switches.nanos) {
            assertTrue(time >= last && time <= System.nanoTime(), time + " after " + last);
            last = time;
        }
        for (int i = 1; i < switches.what.size(); i++) {
            assertTrue(
                    switches.what.get(i).equals("in")
                            != switches.what.get(i - 1).equals("in"),
                    switches.what.toString());
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepRecordsAfterTheTimeThatIsAskedFor() throws Exception {
        SwitchRing ring = SwitchRing.open(SwitchRing.callersNumber());
        long before = System.nanoTime();
        Thread.sleep(2);
        Switches early = new Switches();
        ring.drain(before, early);
        Switches all = new Switches();
        ring.drain(Long.MAX_VALUE, all);
        ring.close();

        assertTrue(early.nanos.stream().allMatch(time -> time < before), early.nanos.toString());
        assertTrue(all.what.contains("waits") && all.what.contains("in"), all.what.toString());
    }

    @Test
    void shouldCountLostRecordsWhenTheRingIsFull() throws Exception {
        SwitchRing ring = SwitchRing.open(SwitchRing.callersNumber());
        for (int i = 0; i < SwitchRing.MAX_RECORDS; i++) {
            LockSupport.parkNanos(1_000);
        }
        assertTrue(ring.drain(Long.MAX_VALUE, new Switches()));
        Thread.sleep(1);
        Switches later = new Switches();
        assertFalse(ring.drain(Long.MAX_VALUE, later));
        ring.close();

        assertTrue(later.lost > 0, later.what.toString());
    }

    @Test
    void shouldSayThatAThreadIsGone() throws Exception {
        AtomicInteger number = new AtomicInteger();
        Thread.ofPlatform().start(() -> number.set(SwitchRing.callersNumber())).join();
        for (int i = 0; i < 1_000; i++) {
            try {
                SwitchRing.open(number.get()).close();
                Thread.sleep(1);
            } catch (RefusedException e) {
                assertEquals(SwitchRing.NO_SUCH_THREAD, e.error);
                return;
            }
        }
        assertThrows(RefusedException.class, () -> SwitchRing.open(number.get()).close());
    }
}
