package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowsTest {
    private static final int MANY = 100_000;

    @Test
    void shouldGiveBackAllRowsWhateverTheirLength() throws IOException {
        Random random = new Random(3);
        Rows rows = new Rows(new Rows.Budget(2L * MANY));
        long[] begins = new long[MANY];
        long[] lengths = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            begins[i] = random.nextLong() >> 2;
            lengths[i] = i % 5 == 0 ? 0xFFFF_FFF0L + random.nextInt(32) : random.nextLong() >>> random.nextInt(3, 64);
            rows.add(begins[i], begins[i] + lengths[i], i, -i, i % 7 == 0 ? i / 7 : Rows.NO_DATA);
        }

        assertEquals(MANY, rows.count());
        for (int i = 0; i < MANY; i++) {
            assertEquals(begins[i], rows.begin(i));
            assertEquals(lengths[i], rows.length(i));
            assertEquals(begins[i] + lengths[i], rows.end(i));
            assertEquals(i, rows.name(i));
            assertEquals(-i, rows.category(i));
        }
        List<Integer> data = new ArrayList<>();
        rows.forEachData((row, place) -> data.add(place));
        assertEquals(
                IntStream.range(0, MANY)
                        .mapToObj(i -> i % 7 == 0 ? i / 7 : Rows.NO_DATA)
                        .toList(),
                data);
    }

    @Test
    void shouldTellMomentsFromRowsWithoutLength() throws IOException {
        Rows rows = new Rows(new Rows.Budget(2));
        rows.add(5, Rows.INSTANT, 0, 0, Rows.NO_DATA);
        rows.add(6, 6, 0, 0, Rows.NO_DATA);

        assertTrue(rows.isMoment(0));
        assertEquals(5, rows.end(0));
        assertEquals(false, rows.isMoment(1));
        assertEquals(5, rows.leastBegin);
    }

    @Test
    void shouldOrderRowsByBeginAndTheOuterOneFirst() throws IOException {
        Rows rows = new Rows(new Rows.Budget(3));
        rows.add(2, 3, 0, 0, Rows.NO_DATA);
        rows.add(1, 3, 0, 0, Rows.NO_DATA);
        rows.add(1, 4, 0, 0, Rows.NO_DATA);

        assertArrayEquals(new int[] {2, 1, 0}, rows.order());
    }

    @Test
    void shouldNameTheLimitAndTheOptionsWhenThereAreTooManyRows() throws IOException {
        Rows rows = new Rows(new Rows.Budget(1_000));
        for (int i = 0; i < 1_000; i++) {
            rows.add(i, i, 0, 0, Rows.NO_DATA);
        }

        IOException e = assertThrows(TooLargeException.class, () -> rows.add(0, 0, 0, 0, Rows.NO_DATA));

        assertEquals(
                "too large for one profile (at most 1,000 zones, fewer with texts or data):"
                        + " choose a part with --since, --until, --thread or --process",
                e.getMessage());
    }

    @Test
    void shouldCountDataAgainstTheLimit() throws IOException {
        Payloads payloads = new Payloads(new Rows.Budget(20));
        JsonObject data = new JsonObject().set("text", "x".repeat(100));
        assertEquals(0, payloads.add(-1, data, List.of()));
        assertEquals(1, payloads.add(-1, data, List.of()));

        assertThrows(TooLargeException.class, () -> payloads.add(-1, data, List.of()));
    }
}
