package dev.zonecast.capture.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpillRowsTest {
    private static List<long[]> inOrder(SpillRows rows) {
        List<long[]> all = new ArrayList<>();
        rows.inOrder(row -> all.add(new long[] {
            rows.get(row, SpillRows.BEGIN),
            rows.get(row, SpillRows.END),
            rows.get(row, SpillRows.NAME),
            rows.get(row, SpillRows.DATA)
        }));
        return all;
    }

    /** Some fit into memory, some into one sorted part, some need several; times near to each other, and very far apart. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "255, 5", "256, 5", "257, 5", "5000, 100", "600000, 50", "600000, 9000000000000000"})
    void shouldGiveRowsInTheOrderOfTheirBegins(int count, long span) throws IOException {
        Random random = new Random(count);
        try (SpillFile file = new SpillFile()) {
            SpillRows rows = new SpillRows(file);
            List<long[]> expected = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long begin = 1000L + i / 3 + random.nextLong(span);
                rows.add(begin, begin + i, i, -i);
                expected.add(new long[] {begin, begin + i, i, -i});
            }
            file.seal();
            expected.sort(Comparator.comparingLong((long[] row) -> row[0])
                    .thenComparing(row -> row[2], Comparator.reverseOrder()));

            List<long[]> all = inOrder(rows);

            assertEquals(count, rows.count());
            assertEquals(count, all.size());
            for (int i = 0; i < count; i++) {
                assertArrayEquals(expected.get(i), all.get(i));
            }
            assertEquals(count == 0 ? Long.MAX_VALUE : expected.getFirst()[0], rows.leastBegin());
            // Sorted once, read as often as one likes.
            assertEquals(count, inOrder(rows).size());
        }
    }

    @Test
    void shouldKeepBytesOfAllLengths() throws IOException {
        try (SpillFile file = new SpillFile()) {
            Random random = new Random(1);
            List<byte[]> written = new ArrayList<>();
            List<Long> places = new ArrayList<>();
            for (int length : new int[] {0, 1, 7, 65_528, 65_536, 200_000, 3}) {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                written.add(bytes);
                places.add(file.append(-length - 1, bytes));
            }
            file.seal();
            for (int i = 0; i < written.size(); i++) {
                assertArrayEquals(written.get(i), file.bytes(places.get(i)));
                assertEquals(-written.get(i).length - 1, file.number(places.get(i)));
            }
        }
    }
}
