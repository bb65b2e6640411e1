package dev.zonecast.cli.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.trace.stats.BeginOrder;
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
        for (SpillRows.Cursor row = rows.new Cursor(); row.next(); ) {
            long name = (long) row.category() << Integer.SIZE | Integer.toUnsignedLong(row.name());
            all.add(new long[] {row.begin(), row.end(), name, row.data()});
        }
        return all;
    }

    private static List<long[]> byChunks(SpillRows rows) {
        List<long[]> all = new ArrayList<>();
        for (int first = 0; first < rows.chunks(); first += 3) {
            rows.forChunks(first, 3, (chunk, count) -> {
                for (int i = 0; i < count; i++) {
                    long name = (long) chunk.category(i) << Integer.SIZE | Integer.toUnsignedLong(chunk.name(i));
                    all.add(new long[] {chunk.begin(i), chunk.end(i), name, chunk.data(i)});
                }
            });
        }
        return all;
    }

    private static void assertRows(List<long[]> expected, List<long[]> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), "row " + i);
        }
    }

    /** Some fit into memory, some into one sorted part, some need several; times near to each other, and very far apart. */
    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 1",
        "255, 5",
        "256, 5",
        "257, 5",
        "5000, 100",
        "262144, 7",
        "600000, 50",
        "600000, 9000000000000000"
    })
    void shouldGiveRowsInTheOrderOfTheirBegins(int count, long span) throws IOException {
        Random random = new Random(count);
        try (RowSpill spill = new RowSpill()) {
            SpillRows rows = new SpillRows(spill, true);
            List<long[]> expected = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long begin = 1000L + i / 3 + random.nextLong(span);
                rows.add(begin, begin + i, i, -i);
                expected.add(new long[] {begin, begin + i, i, -i});
            }
            rows.seal();
            spill.settle();
            expected.sort(Comparator.comparingLong((long[] row) -> row[0])
                    .thenComparing(row -> row[2], Comparator.reverseOrder()));

            List<long[]> all = inOrder(rows);

            assertEquals(count, rows.count());
            assertRows(expected, all);
            assertEquals(count == 0 ? Long.MAX_VALUE : expected.getFirst()[0], rows.leastBegin());
            // Sorted once, read as often as one likes.
            assertEquals(count, inOrder(rows).size());
        }
    }

    /** All widths of packed values, from none to eight bytes, with differences that no signed number holds. */
    @ParameterizedTest
    @CsvSource({"0", "1", "255", "256", "257", "100000"})
    void shouldGiveRowsAsTheyWereAdded(int count) throws IOException {
        Random random = new Random(count);
        try (RowSpill spill = new RowSpill()) {
            SpillRows rows = new SpillRows(spill, false);
            SpillRows others = new SpillRows(spill, false);
            List<long[]> expected = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int unused = i / RowChunk.ROWS % (Long.SIZE + 1);
                long[] row = random.longs(RowChunk.WORDS)
                        .map(word -> unused == Long.SIZE ? 42 : word >> unused)
                        .toArray();
                rows.add(row[0], row[1], row[2], row[3]);
                others.add(i, i, i, i);
                expected.add(row);
            }
            rows.seal();
            others.seal();
            spill.settle();

            assertRows(expected, byChunks(rows));
            assertRows(expected, inOrder(rows));
        }
    }

    @Test
    void shouldSortZonesThatNestAndSuchThatOverlap() {
        // Ends in this order: 2..3 and 4..5 within 1..6; 7..9 and 8..10 overlap, the last one has begun with the first.
        long[] nested = {2, 4, 1, 7, 8, 1};
        long[] overlapping = {2, 1, 3, 2, 0};

        assertArrayEquals(new int[] {5, 2, 0, 1, 3, 4}, BeginOrder.of(nested, nested.length));
        assertArrayEquals(new int[] {4, 1, 3, 0, 2}, BeginOrder.of(overlapping, overlapping.length));
    }

    @Test
    void shouldSayWhyRowsCouldNotBeKept() throws IOException {
        RowSpill broken = new RowSpill();
        broken.later(() -> {
            throw new IOException("no room");
        });

        IOException e = assertThrows(IOException.class, broken::settle);

        assertTrue(e.getMessage().contains("no room"), e.getMessage());
        broken.close();
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
