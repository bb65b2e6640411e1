package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThreadWaitsTest {
    private static final int WAITS = 300;
    private static final int SPAN = 2_000;

    private record Wait(long begin, long end) {}

    private static long expected(List<Wait> waits, long begin, long end) {
        boolean[] waited = new boolean[2 * SPAN];
        for (Wait wait : waits) {
            for (long t = Math.max(wait.begin, begin); t < Math.min(wait.end, end); t++) {
                waited[(int) t] = true;
            }
        }
        long sum = 0;
        for (boolean each : waited) {
            sum += each ? 1 : 0;
        }
        return sum;
    }

    /** In order for the most part, as locks are reported; asked about between them. */
    @Test
    void shouldKnowEachWaitAtOnceWhateverTheOrder() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            ThreadWaits waits = new ThreadWaits();
            List<Wait> all = new ArrayList<>();
            for (int i = 0; i < WAITS; i++) {
                boolean isLate = random.nextInt(10) == 0;
                long begin = isLate ? random.nextInt(SPAN) : (long) i * SPAN / WAITS;
                Wait wait = new Wait(begin, begin + random.nextInt(40));
                all.add(wait);
                waits.add("park", wait.begin, wait.end);
                long from = random.nextInt(SPAN);
                long to = from + random.nextInt(SPAN);
                assertEquals(expected(all, from, to), waits.nanos(from, to), "seed " + seed + ", wait " + i);
            }
            assertEquals(expected(all, 100, 900), waits.parts(100, 900).isEmpty() ? 0 : waits.nanos(100, 900));
        }
    }

    @Test
    void shouldDropWaitsThatEndedBeforeATime() {
        ThreadWaits waits = new ThreadWaits();
        for (int i = 0; i < 100; i++) {
            waits.add("park", 10L * i, 10L * i + 5);
        }
        assertEquals(500, waits.nanos(0, 1_000));

        waits.removeBefore(500);

        assertEquals(50, waits.count());
        assertEquals(250, waits.nanos(0, 1_000));
        waits.add("park", 1_000, 1_007);
        assertEquals(257, waits.nanos(0, 2_000));
    }
}
