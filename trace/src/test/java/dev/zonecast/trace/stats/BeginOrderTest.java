package dev.zonecast.trace.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BeginOrderTest {
    @Test
    void shouldSortZonesThatNestAndSuchThatOverlap() {
        // Ends in this order: 2..3 and 4..5 within 1..6; 7..9 and 8..10 overlap, the last one has begun with the first.
        long[] nested = {2, 4, 1, 7, 8, 1};
        long[] overlapping = {2, 1, 3, 2, 0};

        assertArrayEquals(new int[] {5, 2, 0, 1, 3, 4}, BeginOrder.of(i -> nested[i], nested.length));
        assertArrayEquals(new int[] {4, 1, 3, 0, 2}, BeginOrder.of(i -> overlapping[i], overlapping.length));
    }

    @Test
    void shouldSortAnyTimes() {
        Random random = new Random(5);
        for (int count = 0; count < 300; count++) {
            long[] begins = random.longs(count, Long.MIN_VALUE, Long.MAX_VALUE).toArray();
            long[] few = random.longs(count, 0, 10).toArray();

            assertArrayEquals(sorted(begins, Comparator.reverseOrder()), BeginOrder.of(i -> begins[i], count));
            assertArrayEquals(sorted(few, Comparator.reverseOrder()), BeginOrder.of(i -> few[i], count));
            assertArrayEquals(sorted(few, Comparator.naturalOrder()), BeginOrder.ofValues(i -> few[i], count));
        }
    }

    private static int[] sorted(long[] begins, Comparator<Integer> ofEqual) {
        return IntStream.range(0, begins.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> begins[i]).thenComparing(ofEqual))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
